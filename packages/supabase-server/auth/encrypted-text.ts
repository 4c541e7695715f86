import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyFor = (purpose: string, jwtSecret: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", jwtSecret, "", `lampstand:sealed:${purpose}`, 32));

/**
 * Encrypts with AES-256-GCM; the key is derived by HKDF-SHA256 (RFC 5869) from the project's secret and `purpose`. `context`, such as the
 * row's id, is part of the key use: the result can't be decrypted for another row. Base64url of nonce, tag and text. Changing the
 * project's secret makes everything encrypted unreadable.
 */
export function encryptText(text: string, purpose: string, context: string, jwtSecret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose, jwtSecret), nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Null unless encrypted with this secret, purpose and context. */
export function decryptText(sealed: string, purpose: string, context: string, jwtSecret: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose, jwtSecret), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}
