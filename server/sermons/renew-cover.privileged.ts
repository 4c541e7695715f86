import type { SupabaseClient } from "@supabase/supabase-js";
import type { z } from "zod";
import { readSermon } from "../../shared/sermon-text.ts";
import { timings } from "../../shared/timings.ts";
import type { Database } from "@lampstand/database";
import type { Generation, voiceOutput } from "./generation.ts";
import { mediaPath, timingsPath } from "./media-path.ts";
import { recordingCover } from "./recording-cover.ts";
import { voiceablePart } from "./speak-sermon.privileged.ts";
import { storeMedia } from "./store-media.privileged.ts";
import { soundOf, tagRecording } from "./tag-recording.ts";

export interface RenewedRecording {
  path: string;
  /** Path of the picture that is its cover. */
  cover: string;
}

/**
 * A sermon's recording with this picture as its cover, as a new file beside the old one: files are never changed, so that their lengths
 * and ETags stay true. The sound is the same bytes, and so are the times of its words. Null if the file has that cover already, or if one
 * of the two can't be read.
 */
export async function renewCover(
  context: { db: Database; supabase: SupabaseClient },
  generation: Generation,
  { content, recording, picture }: { content: string; recording: z.output<typeof voiceOutput>; picture: string },
  signal: AbortSignal,
): Promise<RenewedRecording | null> {
  if (recording.cover === picture) return null;
  const read = async (path: string): Promise<Uint8Array | null> => {
    const { data } = await context.supabase.storage.from("sermon-audio").download(path);
    return data && new Uint8Array(await data.arrayBuffer());
  };
  const [mp3, times, cover] = await Promise.all([
    read(recording.path),
    read(timingsPath(recording.path)),
    recordingCover(context.supabase, picture),
  ]);
  if (!mp3 || !times || !cover) return null;
  const blocks = readSermon(voiceablePart(content));
  const spoken = timings.parse(JSON.parse(new TextDecoder().decode(times)));
  const path = mediaPath(generation, "mp3");
  const files = [
    { path, body: tagRecording({ mp3: soundOf(mp3), blocks, timings: spoken, cover }), contentType: "audio/mpeg" },
    { path: timingsPath(path), body: times, contentType: "application/json" },
  ];
  await storeMedia(context, generation, "sermon-audio", files, { signal });
  return { path, cover: picture };
}
