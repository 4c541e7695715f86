import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { validationFailed } from "./errors.ts";

export interface Challenge {
  challenge: string;
  method: "s256" | "plain";
}

/** The fields of a request whose mail starts a PKCE flow; both or neither. */
export const challengeFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
};

// RFC 7636, sections 4.1 and 4.2.
const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/;

/** Throws `validation_failed`. */
export function readChallenge(body: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: given } = body;
  if (!challenge && !given) return null;
  if (!challenge || !given) throw validationFailed("PKCE flow requires code_challenge_method and code_challenge");
  if (!CHALLENGE.test(challenge)) throw validationFailed("code challenge has to be 43 to 128 letters, digits or -._~");
  const method = given.toLowerCase();
  if (method !== "s256" && method !== "plain") throw validationFailed("code_challenge_method has to be s256 or plain");
  return { challenge, method };
}

export function verifierMatches(verifier: string, { challenge, method }: Challenge): boolean {
  const derived = Buffer.from(method === "s256" ? createHash("sha256").update(verifier).digest("base64url") : verifier);
  const expected = Buffer.from(challenge);
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}
