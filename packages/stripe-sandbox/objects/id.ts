import { randomBytes } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A new id in Stripe's format, for example `cus_Q3zV8pXkN0aB1c`. 24 characters have about 142 bits. */
export function newId(prefix: string, length = 24): string {
  let id = `${prefix}_`;
  while (id.length < prefix.length + 1 + length) {
    // Bytes of 248 and more are dropped: 248 is the largest multiple of 62, so that every character is equally likely.
    for (const byte of randomBytes(length)) if (byte < 248 && id.length < prefix.length + 1 + length) id += ALPHABET[byte % 62];
  }
  return id;
}
