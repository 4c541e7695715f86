import type { ObjectStore } from "../../adapters/object-store/object-store.ts";
import type { Database } from "../../db/database.ts";
import type { Keys } from "../gateway/tokens.ts";

/** Replaces an upload before it is stored; null refuses it with 415. */
type Transform = (body: Buffer) => Promise<{ body: Uint8Array; contentType: string } | null>;

/** What every verb of this room works with. */
export interface Storage {
  db: Database;
  keys: Keys;
  store: ObjectStore;
  /** Bytes; a bucket may allow less. */
  maxObjectBytes: number;
  /** By bucket id. */
  transforms?: Readonly<Record<string, Transform>>;
}
