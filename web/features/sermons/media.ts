import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { SIGNED_URL_SECONDS } from "../../../shared/constants.ts";
import { timings, type Timings } from "../../../shared/timings.ts";
import { askAgain, isUnreached } from "../../lib/ask-again.ts";
import { getSupabase } from "../../lib/supabase.ts";

const AUDIO = "sermon-audio";

/** The public address of a theme image. */
export const imageQuery = (path: string) =>
  queryOptions({
    queryKey: ["sermon-image", path],
    queryFn: async () => (await getSupabase()).storage.from("sermon-images").getPublicUrl(path).data.publicUrl,
    staleTime: Infinity,
  });

const pictureText = z.nullable(z.object({ alt: z.nullable(z.string()) }));

/** Alternative text of a theme image, from the generation step that made it. The path is `<user>/<generation>/<name>`. */
export const pictureTextQuery = (path: string) =>
  queryOptions({
    queryKey: ["sermon-image-text", path],
    queryFn: async () => {
      const generation = path.split("/")[1] ?? "";
      const steps = (await getSupabase()).from("generation_steps").select("alt:output->>alt");
      const { data, error } = await steps.eq("generation_id", generation).eq("kind", "image").maybeSingle();
      if (error) throw error;
      return pictureText.parse(data)?.alt ?? "";
    },
    staleTime: Infinity,
  });

/** A signed address of a recording on our own origin, valid for one hour. Rejects if the file does not exist, or nothing answers for long. */
export async function signAudio(path: string): Promise<string> {
  const sign = async () => {
    const { data, error } = await (await getSupabase()).storage.from(AUDIO).createSignedUrl(path, SIGNED_URL_SECONDS);
    if (error) throw error;
    return data.signedUrl;
  };
  const address = await askAgain(sign, isUnreached, new AbortController().signal);
  const token = new URL(address, location.origin).searchParams.get("token") ?? "";
  return `/audio-cors-proxy?${new URLSearchParams({ path, bucket: AUDIO, token })}`;
}

/** The word timings, stored next to the recording. */
export async function loadTimings(audioPath: string): Promise<Timings> {
  const path = audioPath.replace(/\.mp3$/, ".json");
  const { data, error } = await (await getSupabase()).storage.from(AUDIO).download(path);
  if (error) throw error;
  return timings.parse(JSON.parse(await data.text()));
}

export const timingsQuery = (audioPath: string) =>
  queryOptions({
    queryKey: ["sermon-timings", audioPath],
    queryFn: () => loadTimings(audioPath),
    staleTime: Infinity,
  });

/** Maximum number of addresses signed by one request. */
const SIGNED_AT_ONCE = 500;

/** Which of these recordings exist. Asked by signing their addresses in bulk, which fails for files that are missing or not the user's. */
export const existingAudioQuery = (paths: readonly string[]) =>
  queryOptions({
    queryKey: ["existing-audio", paths],
    queryFn: async () => {
      const audio = (await getSupabase()).storage.from(AUDIO);
      const existing: string[] = [];
      for (let from = 0; from < paths.length; from += SIGNED_AT_ONCE) {
        const { data, error } = await audio.createSignedUrls(paths.slice(from, from + SIGNED_AT_ONCE), SIGNED_URL_SECONDS);
        if (error) throw error;
        for (const file of data) if (file.error === null && file.path !== null) existing.push(file.path);
      }
      return existing;
    },
  });
