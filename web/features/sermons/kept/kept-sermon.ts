import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { listedSermon } from "../sermon.ts";
import { documentName, findKept, readJson, SERMONS } from "./kept-files.ts";

/** A sermon that is kept, with the sizes of its files by their paths ("sermon-audio/<path>"). */
const keptSermon = z.object({
  sermon: z.extend(listedSermon, { content: z.string() }),
  files: z.record(z.string(), z.number()),
  /** Somebody kept it; else it is one of the last ten. */
  byHand: z.boolean(),
});
export type KeptSermon = z.infer<typeof keptSermon>;

const keptSettings = z.object({
  lastTen: z.boolean(),
  /** When the texts were last compared with those of the server. */
  textsReadAt: z.number(),
  /** There was no room for all of the last ten. */
  isFull: z.boolean(),
  /** Those of the last ten that somebody took off. */
  without: z.array(z.string()),
});
export type KeptSettings = z.infer<typeof keptSettings>;
const NO_SETTINGS: KeptSettings = { lastTen: false, textsReadAt: 0, isFull: false, without: [] };
const SETTINGS = "/kept/settings";

export const readSettings = async (cache: Cache): Promise<KeptSettings> =>
  (await readJson(cache, SETTINGS, keptSettings)) ?? NO_SETTINGS;

export const writeSettings = (cache: Cache, settings: KeptSettings): Promise<void> =>
  cache.put(SETTINGS, Response.json(settings));

export const readDocument = (cache: Cache, id: string): Promise<KeptSermon | null> =>
  readJson(cache, documentName(id), keptSermon);

export const writeDocument = (cache: Cache, document: KeptSermon): Promise<void> =>
  cache.put(documentName(document.sermon.id), Response.json(document));

/** The ids of all that is kept, also of documents that another version of the app wrote differently. */
export async function keptIds(cache: Cache): Promise<string[]> {
  const names = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return names.filter((name) => name.startsWith(SERMONS)).map((name) => name.slice(SERMONS.length));
}

/** All that is kept and can be read, the newest sermon first. */
export async function readDocuments(cache: Cache): Promise<KeptSermon[]> {
  const documents = await Promise.all((await keptIds(cache)).map((id) => readDocument(cache, id)));
  return documents
    .filter((document) => document !== null)
    .toSorted((a, b) => b.sermon.created_at.localeCompare(a.sermon.created_at));
}

export const bytesOf = ({ files }: KeptSermon): number => Object.values(files).reduce((sum, bytes) => sum + bytes, 0);

export interface Kept extends KeptSettings {
  sermons: KeptSermon[];
}

/** All that is kept for this person on this device, without asking anybody. */
export const keptQuery = (userId: string) =>
  queryOptions({
    queryKey: ["kept", userId],
    queryFn: async (): Promise<Kept> => {
      const cache = await findKept();
      return cache ? { sermons: await readDocuments(cache), ...(await readSettings(cache)) } : { sermons: [], ...NO_SETTINGS };
    },
    networkMode: "always",
    // Another tab may have kept something.
    staleTime: 0,
    retry: false,
  });
