import { keptAddresses, keptCacheName } from "../../../lib/kept.ts";
import { deleteSermon, fetchSermon } from "./fetch-sermon.ts";
import { changeKept } from "./kept-files.ts";
import { readSettings, writeSettings } from "./kept-sermon.ts";
import { update } from "./update.ts";

/** Keeps a sermon because somebody asked for it. Rejects if it could not be kept as a whole. */
export async function keepSermon(userId: string, id: string, onProgress: (part: number) => void): Promise<void> {
  await changeKept(userId, async (cache) => {
    await fetchSermon(cache, id, { byHand: true, onProgress });
    const settings = await readSettings(cache);
    await writeSettings(cache, { ...settings, without: settings.without.filter((other) => other !== id) });
  });
  // The browser may otherwise clear it when space runs out. Some ask the person, some decide by themselves; it is kept either way.
  void navigator.storage?.persist?.().catch(() => false);
}

/**
 * Brings what is kept up to date with the server: takes out what was deleted, also on another device, fetches what has changed, and
 * follows the last ten.
 */
export const updateKept = (userId: string): Promise<void> => changeKept(userId, (cache) => update(cache, userId));

export async function takeOff(userId: string, ids: readonly string[]): Promise<void> {
  await changeKept(userId, async (cache) => {
    for (const id of ids) await deleteSermon(cache, id);
    const settings = await readSettings(cache);
    // Else those among the last ten would come back by themselves.
    if (settings.lastTen) await writeSettings(cache, { ...settings, without: [...settings.without, ...ids] });
  });
}

/** Takes off everything, and follows the last ten no more. */
export async function takeOffAll(userId: string): Promise<void> {
  await navigator.locks.request(keptCacheName(userId), () => caches.delete(keptCacheName(userId)));
  for (const address of keptAddresses.values()) URL.revokeObjectURL(address);
  keptAddresses.clear();
}

/** Follows the ten newest sermons from now on, or no more. */
export async function keepLastTen(userId: string, lastTen: boolean): Promise<void> {
  await changeKept(userId, async (cache) =>
    writeSettings(cache, { ...(await readSettings(cache)), lastTen, isFull: false, without: [] }),
  );
  await updateKept(userId);
  if (lastTen) void navigator.storage?.persist?.().catch(() => false);
}
