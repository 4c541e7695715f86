import { AVATAR_MAX_BYTES } from "../../../shared/constants.ts";

/** Maximum width and height in pixels; the server stores 512. */
const MAX_SIDE_PX = 1024;

/**
 * Returns the picture unchanged if it is within the upload limit, else scaled down (most phone photos are too large). Null when the
 * browser can't decode it.
 */
export async function shrinkPicture(picture: File): Promise<File | null> {
  if (picture.size <= AVATAR_MAX_BYTES) return picture;
  try {
    const bitmap = await createImageBitmap(picture);
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    return new File([blob], "picture.jpg", { type: blob.type });
  } catch {
    return null;
  }
}
