import sharp from "sharp";

/** Longest side of an avatar in pixels. */
const AVATAR_SIDE = 512;
// A decompression bomb is a small file of many pixels; the largest phone cameras make 50 million.
const MAX_PIXELS = 50_000_000;

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

/**
 * Draws a person's picture anew as WebP: upright, at most 512 pixels on its longer side, a still, without metadata.
 * Null for what is not a raster image (JPEG, PNG, GIF, WebP, AVIF), is broken, or has too many pixels.
 */
export async function reencodeAvatar(body: Buffer): Promise<{ body: Uint8Array; contentType: string } | null> {
  if (!isRaster(body)) return null;
  try {
    const image = sharp(body, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 85 });
    return { body: await image.toBuffer(), contentType: "image/webp" };
  } catch {
    return null;
  }
}

export const PICTURE_WIDTH = 1536;
export const PICTURE_HEIGHT = 864;

/** Draws a sermon's picture anew as WebP of 1536 x 864 pixels, the middle of it, without metadata. Null for what is no raster image. */
export async function reencodePicture(body: Buffer): Promise<Uint8Array | null> {
  if (!isRaster(body)) return null;
  try {
    return await sharp(body, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .timeout({ seconds: 20 })
      .resize(PICTURE_WIDTH, PICTURE_HEIGHT, { fit: "cover" })
      .removeAlpha()
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    return null;
  }
}
