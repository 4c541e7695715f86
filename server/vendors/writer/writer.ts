import type { Sermon, Translation } from "../../../shared/sermon.ts";
import type { Duration } from "../../../shared/constants.ts";

export interface WriteRequest {
  /** The person's own words, trimmed, 1 to 2,000 characters. Data, never instructions. */
  topic: string;
  minutes: Duration;
  /** Key of the reading of the topic that the person chose; the likeliest if not given. */
  reading?: string | undefined;
  /** The translation to quote; WEB if not given. */
  translation?: Translation;
  /** Determines every random choice: the same request with the same seed gives the same sermon. */
  seed: string;
  /** Keys of passages and paragraphs that this person has had, sermon by sermon, newest last; avoided where possible. */
  memory: readonly (readonly string[])[];
}

/** What the image shows; the illustrator turns it into a picture. */
export interface ImageBrief {
  /** Theme id, for example "forgiveness". */
  theme: string;
  /** Mood of the picture: decides palette and time of day. */
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

/** Usage of one vendor call. */
export interface VendorUsage {
  inputTokens: number;
  outputTokens: number;
  /** US cents by the configured prices; 0 for vendors that cost nothing. */
  cents: number;
}

/**
 * Progress of writing. The `text` events, concatenated, are the beginning of `content`; their finished paragraphs are
 * verse-locked and do not change. `image` comes once, as early as possible, so that the picture can start; `usage` comes after
 * each vendor call, also a failed one; `done` is the last event, and its `content` is the result.
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
  /** The recipient's name for people, for example "OpenAI". */
  readonly recipient?: string;
  /** Highest expected cost of a sermon in US cents, held against the daily budget; no hold without it. */
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
