import { clientsClaim, type WorkboxPlugin } from "workbox-core";
import { matchPrecache, precache, type PrecacheEntry } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { NetworkOnly } from "workbox-strategies";
import { OFFLINE_PAGE, SHELL_ADDRESS } from "../../shared/site.ts";
import { kindOfRequest } from "./kind-of-request.ts";
import { openNotified } from "./open-notified.ts";

// The service worker (docs/decisions/045-offline.md). It keeps the files of one build, which are the same for everybody, and nothing else:
// no answer of the API, and no page that somebody visited.

declare const self: ServiceWorkerGlobalScope;

/** What to keep, put in by scripts/build-worker.ts. */
declare const FILES_TO_KEEP: PrecacheEntry[];

/** How long a page may take before the kept shell is shown instead of it. */
const NETWORK_SECONDS = 3;

/** A proxy's answers when the program behind it is away. */
const AWAY = new Set([502, 503, 504]);

/** Answers with the kept page when the network does not. */
const orKept = (page: string): WorkboxPlugin => ({
  handlerDidError: () => matchPrecache(page),
  handlerWillRespond: async ({ response }) => (AWAY.has(response.status) && (await matchPrecache(page))) || response,
});

// Fetched one after the other when the worker is installed. A newer worker waits until no tab uses this one, and only then takes away
// what its own build does not have: so a tab finds the pieces of the build that it was opened with for as long as it is open.
precache(FILES_TO_KEEP);

// The first worker serves the tab that asked for it without a reload. A newer one starts when no tab is left to be claimed.
clientsClaim();

// The browser asks for the page while the worker starts.
self.addEventListener("activate", (event) => event.waitUntil(self.registration.navigationPreload.enable()));

const isKind =
  (kind: "app-page" | "other-page" | "build-file") =>
  ({ request }: { request: Request }) =>
    kindOfRequest(request, self.location.origin) === kind;

registerRoute(isKind("app-page"), new NetworkOnly({ networkTimeoutSeconds: NETWORK_SECONDS, plugins: [orKept(SHELL_ADDRESS)] }));
registerRoute(isKind("other-page"), new NetworkOnly({ plugins: [orKept(OFFLINE_PAGE)] }));
// Looked for in all that is kept, since a page can be of a newer build than this worker. What is not kept is asked for twice: a page
// does not start without its files.
registerRoute(isKind("build-file"), async ({ request }) => {
  const kept = await caches.match(request, { ignoreVary: true });
  return kept ?? fetch(request).catch(() => fetch(request));
});

// Phones have notifications of workers alone (web/features/sermons/create/ready-notification.ts).
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openNotified(event.notification.data, self.clients));
});
