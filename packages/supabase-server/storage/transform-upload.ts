import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { invalidMimeType, slowDown, tooLarge } from "./errors.ts";
import type { Transform } from "./storage.ts";

/** Bodies of this process that may wait in memory for their turn. */
const MAX_QUEUED = 8;
/** Seconds, more than one takes. */
const RETRY_AFTER = 10;

let queued = 0;
const owners = new Set<string>();

/**
 * Reads a body and transforms it. Each person has one at a time, from its first byte on, since it is held in memory. Throws SlowDown
 * (429: their own, 503: everybody's), InvalidMimeType or EntityTooLarge.
 */
export async function transformUpload(
  transform: Transform,
  upload: { body: Readable; contentType: string; owner: string | null },
): Promise<Uint8Array> {
  const { owner, contentType } = upload;
  if (owner && owners.has(owner)) throw slowDown(429, RETRY_AFTER);
  if (owner) owners.add(owner);
  try {
    const body = await buffer(upload.body);
    if (queued === MAX_QUEUED) throw slowDown(503, RETRY_AFTER);
    queued++;
    const made = await transform.run(body).finally(() => queued--);
    if (made === "no_picture") throw invalidMimeType(contentType);
    if (made === "too_large") throw tooLarge();
    if (made === "out_of_time") throw slowDown(503, RETRY_AFTER);
    return made;
  } finally {
    if (owner) owners.delete(owner);
  }
}
