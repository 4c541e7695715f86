import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { SIGNED_URL_SECONDS } from "../../../shared/constants.ts";
import { timings, type Timings } from "../../../shared/timings.ts";
import { askAgain, isUnreached } from "../../lib/ask-again.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { keptAddress, keptOr, readKeptFile } from "./kept/kept-files.ts";

const AUDIO = "sermon-audio";

/** What is kept on this device is found without a network; the rest waits for one. */
const KEPT_FIRST = { networkMode: "offlineFirst", staleTime: Infinity } as const;

const publicAddress = async (path: string) =>
  (await getSupabase()).storage.from("sermon-images").getPublicUrl(path).data.publicUrl;

/** The address of a theme image: of the kept one, else the public one. */
export const imageQuery = (path: string) =>
  queryOptions({
    ...KEPT_FIRST,
    queryKey: ["sermon-image", path],
    queryFn: () => keptOr(keptAddress(`sermon-images/${path}`), () => publicAddress(path)),
  });

async function readKept<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.infer<S> | null> {
  const file = await readKeptFile(path);
  return file && schema.parse(JSON.parse(await file.text()));
}

const pictureText = z.nullable(z.object({ alt: z.nullable(z.string()) }));

/** Alternative text of a theme image, from the generation step that made it. The path is `<user>/<generation>/<name>`. */
export async function askPictureText(path: string): Promise<string> {
  const generation = path.split("/")[1] ?? "";
  const steps = (await getSupabase()).from("generation_steps").select("alt:output->>alt");
  const { data, error } = await steps.eq("generation_id", generation).eq("kind", "image").maybeSingle();
  if (error) throw error;
  return pictureText.parse(data)?.alt ?? "";
}

export const pictureTextQuery = (path: string) =>
  queryOptions({
    ...KEPT_FIRST,
    queryKey: ["sermon-image-text", path],
    queryFn: () => keptOr(readKept(`sermon-images/${path}.json`, z.string()), () => askPictureText(path)),
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

/** An address that plays a recording: of the kept one, else a signed one. */
export const recordingAddress = async (path: string): Promise<string> =>
  (await keptAddress(`${AUDIO}/${path}`)) ?? signAudio(path);

/** A recording as a file. Signed again: the page may have been open longer than a signed address is valid. */
export async function loadRecording(path: string): Promise<Blob> {
  const kept = await readKeptFile(`${AUDIO}/${path}`);
  if (kept) return kept;
  const response = await fetch(await signAudio(path));
  if (!response.ok) throw new Error(`the recording answered ${response.status}`);
  return response.blob();
}

/** The word timings, stored next to the recording. */
export async function loadTimings(audioPath: string): Promise<Timings> {
  const path = audioPath.replace(/\.mp3$/, ".json");
  return keptOr(readKept(`${AUDIO}/${path}`, timings), async () => {
    const { data, error } = await (await getSupabase()).storage.from(AUDIO).download(path);
    if (error) throw error;
    return timings.parse(JSON.parse(await data.text()));
  });
}

export const timingsQuery = (audioPath: string) =>
  queryOptions({
    ...KEPT_FIRST,
    queryKey: ["sermon-timings", audioPath],
    queryFn: () => loadTimings(audioPath),
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
