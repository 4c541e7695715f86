import type { Readable } from "node:stream";

/** Inclusive byte range. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  /** Bytes. */
  size: number;
  /** Strong validator with its quotes, the same for the same bytes. */
  etag: string;
}

/**
 * Port: bytes under keys, nothing else; names, owners and rules live in the database.
 * A key is `[A-Za-z0-9_/!.*'() &$=@;:+,?-]`, without empty, `.` or `..` segments.
 */
export interface ObjectStore {
  readonly engine: string;
  /** Stores the whole body or nothing: a reader never sees a part, and after it resolves the bytes survive a power cut. */
  put(key: string, body: Readable | Uint8Array): Promise<StoredObject>;
  /** `null` when there is no such object. */
  get(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Deleting what is not there succeeds. */
  delete(keys: readonly string[]): Promise<void>;
  /** Throws when it cannot be used. Writes nothing once it could be. */
  check(): Promise<void>;
}
