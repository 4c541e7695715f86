import sharp, { type Sharp } from "sharp";

/** Longest side of an avatar in pixels. */
const AVATAR_SIDE = 512;
export const PICTURE_WIDTH = 1536;
export const PICTURE_HEIGHT = 864;

// Limit against decompression bombs, small files with very many pixels. Cameras make 12 to 16 million by default.
const MAX_PIXELS = 16_777_216;
const MAX_SIDE = 16_384;

/** Why a picture was rejected: not a raster image (JPEG, PNG, GIF, WebP, AVIF) or a broken one; too many pixels. */
export type Refusal = "no_picture" | "too_large";

/** Formats by their first bytes, so that no other decoder, SVG's above all, gets a file that a person sent. */
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

async function reencode(body: Buffer, finish: (image: Sharp) => Sharp): Promise<Uint8Array | Refusal> {
  if (!isRaster(body)) return "no_picture";
  try {
    // Reads only the header: the number of pixels, over all pages of an animation, is checked before decoding.
    const { width, height, pages = 1 } = await sharp(body, { limitInputPixels: false }).metadata();
    if (width > MAX_SIDE || height > MAX_SIDE || width * height * pages > MAX_PIXELS) return "too_large";
    const image = sharp(body, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    return await finish(image).toBuffer();
  } catch {
    return "no_picture";
  }
}

/** The re-encodings by name. All give WebP, not animated, without metadata. To be run in a separate process (reencode.ts). */
export const RASTER: Record<"avatar" | "picture", (body: Buffer) => Promise<Uint8Array | Refusal>> = {
  /** Rotated upright, at most 512 pixels on its longer side. */
  avatar: (body) =>
    reencode(body, (image) =>
      image.autoOrient().resize(AVATAR_SIDE, AVATAR_SIDE, { fit: "inside", withoutEnlargement: true }).webp({ quality: 85 }),
    ),
  /** Cropped from the middle to 1536 x 864 pixels. */
  picture: (body) =>
    reencode(body, (image) => image.resize(PICTURE_WIDTH, PICTURE_HEIGHT, { fit: "cover" }).removeAlpha().webp({ quality: 82 })),
};
