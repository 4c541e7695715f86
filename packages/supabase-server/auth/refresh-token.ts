import { createHmac, timingSafeEqual } from "node:crypto";

/** `counter` is the number of rotations of the session before this token. */
export interface RefreshToken {
  sessionId: string;
  counter: bigint;
}

const ID_BYTES = 16;
const PAYLOAD_BYTES = ID_BYTES + 8;
const TOKEN_BYTES = PAYLOAD_BYTES + 32;

const sign = (payload: Uint8Array, secret: string): Buffer =>
  createHmac("sha256", secret).update("refresh-token:").update(payload).digest();

/** 75 base64url characters: session id, counter and HMAC. Not stored, so a leaked table contains no usable token. */
export function writeRefreshToken(token: RefreshToken, secret: string): string {
  const payload = Buffer.alloc(PAYLOAD_BYTES);
  payload.write(token.sessionId.replaceAll("-", ""), "hex");
  payload.writeBigUInt64BE(token.counter, ID_BYTES);
  return Buffer.concat([payload, sign(payload, secret)]).toString("base64url");
}

/** Null for a malformed token or a wrong signature. */
export function readRefreshToken(text: string, secret: string): RefreshToken | null {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== TOKEN_BYTES) return null;
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  if (!timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), sign(payload, secret))) return null;
  const sessionId = payload.toString("hex", 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { sessionId, counter: payload.readBigUInt64BE(ID_BYTES) };
}
