import { whenIdle } from "./when-idle.ts";

let begun = false;

/**
 * Has the service worker keep the app's files, so that the app opens without a network (docs/decisions/045-offline.md). Once for each
 * document, after all that the page itself needs. In development there is none, and one that an installation left at this address is removed.
 */
export async function registerWorker(): Promise<void> {
  if (begun || !("serviceWorker" in navigator)) return;
  begun = true;
  try {
    if (import.meta.env.DEV) {
      for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
      return;
    }
    await whenIdle();
    await navigator.serviceWorker.register("/service-worker.js");
  } catch {
    // The browser does not allow it, such as in a private window, or the files could not all be fetched: the next page tries again.
  }
}
