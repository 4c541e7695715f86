import type { Duration } from "../../../shared/constants.ts";
import type { Block } from "../../../shared/sermon-text.ts";
import type { Timings } from "../../../shared/timings.ts";
import type { VoiceName } from "../../../shared/voices.ts";
import type { VendorUsage } from "../writer/writer.ts";

export interface SpeakRequest {
  /** `readSermon(content)`; only blocks with `spoken` are voiced. A promise while the text is still being written. */
  blocks: readonly Block[] | Promise<readonly Block[]>;
  /**
   * Blocks that are finished while the rest is being written, in order: a voice may begin with them. What it made of one counts only
   * if `blocks` has it too, word for word.
   */
  early?: AsyncIterable<Block>;
  voice: VoiceName;
  /** Told after each call of a vendor, of one that failed too. Its input tokens are characters: that is what voices are paid by. */
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
  /** Who gets it, as people know them, for example "ElevenLabs". */
  readonly recipient?: string;
  /** US cents that a sermon may cost, held against the day's budget until it is known; nothing without it. */
  readonly hold?: (minutes: Duration) => number;
  speak(request: SpeakRequest, signal: AbortSignal): Promise<Spoken>;
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
