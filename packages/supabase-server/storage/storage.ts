import type { ObjectStore } from "./object-store.ts";
import type { Database } from "@lampstand/database";
import type { Keys } from "../gateway/tokens.ts";

/** Replaces an upload before it is stored. */
export interface Transform {
  /** Media type of what it makes. */
  contentType: string;
  /** The new bytes, or why there are none: 415, 413 and 503. */
  run(body: Buffer): Promise<Uint8Array | "no_picture" | "too_large" | "out_of_time">;
}

/** What every verb of this room works with. */
export interface Storage {
  db: Database;
  keys: Keys;
  store: ObjectStore;
  /** Bytes; a bucket may allow less. */
  maxObjectBytes: number;
  /** By bucket id. */
  transforms?: Readonly<Record<string, Transform>>;
  /** What one person may own in all buckets. */
  quota?: { files: number; bytes: number };
  /** Counts an upload, copy or move of this person; false: there is nothing left for now. */
  withinRate?(userId: string): Promise<boolean>;
}
