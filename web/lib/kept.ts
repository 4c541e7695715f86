// What is kept on this device for one person (docs/decisions/064-kept-on-this-device.md). Here stands only what signing out needs: the rest
// is loaded with the screens that keep and read.

const PREFIX = "kept.";

/** The name of the cache with all that is kept for this person. */
export const keptCacheName = (userId: string): string => PREFIX + userId;

/** Whether anything is kept for this person. */
export async function hasKept(userId: string): Promise<boolean> {
  try {
    return "caches" in globalThis && (await caches.has(keptCacheName(userId)));
  } catch {
    return false;
  }
}

/** Addresses of kept files that this page has made, by the file's path. */
export const keptAddresses = new Map<string, string>();

/** Removes what is kept for anybody but this person; without one, all of it. Never rejects. */
export async function forgetKept(except: string | null = null): Promise<void> {
  if (!("caches" in globalThis)) return;
  if (except === null) {
    for (const address of keptAddresses.values()) URL.revokeObjectURL(address);
    keptAddresses.clear();
  }
  try {
    for (const name of await caches.keys())
      if (name.startsWith(PREFIX) && (except === null || name !== keptCacheName(except))) await caches.delete(name);
  } catch {
    // The browser keeps nothing for this page, such as in a private window.
  }
}
