import { expect, test } from "vitest";
import { readChallenge, verifierMatches } from "./pkce.ts";

// RFC 7636, appendix B.
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

test("the verifier of the RFC's example fits its challenge, another does not", () => {
  expect(verifierMatches(VERIFIER, { challenge: CHALLENGE, method: "s256" })).toBe(true);
  expect(verifierMatches(`${VERIFIER}x`, { challenge: CHALLENGE, method: "s256" })).toBe(false);
  expect(verifierMatches(CHALLENGE, { challenge: CHALLENGE, method: "s256" })).toBe(false);
  expect(verifierMatches(VERIFIER, { challenge: VERIFIER, method: "plain" })).toBe(true);
  expect(verifierMatches("", { challenge: VERIFIER, method: "plain" })).toBe(false);
});

test("challenge and method come together or not at all", () => {
  expect(readChallenge({})).toBeNull();
  expect(readChallenge({ code_challenge: null, code_challenge_method: "" })).toBeNull();
  expect(readChallenge({ code_challenge: CHALLENGE, code_challenge_method: "S256" })).toEqual({
    challenge: CHALLENGE,
    method: "s256",
  });
  for (const [challenge, method] of [
    [CHALLENGE, undefined],
    [undefined, "s256"],
    [CHALLENGE, "md5"],
    ["x".repeat(42), "s256"],
    ["x".repeat(129), "s256"],
    ["é".repeat(43), "plain"],
  ]) {
    expect(() => readChallenge({ code_challenge: challenge, code_challenge_method: method })).toThrow(
      expect.objectContaining({ code: "validation_failed" }),
    );
  }
});
