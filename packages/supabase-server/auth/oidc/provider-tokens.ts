import { randomUUID } from "node:crypto";
import { decryptText, encryptText } from "../encrypted-text.ts";
import type { SessionAnswer } from "../sessions.ts";

/** The provider's own tokens, for the client; not stored. */
export type ProviderTokens = Pick<SessionAnswer, "provider_token" | "provider_refresh_token">;

const PURPOSE = "provider-tokens";
/** The code is part of a URL; tokens that would make it longer are left out. */
const MAX_CHARS = 4000;

/** A code for the client to exchange. It contains the provider's tokens, encrypted, so that they need not be stored. */
export function writeCode(tokens: ProviderTokens, jwtSecret: string): string {
  const id = randomUUID();
  const code = `${id}.${encryptText(JSON.stringify(tokens), PURPOSE, id, jwtSecret)}`;
  return code.length > MAX_CHARS ? id : code;
}

/** The tokens in a code of `writeCode`. */
export function readTokens(code: string, jwtSecret: string): ProviderTokens {
  const [id = "", sealed] = code.split(".");
  const text = sealed ? decryptText(sealed, PURPOSE, id, jwtSecret) : null;
  return text === null ? {} : (JSON.parse(text) as ProviderTokens);
}
