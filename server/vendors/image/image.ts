import type { ImageBrief, VendorUsage } from "../writer/writer.ts";

export interface Picture {
  /** A complete WebP file, 1536 x 864 pixels. */
  webp: Uint8Array;
  width: number;
  height: number;
  /** What the picture shows, for people who do not see it. */
  alt: string;
  /** What it took, where somebody is paid for it. */
  usage?: VendorUsage;
}

/** Port: makes the theme image. Throws `ImageError` when it cannot. */
export interface Illustrator {
  readonly engine: string;
  readonly remote: boolean;
  /** Who gets the brief, as people know them, for example "OpenAI". */
  readonly recipient?: string;
  /** US cents that a picture may cost, held against the day's budget until it is known; nothing without it. */
  readonly hold?: number;
  draw(brief: ImageBrief, signal: AbortSignal): Promise<Picture>;
}

/** `code` is stored with the failed step. */
export class ImageError extends Error {
  override readonly name = "ImageError";
  readonly code: "unavailable" | "failed" | "over_budget";
  constructor(code: ImageError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
