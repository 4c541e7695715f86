import type { ImageBrief, VendorUsage } from "../writer/writer.ts";

export interface Picture {
  /** A complete WebP file, 1536 x 864 pixels. */
  webp: Uint8Array;
  width: number;
  height: number;
  /** What the picture shows, for people who do not see it. */
  alt: string;
  /** Name of the composition, by which the person's next pictures avoid it. */
  scene?: string;
  /** Usage, if the vendor is paid. */
  usage?: VendorUsage;
}

/** The writer's brief, and the scenes of the person's last pictures, which are not drawn again. */
export type PictureRequest = ImageBrief & { readonly seen?: readonly string[] };

/** Port: makes the theme image. Throws `ImageError` when it cannot. */
export interface Illustrator {
  readonly engine: string;
  readonly remote: boolean;
  /** The recipient's name for people, for example "OpenAI". */
  readonly recipient?: string;
  /** Highest expected cost of a picture in US cents, held against the daily budget; no hold without it. */
  readonly hold?: number;
  draw(request: PictureRequest, signal: AbortSignal): Promise<Picture>;
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
