import * as z from "zod/mini";
import { keptAddresses } from "../../../lib/kept.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { askPictureText, signAudio } from "../media.ts";
import { listedSermon } from "../sermon.ts";
import { documentName, fileName, placeName } from "./kept-files.ts";
import { readDocument, writeDocument, type KeptSermon } from "./kept-sermon.ts";

const row = z.nullable(z.extend(listedSermon, { content: z.string() }));
export const KEPT_COLUMNS = [...Object.keys(listedSermon.shape), "content"].join(",");

type OnProgress = (part: number) => void;

/** The whole file; null if there is none. A download that ends early throws. */
async function download(address: string, onProgress: OnProgress): Promise<Blob | null> {
  const response = await fetch(address);
  if (response.status === 404 || response.status === 400) return null;
  if (!response.ok || !response.body) throw new Error(`a file answered ${response.status}`);
  // The length of what is sent; a compressed body is longer than that.
  const length = response.headers.has("content-encoding") ? 0 : Number(response.headers.get("content-length"));
  const pieces: BlobPart[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    received += value.byteLength;
    if (length > 0) onProgress(received / length);
  }
  if (length > 0 && received !== length) throw new Error("a file ended early");
  return new Blob(pieces, { type: response.headers.get("content-type") ?? "" });
}

const json = (value: unknown): Blob => new Blob([JSON.stringify(value)], { type: "application/json" });

async function downloadTimings(path: string): Promise<Blob | null> {
  const { data, error } = await (await getSupabase()).storage.from("sermon-audio").download(path);
  if (!error) return data;
  const status = "status" in error ? error.status : undefined;
  if (status === 400 || status === 404) return null;
  throw error;
}

/** The files of a sermon by their paths, and how each is fetched: null if there is none. The recording comes last, since it takes longest. */
function filesOf({ audio_url: audio, image_url: image }: KeptSermon["sermon"], onProgress: OnProgress) {
  const files: [path: string, fetchIt: () => Promise<Blob | null>][] = [];
  if (image !== null) {
    files.push([`sermon-images/${image}.json`, async () => json(await askPictureText(image))]);
    const address = async () => (await getSupabase()).storage.from("sermon-images").getPublicUrl(image).data.publicUrl;
    files.push([`sermon-images/${image}`, async () => download(await address(), () => {})]);
  }
  if (audio !== null) {
    const timings = audio.replace(/\.mp3$/, ".json");
    files.push([`sermon-audio/${timings}`, () => downloadTimings(timings)]);
    files.push([`sermon-audio/${audio}`, async () => download(await signAudio(audio), onProgress)]);
  }
  return files;
}

export async function deleteFile(cache: Cache, path: string): Promise<void> {
  await cache.delete(fileName(path));
  const address = keptAddresses.get(path);
  if (address) URL.revokeObjectURL(address);
  keptAddresses.delete(path);
}

/** Takes a sermon out: its document first, so that it never names files that are gone. */
export async function deleteSermon(cache: Cache, id: string): Promise<void> {
  const document = await readDocument(cache, id);
  await cache.delete(documentName(id));
  await cache.delete(placeName(id));
  for (const path of Object.keys(document?.files ?? {})) await deleteFile(cache, path);
}

interface Options {
  byHand: boolean;
  onProgress?: OnProgress;
}

/**
 * Fetches a sermon into what is kept, or fetches again what has changed of one that is. Files come first and its document last; if anything
 * fails, what was fetched is taken away again. A sermon that is gone is taken out; files that it has no more go with
 * the next update. Call it within `changeKept`.
 */
export async function fetchSermon(cache: Cache, id: string, { byHand, onProgress = () => {} }: Options): Promise<void> {
  const { data, error } = await (await getSupabase()).from("sermons").select(KEPT_COLUMNS).eq("id", id).maybeSingle();
  if (error) throw error;
  const sermon = row.parse(data);
  const before = await readDocument(cache, id);
  if (!sermon) {
    await deleteSermon(cache, id);
    throw new Error("the sermon is gone");
  }
  const files: KeptSermon["files"] = {};
  const written: string[] = [];
  try {
    for (const [path, fetchIt] of filesOf(sermon, onProgress)) {
      // A file never changes under its path.
      const size = before?.files[path];
      const file = size === undefined ? await fetchIt() : null;
      if (file) {
        written.push(path);
        await cache.put(fileName(path), new Response(file));
      }
      const bytes = size ?? file?.size;
      if (bytes !== undefined) files[path] = bytes;
    }
    await writeDocument(cache, { sermon, files, byHand: byHand || before?.byHand === true });
  } catch (failure) {
    for (const path of written) await deleteFile(cache, path);
    throw failure;
  }
}
