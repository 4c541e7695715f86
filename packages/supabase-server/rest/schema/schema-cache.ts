import { type Database, retryAfterOf } from "@lampstand/database";
import { unavailable } from "../errors.ts";
import { introspect } from "./introspect.ts";
import type { Catalog } from "./schema.ts";

export interface SchemaCache {
  /** The catalog, read on first use. Throws PGRST002. */
  current(): Promise<Catalog>;
  /** A catalog newer than `seen`, or `seen` itself if it was read within the last second. */
  newerThan(seen: Catalog): Promise<Catalog>;
  /** Makes the next request reload it. */
  invalidate(): void;
}

// So that requests with unknown names reload it at most once a second.
const MIN_AGE_MS = 1000;

export function createSchemaCache(db: Database, schemas: readonly string[]): SchemaCache {
  let reading: Promise<Catalog> | null = null;
  let readAt = 0;

  const read = (): Promise<Catalog> => {
    readAt = performance.now();
    const started: Promise<Catalog> = introspect(db, schemas).catch((cause: unknown) => {
      if (reading === started) reading = null;
      throw Object.assign(unavailable("PGRST002", retryAfterOf(cause) ?? 1), { cause });
    });
    return started;
  };
  const current = (): Promise<Catalog> => (reading ??= read());

  return {
    current,
    async newerThan(seen) {
      if ((await current()) === seen && performance.now() - readAt >= MIN_AGE_MS) reading = read();
      return current();
    },
    invalidate() {
      reading = null;
    },
  };
}
