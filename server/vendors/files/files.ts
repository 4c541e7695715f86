import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { StoredObject } from "@lampstand/supabase-server";

export type { ObjectStore, StoredObject } from "@lampstand/supabase-server";

/** Files below a folder on disk or below a prefix of a bucket. Paths have `/` between their parts, and none at the start. */
export interface Folder {
  /** For people: the path or the `s3://` address. */
  readonly name: string;
  /** Each file whose path starts with `prefix` (a folder, with a slash at the end), and how many bytes it has. */
  list(prefix: string): Promise<Map<string, number>>;
  /** Stores a file whole or not at all; it is durable when this resolves. */
  put(path: string, body: Readable): Promise<void>;
  /** Null if there is no such file. Whoever asked destroys the stream if it was not read to its end. */
  get(path: string): Promise<Readable | null>;
  /** Missing files are ignored. */
  delete(paths: Iterable<string>): Promise<void>;
}

/**
 * The name under which every vendor stores an object: a digest, so that no key is too long, differs from another only by case, or
 * is both file and folder.
 */
export function objectPath(key: string): string {
  const digest = createHash("sha256").update(key).digest("hex");
  return `${digest.slice(0, 2)}/${digest.slice(2)}`;
}

/** Passes the bytes of a body on; `stored` returns their size and digest afterwards. */
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
