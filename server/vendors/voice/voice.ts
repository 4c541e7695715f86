import type { Duration } from "../../../shared/constants.ts";
import type { Block } from "../../../shared/sermon-text.ts";
import type { Timings } from "../../../shared/timings.ts";
import type { VoiceName } from "../../../shared/voices.ts";
import type { VendorUsage } from "../writer/writer.ts";

/** What comes next of a recording that is still being made. */
export interface RecordingPart {
  /** MP3 frames that follow those of the part before; the first one tells players the length. */
  frames: Uint8Array;
  /** Times of the sentences that are known now, after those of the part before. */
  sentences: Timings["sentences"];
  /** How long the whole recording will be, the same in each part. */
  seconds: number;
  /** How many bytes all parts have together, unless the recording turns out longer; then they are not `mp3`. */
  bytes: number;
}

export interface SpeakRequest {
  /** `readSermon(content)`; only blocks with `spoken` are voiced. A promise while the text is still being written. */
  blocks: readonly Block[] | Promise<readonly Block[]>;
  /**
   * Finished blocks while the rest is still being written, in order, so that a voice can start early. A recording of one is used
   * only if `blocks` contains it unchanged.
   */
  early?: AsyncIterable<Block>;
  voice: VoiceName;
  /**
   * Called with the parts of the recording as they are spoken, once `blocks` is known. A voice that gives a recording its length and loudness
   * as a whole has none.
   */
  onPart?: (part: RecordingPart) => void;
  /** Called after each vendor call, also a failed one. `inputTokens` are characters, by which voices are charged. */
  onUsage?: (usage: VendorUsage) => void;
}

export interface Spoken {
  /** A complete MP3 file. */
  mp3: Uint8Array;
  /** Length of the audio in seconds. */
  seconds: number;
  timings: Timings;
  /** The voice that was used; differs from the request's only if the vendor replaced it. */
  voice: VoiceName;
}

/** Port: speaks a sermon. Throws `VoiceError` when it cannot. */
export interface Voice {
  readonly engine: string;
  /** True when the sermon's text leaves this machine: consent is needed first. */
  readonly remote: boolean;
  /** The recipient's name for people, for example "ElevenLabs". */
  readonly recipient?: string;
  /** Highest expected cost of a sermon in US cents, held against the daily budget; no hold without it. */
  readonly hold?: (minutes: Duration) => number;
  speak(request: SpeakRequest, signal: AbortSignal): Promise<Spoken>;
  /** Starts what takes its time to start, since a sermon may be asked for soon. Returns at once, and may be called often. */
  prepare?(): void;
  /** Ends worker threads. */
  close(): Promise<void>;
}

/** `code` is stored with the failed step; `message` is for the log and never holds what was to be spoken. */
export class VoiceError extends Error {
  override readonly name = "VoiceError";
  readonly code: "unavailable" | "failed" | "over_budget";
  constructor(code: VoiceError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
