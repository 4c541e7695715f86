import { SignJWT, UnsecuredJWT, generateKeyPair } from "jose";
import { mkdtemp, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadKeys } from "./keys.ts";
import { readCaller, signToken, verifyToken } from "./tokens.ts";

const jwtSecret = "a secret that is long enough for a test";
const keys = await loadKeys({ jwtSecret }, "unused");
const user = { role: "authenticated", sub: "00000000-0000-4000-8000-000000000001" } as const;
const now = Math.floor(Date.now() / 1000);

test("the keys that follow from a secret are the same everywhere, and are what they say", async () => {
  expect(await loadKeys({ jwtSecret }, "elsewhere")).toEqual(keys);
  expect(await readCaller({ apikey: keys.anonKey }, keys)).toMatchObject({ role: "anon" });
  expect(await readCaller({ apikey: keys.serviceRoleKey }, keys)).toMatchObject({ role: "service_role" });
});

test("without a secret one is made once, for its owner's eyes only", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "lampstand-keys-"));
  const [first, second] = await Promise.all([loadKeys({}, dataDir), loadKeys({}, dataDir)]);
  expect(second).toEqual(first);
  expect((await stat(join(dataDir, "keys.json"))).mode & 0o777).toBe(0o600);
});

test("a person's token comes before the API key, and nobody is anonymous", async () => {
  const token = await signToken({ ...user, exp: now + 60 }, keys);
  expect(await readCaller({ apikey: keys.anonKey, authorization: `Bearer ${token}` }, keys)).toMatchObject(user);
  expect(await readCaller({}, keys)).toEqual({ role: "anon" });
});

test("a bad token is refused, never anonymous", async () => {
  const { privateKey } = await generateKeyPair("RS256");
  const bad: Record<string, string> = {
    expired: await signToken({ ...user, exp: now - 60 }, keys),
    "another secret's": await signToken({ ...user, exp: now + 60 }, { jwtSecret: "another secret that is long enough too" }),
    unsigned: new UnsecuredJWT(user).setExpirationTime("1h").encode(),
    "signed with an RSA key": await new SignJWT(user).setProtectedHeader({ alg: "RS256" }).sign(privateKey),
    "of a role that does not exist": await signToken({ ...user, role: "postgres" as "anon", exp: now + 60 }, keys),
    "of no user id": await signToken({ ...user, sub: "1; drop table users", exp: now + 60 }, keys),
    "no token at all": "nonsense",
  };
  for (const [what, token] of Object.entries(bad)) {
    await expect(verifyToken(token, keys), what).rejects.toThrow();
    await expect(readCaller({ authorization: `Bearer ${token}`, apikey: keys.anonKey }, keys), what).rejects.toThrow();
  }
});
