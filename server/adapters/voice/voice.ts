import type { Block } from "../../../shared/sermon-text.ts";
import type { Timings } from "../../../shared/timings.ts";
import type { VoiceName } from "../../../shared/voices.ts";

export interface SpeakRequest {
  /** `readSermon(content)`; only blocks with `spoken` are voiced. A promise while the text is still being written. */
  blocks: readonly Block[] | Promise<readonly Block[]>;
  /**
   * Blocks that are finished while the rest is being written, in order: a voice may begin with them. What it made of one counts only
   * if `blocks` has it too, word for word.
   */
  early?: AsyncIterable<Block>;
  voice: VoiceName;
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
  readonly remote: boolean;
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
