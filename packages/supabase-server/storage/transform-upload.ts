import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { notThisPicture, slowDown, tooLarge } from "./errors.ts";
import { beginsAs } from "./picture-type.ts";
import type { Transform } from "./storage.ts";

/** Bodies of this process that may be queued in memory. */
const MAX_QUEUED = 8;
/** Seconds; longer than one transform takes. */
const RETRY_AFTER = 10;

let queued = 0;
const owners = new Set<string>();

/**
 * Reads a body into memory and transforms it. One at a time for each person, counted from the first byte. Throws SlowDown (429: this
 * person's, 503: the queue is full), InvalidMimeType or EntityTooLarge.
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
    if (!beginsAs(contentType, body)) throw notThisPicture(contentType);
    if (queued === MAX_QUEUED) throw slowDown(503, RETRY_AFTER);
    queued++;
    const made = await transform.run(body).finally(() => queued--);
    if (made === "no_picture") throw notThisPicture(contentType);
    if (made === "too_large") throw tooLarge();
    if (made === "out_of_time") throw slowDown(503, RETRY_AFTER);
    return made;
  } finally {
    if (owner) owners.delete(owner);
  }
}
