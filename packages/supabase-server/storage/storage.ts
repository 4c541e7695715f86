import type { ObjectStore } from "./object-store.ts";
import type { Database } from "@lampstand/database";
import type { Keys } from "../gateway/tokens.ts";

/** Replaces an upload before it is stored. */
export interface Transform {
  /** Media type of the result. */
  contentType: string;
  /** The new bytes, or the reason for a 415, 413 or 503. */
  run(body: Buffer): Promise<Uint8Array | "no_picture" | "too_large" | "out_of_time">;
}

/** Shared by all storage handlers. */
export interface Storage {
  db: Database;
  keys: Keys;
  store: ObjectStore;
  /** Bytes; a bucket may allow less. */
  maxObjectBytes: number;
  /** By bucket id. */
  transforms?: Readonly<Record<string, Transform>>;
  /** Limits of one person over all buckets. */
  quota?: { files: number; bytes: number };
  /** Counts an upload, copy or move of this person; false if the limit is exceeded. */
  withinRate?(userId: string): Promise<boolean>;
}
