import type { SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";

/** Players show covers as squares, rarely larger than this. */
const SIZE = 600;
const QUALITY = 80;

/** A sermon's picture as the cover of its recording: a square JPEG, since few players know WebP. Null if it can't be had. */
export async function recordingCover(supabase: SupabaseClient, path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const { data } = await supabase.storage.from("sermon-images").download(path);
  if (!data) return null;
  return sharp(await data.arrayBuffer())
    .resize(SIZE, SIZE)
    .jpeg({ quality: QUALITY })
    .toBuffer()
    .then(
      (jpeg) => new Uint8Array(jpeg),
      () => null,
    );
}
