import { vi } from "vitest";

/** The browser's caches, by their names; emptied by `installCaches`. */
export const stores = new Map<string, Map<string, Response>>();
/** How many bytes a put may have; more of them throw as a full device does. */
export const room = { bytes: Infinity };

const pathOf = (request: RequestInfo | URL): string =>
  new URL(request instanceof Request ? request.url : request, location.origin).pathname;

function cacheOf(entries: Map<string, Response>): Partial<Cache> {
  return {
    match: async (request) => entries.get(pathOf(request))?.clone(),
    keys: async () => [...entries.keys()].map((path) => new Request(new URL(path, location.origin))),
    delete: async (request) => entries.delete(pathOf(request)),
    put: async (request, response) => {
      const body = await response.clone().blob();
      if (body.size > room.bytes) throw new DOMException("full", "QuotaExceededError");
      entries.set(pathOf(request), response);
    },
  };
}

/** Gives this window caches and locks, which the DOM of these tests has not. A deleted cache that is still held is written to nothing. */
export function installCaches(): void {
  stores.clear();
  room.bytes = Infinity;
  vi.stubGlobal("caches", {
    has: async (name: string) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => {
      const entries = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, entries);
      return cacheOf(entries);
    },
  });
  const last = new Map<string, Promise<unknown>>();
  const request = async (name: string, work: () => Promise<unknown>) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  };
  Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
}

export function removeCaches(): void {
  Reflect.deleteProperty(navigator, "locks");
}
