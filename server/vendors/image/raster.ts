import sharp, { type Sharp } from "sharp";

/** Longest side of an avatar in pixels. */
const AVATAR_SIDE = 512;
export const PICTURE_WIDTH = 1536;
export const PICTURE_HEIGHT = 864;

// A decompression bomb is a small file of many pixels. Cameras make 12 to 16 million of them unless told otherwise.
const MAX_PIXELS = 16_777_216;
const MAX_SIDE = 16_384;

/** Why nothing was drawn: it is no raster image (JPEG, PNG, GIF, WebP, AVIF) or a broken one; it has too many pixels. */
export type Refusal = "no_picture" | "too_large";

/** By their first bytes, so that no other decoder, SVG's above all, ever sees what a person sent. */
function isRaster(body: Buffer): boolean {
  const ascii = body.toString("latin1", 0, 12);
  return (
    ascii.startsWith("\xff\xd8\xff") || // JPEG
    ascii.startsWith("\x89PNG\r\n\x1a\n") ||
    /^GIF8[79]a/.test(ascii) ||
    /^RIFF.{4}WEBP/s.test(ascii) ||
    /^.{4}ftyp(avif|avis|mif1)/s.test(ascii) // AVIF
  );
}

async function draw(body: Buffer, finish: (image: Sharp) => Sharp): Promise<Uint8Array | Refusal> {
  if (!isRaster(body)) return "no_picture";
  try {
    // The header alone: no pixel is decoded before their number is known, those of all pages of an animation.
    const { width, height, pages = 1 } = await sharp(body, { limitInputPixels: false }).metadata();
    if (width > MAX_SIDE || height > MAX_SIDE || width * height * pages > MAX_PIXELS) return "too_large";
    const image = sharp(body, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    return await finish(image).toBuffer();
  } catch {
    return "no_picture";
  }
}

/** By name, what pictures are drawn anew as: WebP, a still, without metadata. To be run in a process of its own (reencode.ts). */
export const RASTER: Record<"avatar" | "picture", (body: Buffer) => Promise<Uint8Array | Refusal>> = {
  /** Upright, at most 512 pixels on its longer side. */
  avatar: (body) =>
    draw(body, (image) =>
      image.autoOrient().resize(AVATAR_SIDE, AVATAR_SIDE, { fit: "inside", withoutEnlargement: true }).webp({ quality: 85 }),
    ),
  /** 1536 x 864 pixels, the middle of it. */
  picture: (body) =>
    draw(body, (image) => image.resize(PICTURE_WIDTH, PICTURE_HEIGHT, { fit: "cover" }).removeAlpha().webp({ quality: 82 })),
};
