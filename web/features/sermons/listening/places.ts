import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getConfig } from "../../../lib/config.ts";
import { hasKept } from "../../../lib/kept.ts";
import { isOnline } from "../../../lib/online.ts";
import { readStoredSession } from "../../../lib/stored-session.ts";
import { getSupabase } from "../../../lib/supabase.ts";

/** Where somebody stopped in a sermon. The newest wins, on whichever device (docs/decisions/053-one-player.md). */
const place = z.object({ seconds: z.number(), heard: z.boolean(), updated_at: z.string() });
type Place = z.infer<typeof place>;

const TABLE = "sermon_positions";
const KEY = { onConflict: "user_id,sermon_id" };
/** How long a recording may wait for the place where it is to begin. */
const WAIT_MS = 4000;

/** Storage key: places that the server does not have yet. */
const unsentKey = (userId: string) => `unsent-places.${userId}`;
const unsentPlaces = z.record(z.uuid(), place);
type Unsent = z.infer<typeof unsentPlaces>;

function readUnsent(userId: string): Unsent {
  try {
    return unsentPlaces.parse(JSON.parse(localStorage.getItem(unsentKey(userId)) ?? "{}"));
  } catch {
    return {};
  }
}

function writeUnsent(userId: string, unsent: Unsent): void {
  try {
    if (Object.keys(unsent).length === 0) localStorage.removeItem(unsentKey(userId));
    else localStorage.setItem(unsentKey(userId), JSON.stringify(unsent));
  } catch {
    // No storage in this window: what could not be sent is forgotten with it.
  }
}

const row = (userId: string, sermonId: string, { seconds, heard, updated_at }: Place) => ({
  user_id: userId,
  sermon_id: sermonId,
  seconds,
  heard,
  updated_at,
});

let sending: Promise<void> = Promise.resolve();

async function send(userId: string): Promise<void> {
  for (const [sermonId, stored] of Object.entries(readUnsent(userId))) {
    const table = (await getSupabase()).from(TABLE);
    const { error, status } = await table.upsert(row(userId, sermonId, stored), KEY);
    // No answer: later. Refused: the sermon was deleted, and nobody asks for its place again.
    if (error && (status === 0 || status === 401 || status === 429 || status >= 500)) return;
    const left = readUnsent(userId);
    if (left[sermonId]?.updated_at === stored.updated_at) delete left[sermonId];
    writeUnsent(userId, left);
  }
}

/** Sends what could not be sent before, one call after the other. */
export function sendPlaces(userId: string): Promise<void> {
  if (!isOnline() || Object.keys(readUnsent(userId)).length === 0) return sending;
  sending = sending.then(() => send(userId)).catch(() => {});
  return sending;
}

/** What reads and writes the places of sermons that are kept on this device; null if none is. */
const loadKept = async (userId: string) => ((await hasKept(userId)) ? import("../kept/kept-files.ts") : null);

async function noteWithKept(userId: string, sermonId: string, noted: Place): Promise<void> {
  await (await loadKept(userId))?.writeKeptPlace(sermonId, noted);
}

async function findWithKept(userId: string, sermonId: string): Promise<Place | null> {
  return (await (await loadKept(userId))?.readKeptPlace(sermonId)) ?? null;
}

function note(userId: string, sermonId: string, seconds: number, heard: boolean): Place {
  const noted: Place = { seconds: Math.round(seconds * 10) / 10, heard, updated_at: new Date().toISOString() };
  writeUnsent(userId, { ...readUnsent(userId), [sermonId]: noted });
  void noteWithKept(userId, sermonId, noted).catch(() => {});
  return noted;
}

export function storePlace(userId: string, sermonId: string, seconds: number, heard: boolean): void {
  note(userId, sermonId, seconds, heard);
  void sendPlaces(userId);
}

const sessionToken = z.object({ access_token: z.string() });

/** Sends a place while the page is being left. The client would ask for its session first, and the page would be gone. */
export function storeLastPlace(userId: string, sermonId: string, seconds: number, heard: boolean): void {
  const noted = note(userId, sermonId, seconds, heard);
  void (async () => {
    const { supabaseUrl, supabaseAnonKey } = await getConfig();
    const { access_token } = sessionToken.parse(JSON.parse(readStoredSession() ?? "null"));
    await fetch(`${supabaseUrl}/rest/v1/${TABLE}?on_conflict=${KEY.onConflict}`, {
      method: "POST",
      keepalive: true,
      headers: {
        apikey: supabaseAnonKey,
        Authorization: `Bearer ${access_token}`,
        "Content-Type": "application/json",
        Prefer: "resolution=merge-duplicates",
      },
      body: JSON.stringify(row(userId, sermonId, noted)),
    });
    // It stays noted here as well: nobody is there to read the answer, and sent twice it is the same.
  })().catch(() => {});
}

async function askForPlace(sermonId: string): Promise<Place | null> {
  if (!isOnline()) return null;
  const table = (await getSupabase()).from(TABLE);
  const { data } = await table
    .select("seconds,heard,updated_at")
    .eq("sermon_id", sermonId)
    .abortSignal(AbortSignal.timeout(WAIT_MS))
    .maybeSingle();
  return place.safeParse(data).data ?? null;
}

/** The newest place that is known: noted here, kept with the sermon, or at the server. */
export async function findPlace(userId: string, sermonId: string): Promise<Place | null> {
  const here = readUnsent(userId)[sermonId];
  void sendPlaces(userId);
  const [kept, there] = await Promise.all(
    [findWithKept(userId, sermonId), askForPlace(sermonId)].map((finding) => finding.catch(() => null)),
  );
  const known = [here, kept, there].filter((found) => found != null);
  return known.toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))[0] ?? null;
}

const lastPlace = z.object({
  sermon_id: z.uuid(),
  seconds: z.number(),
  sermons: z.object({ title: z.string(), written_title: z.nullable(z.string()) }),
});

/** The sermon that was stopped last, to go on with; null if there is none. */
export const lastPlaceQuery = (userId: string) =>
  queryOptions({
    queryKey: ["last-place", userId],
    queryFn: async () => {
      await sendPlaces(userId);
      const table = (await getSupabase()).from(TABLE);
      const { data, error } = await table
        .select("sermon_id,seconds,sermons!inner(title,written_title)")
        .gt("seconds", 0)
        .order("updated_at", { ascending: false })
        .limit(1)
        .maybeSingle();
      if (error) throw error;
      return z.nullable(lastPlace).parse(data);
    },
    // Somebody may have listened elsewhere, or has just left the player.
    staleTime: 0,
  });
