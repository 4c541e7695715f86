import * as z from "zod/mini";
import { getSupabase } from "../../../lib/supabase.ts";
import { listedSermon, type ListedSermon } from "../sermon.ts";
import { deleteFile, deleteSermon, fetchSermon, KEPT_COLUMNS } from "./fetch-sermon.ts";
import { FILES, keptPlace, placeName, readJson } from "./kept-files.ts";
import { keptIds, readDocument, readDocuments, readSettings, writeSettings, type KeptSermon } from "./kept-sermon.ts";
import { isQuotaExceeded } from "./quota.ts";

const LAST = 10;
/** Texts are as good as never changed, and are long: they are compared this seldom. */
const TEXTS_EVERY_MS = 3_600_000;
/** Ids in one request. */
const AT_ONCE = 50;

const COLUMNS = Object.keys(listedSermon.shape).join(",");
const listed = z.array(z.extend(listedSermon, { content: z.optional(z.string()) }));
type Listed = z.infer<typeof listed>[number];
const places = z.array(z.extend(keptPlace, { sermon_id: z.uuid() }));

/** These sermons as the server has them; those in the trash are not among them. */
async function askFor(ids: readonly string[], columns: string): Promise<Map<string, Listed>> {
  const found = new Map<string, Listed>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const sermons = (await getSupabase()).from("sermons").select(columns);
    const { data, error } = await sermons.in("id", ids.slice(from, from + AT_ONCE));
    if (error) throw error;
    for (const sermon of listed.parse(data)) found.set(sermon.id, sermon);
  }
  return found;
}

async function askForLast(userId: string): Promise<string[]> {
  const sermons = (await getSupabase()).from("sermons").select("id").eq("user_id", userId);
  const { data, error } = await sermons.order("created_at", { ascending: false }).order("id", { ascending: false }).limit(LAST);
  if (error) throw error;
  return z.parse(z.array(z.object({ id: z.uuid() })), data).map(({ id }) => id);
}

async function updatePlaces(cache: Cache, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const table = (await getSupabase()).from("sermon_positions").select("sermon_id,seconds,heard,updated_at");
    const { data, error } = await table.in("sermon_id", ids.slice(from, from + AT_ONCE));
    if (error) throw error;
    for (const { sermon_id: id, ...there } of places.parse(data)) {
      const here = await readJson(cache, placeName(id), keptPlace);
      if (!here || Date.parse(here.updated_at) < Date.parse(there.updated_at))
        await cache.put(placeName(id), Response.json(there));
    }
  }
}

function isSame({ sermon }: KeptSermon, now: Listed): boolean {
  const { content, ...rest } = now;
  return (
    (content === undefined || content === sermon.content) &&
    (Object.keys(rest) as (keyof ListedSermon)[]).every((column) => rest[column] === sermon[column])
  );
}

/** Files that no document names: of a download that ended with its tab. Their sermon is not kept. */
async function deleteOrphans(cache: Cache): Promise<void> {
  const named = new Set((await readDocuments(cache)).flatMap(({ files }) => Object.keys(files)));
  for (const { url } of await cache.keys()) {
    const path = decodeURIComponent(new URL(url).pathname);
    if (path.startsWith(FILES) && !named.has(path.slice(FILES.length))) await deleteFile(cache, path.slice(FILES.length));
  }
}

/** Fetches those of the last ten that are not here yet. Returns whether there was no room for all. */
async function fetchLast(cache: Cache, last: readonly string[]): Promise<boolean> {
  const kept = await keptIds(cache);
  try {
    for (const id of last) if (!kept.includes(id)) await fetchSermon(cache, id, { byHand: false });
    return false;
  } catch (error) {
    if (isQuotaExceeded(error)) return true;
    throw error;
  }
}

/** Call it within `changeKept`. */
export async function update(cache: Cache, userId: string): Promise<void> {
  const settings = await readSettings(cache);
  const ids = await keptIds(cache);
  const withTexts = Date.now() - settings.textsReadAt > TEXTS_EVERY_MS;
  const now = await askFor(ids, withTexts ? KEPT_COLUMNS : COLUMNS);
  const last = (settings.lastTen ? await askForLast(userId) : []).filter((id) => !settings.without.includes(id));
  for (const id of ids) {
    const document = await readDocument(cache, id);
    const sermon = now.get(id);
    const isWanted = !document || document.byHand || last.includes(id);
    if (!sermon || !isWanted) await deleteSermon(cache, id);
    // One that an older version of the app wrote, and that this one can't read, was kept by somebody.
    else if (!document || !isSame(document, sermon)) await fetchSermon(cache, id, { byHand: document?.byHand ?? true });
  }
  await deleteOrphans(cache);
  const isFull = await fetchLast(cache, last);
  await updatePlaces(cache, await keptIds(cache));
  await writeSettings(cache, { ...settings, isFull, textsReadAt: withTexts ? Date.now() : settings.textsReadAt });
}
