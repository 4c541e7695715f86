import * as z from "zod/mini";
import { hasKept, keptAddresses, keptCacheName } from "../../../lib/kept.ts";
import { isOnline } from "../../../lib/online.ts";
import { readStoredSession } from "../../../lib/stored-session.ts";

// What is kept lies in one cache, named after the person: a document for each sermon, written last, the files that it names, the place where
// somebody stopped in it, and one document of settings. Their addresses are names and never asked for over the network.

export const SERMONS = "/kept/sermons/";
export const FILES = "/kept/files/";

export const documentName = (id: string): string => SERMONS + id;
export const placeName = (id: string): string => `/kept/places/${id}`;
/** `path` begins with the bucket. */
export const fileName = (path: string): string => FILES + path;

/** Whether this browser can keep sermons: not in a private window of some, and not without TLS. */
export const canKeep = (): boolean => "caches" in globalThis && "locks" in navigator;

const stored = z.object({ user: z.object({ id: z.string() }) });

/** The id of whoever is signed in in this browser. */
function signedInHere(): string | null {
  try {
    return stored.parse(JSON.parse(readStoredSession() ?? "null")).user.id;
  } catch {
    return null;
  }
}

/** What is kept for whoever is signed in here; null if nothing is. */
export async function findKept(): Promise<Cache | null> {
  const userId = signedInHere();
  if (userId === null || !canKeep()) return null;
  return (await hasKept(userId)) ? caches.open(keptCacheName(userId)) : null;
}

/**
 * Changes what is kept, one change after the other over all tabs. Signing out takes the session away and then the cache: what was opened
 * before is written to nothing, and what would be opened after it is not.
 */
export async function changeKept(userId: string, change: (cache: Cache) => Promise<void>): Promise<void> {
  const name = keptCacheName(userId);
  await navigator.locks.request(name, async () => {
    const cache = await caches.open(name);
    if (signedInHere() === userId) return change(cache);
    await caches.delete(name);
    throw new Error("signed out meanwhile");
  });
}

/** Null also for what another version of the app wrote differently. */
export async function readJson<S extends z.ZodMiniType>(cache: Cache, name: string, schema: S): Promise<z.infer<S> | null> {
  const response = await cache.match(name);
  const json: unknown = await response?.json().catch(() => null);
  return schema.safeParse(json).data ?? null;
}

export async function readKeptJson<S extends z.ZodMiniType>(name: string, schema: S): Promise<z.infer<S> | null> {
  const cache = await findKept();
  return cache && readJson(cache, name, schema);
}

export async function readKeptFile(path: string): Promise<Blob | null> {
  const response = await (await findKept())?.match(fileName(path));
  return response ? response.blob() : null;
}

/** An address for an element of the page; of the whole file, so that every place in a recording can be gone to. Null if it is not kept. */
export async function keptAddress(path: string): Promise<string | null> {
  const file = keptAddresses.has(path) ? null : await readKeptFile(path);
  if (file && !keptAddresses.has(path)) keptAddresses.set(path, URL.createObjectURL(file));
  return keptAddresses.get(path) ?? null;
}

/** What is kept, else what is asked for. Without a network it fails: a query then waits for one. */
export async function keptOr<T>(kept: Promise<T | null>, ask: () => Promise<T>): Promise<T> {
  const here = await kept.catch(() => null);
  if (here !== null) return here;
  if (!isOnline()) throw new Error("not kept, and there is no network");
  return ask();
}

export const keptPlace = z.object({ seconds: z.number(), heard: z.boolean(), updated_at: z.string() });
type KeptPlace = z.infer<typeof keptPlace>;

export const readKeptPlace = (id: string): Promise<KeptPlace | null> => readKeptJson(placeName(id), keptPlace);

/** Notes the place in a sermon that is kept. */
export async function writeKeptPlace(id: string, place: KeptPlace): Promise<void> {
  const cache = await findKept();
  if (cache && (await cache.match(documentName(id)))) await cache.put(placeName(id), Response.json(place));
}
