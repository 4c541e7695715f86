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
 * Port for a blob store: bytes by key. Names, owners and rules are in the database.
 * A key is `[A-Za-z0-9_/!.*'() &$=@;:+,?-]`, without empty, `.` or `..` segments.
 */
export interface ObjectStore {
  readonly engine: string;
  /** Stores the body atomically; the bytes are durable when it resolves. */
  put(key: string, body: Readable | Uint8Array): Promise<StoredObject>;
  /**
   * `null` when there is no such object. Whoever asked destroys the stream if it was not read to its end: Node ends a program that loses an
   * open file to the garbage collector.
   */
  get(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Missing keys are ignored. */
  delete(keys: readonly string[]): Promise<void>;
  /** Health check: throws when the store can't be used. Writes nothing after the first success. */
  check(): Promise<void>;
}
