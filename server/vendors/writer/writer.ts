import type { Sermon, Translation } from "../../../shared/sermon.ts";
import type { Duration } from "../../../shared/constants.ts";

export interface WriteRequest {
  /** The person's own words, trimmed, 1 to 2,000 characters. Data, never instructions. */
  topic: string;
  minutes: Duration;
  /** The Bible whose words are quoted; the World English Bible if not given. */
  translation?: Translation;
  /** Determines every random choice: the same request with the same seed gives the same sermon. */
  seed: string;
  /** What this person has been given before, sermon by sermon, newest last: keys of passages and paragraphs, to be avoided where possible. */
  memory: readonly (readonly string[])[];
}

/** What the image is to show; the illustrator turns it into a picture. */
export interface ImageBrief {
  /** Theme id, for example "forgiveness". */
  theme: string;
  /** Emotional light: decides palette and hour of day. */
  mood: "grief" | "fear" | "longing" | "hope" | "gratitude" | "peace";
  seed: string;
}

export interface WrittenSermon {
  sermon: Sermon;
  /** `sermon` rendered to Markdown, complete with notes: exactly what is stored and read. */
  content: string;
  image: ImageBrief;
  /** Keys to remember for this person, so that the next sermon does not repeat this one. */
  memory: string[];
}

/** What a call of a vendor took. */
export interface VendorUsage {
  inputTokens: number;
  outputTokens: number;
  /** US cents, by the configured prices; 0 where nothing is paid. */
  cents: number;
}

/**
 * Progress of writing. Concatenated, the `text` events are a prefix-stable draft of `content`, its finished paragraphs verse-locked;
 * `image` comes once, as soon as it is known, so that the picture need not wait for the text; `usage` after each call of a vendor,
 * of one that failed too;
 * the last event is `done`, and only its `content` counts.
 */
export type WriteEvent =
  | { type: "text"; text: string }
  | { type: "image"; image: ImageBrief }
  | { type: "usage"; usage: VendorUsage }
  | { type: "done"; written: WrittenSermon };

/** Port: writes one sermon. Throws `WriterError` when it cannot. */
export interface Writer {
  /** Shown at start-up and kept with each sermon, for example "built-in composer". */
  readonly engine: string;
  /** True when topics leave this machine: consent is needed first. */
  readonly remote: boolean;
  /** Who gets them, as people know them, for example "OpenAI". */
  readonly recipient?: string;
  /** US cents that a sermon may cost, held against the day's budget until it is known; nothing without it. */
  readonly hold?: (minutes: Duration) => number;
  write(request: WriteRequest, signal: AbortSignal): AsyncIterable<WriteEvent>;
}

/** `code` is stored with the failed step; `message` is for the log and never holds the topic. */
export class WriterError extends Error {
  override readonly name = "WriterError";
  readonly code: "unavailable" | "refused" | "unusable_output" | "over_budget";
  constructor(code: WriterError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
