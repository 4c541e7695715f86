import { randomUUID } from "node:crypto";
import { decryptText, encryptText } from "../encrypted-text.ts";
import type { SessionAnswer } from "../sessions.ts";

/** The provider's own tokens, for the client that asked; we keep none. */
export type ProviderTokens = Pick<SessionAnswer, "provider_token" | "provider_refresh_token">;

const PURPOSE = "provider-tokens";
/** A code travels in an address; tokens that would make it too long are left out. */
const MAX_CHARS = 4000;

/** A code for the client to exchange. The provider's tokens travel in it, sealed, so that nothing of them is stored. */
export function writeCode(tokens: ProviderTokens, jwtSecret: string): string {
  const id = randomUUID();
  const code = `${id}.${encryptText(JSON.stringify(tokens), PURPOSE, id, jwtSecret)}`;
  return code.length > MAX_CHARS ? id : code;
}

/** What `writeCode` put into a code that has been found valid. */
export function readTokens(code: string, jwtSecret: string): ProviderTokens {
  const [id = "", sealed] = code.split(".");
  const text = sealed ? decryptText(sealed, PURPOSE, id, jwtSecret) : null;
  return text === null ? {} : (JSON.parse(text) as ProviderTokens);
}
