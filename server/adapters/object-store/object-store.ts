import { createHash } from "node:crypto";
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

/** Where every vendor keeps an object: a digest, since no key is then too long, differs from another only by case, or is both file and folder. */
export function objectPath(key: string): string {
  const digest = createHash("sha256").update(key).digest("hex");
  return `${digest.slice(0, 2)}/${digest.slice(2)}`;
}

/** The bytes of a body as they pass, and what they were once all have. */
export function measure(body: Readable | Uint8Array): { bytes: AsyncGenerator<Uint8Array>; stored: () => StoredObject } {
  const hash = createHash("sha256");
  let size = 0;
  const pass = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of body instanceof Uint8Array ? [body] : (body as AsyncIterable<Uint8Array>)) {
      hash.update(chunk);
      size += chunk.byteLength;
      yield chunk;
    }
  };
  return { bytes: pass(), stored: () => ({ size, etag: `"${hash.digest("hex")}"` }) };
}
