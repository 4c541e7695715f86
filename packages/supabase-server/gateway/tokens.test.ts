import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, SignJWT, UnsecuredJWT, generateKeyPair } from "jose";
import { mkdtemp, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadKeys } from "./keys.ts";
import { jwkSet, loadSigningKeys } from "./signing-keys.ts";
import { readCaller, signToken, verifyToken } from "./tokens.ts";

const jwtSecret = "a secret that is long enough for a test";
const keys = await loadKeys({ jwtSecret }, "unused");
const user = { role: "authenticated", sub: "00000000-0000-4000-8000-000000000001" } as const;
const now = Math.floor(Date.now() / 1000);

test("keys derived from a secret are the same in every process, with the right roles", async () => {
  expect(await loadKeys({ jwtSecret }, "elsewhere")).toEqual(keys);
  expect(await readCaller({ apikey: keys.anonKey }, keys)).toMatchObject({ role: "anon" });
  expect(await readCaller({ apikey: keys.serviceRoleKey }, keys)).toMatchObject({ role: "service_role" });
});

test("a missing secret is generated once, readable by its owner only", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "lampstand-keys-"));
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => loadKeys({}, dataDir)));
  for (const other of others) expect(other).toEqual(first);
  expect((await stat(join(dataDir, "keys.json"))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(["keys.json"]);
});

test("a bearer token takes precedence over the API key; without both the caller is anonymous", async () => {
  const token = await signToken({ ...user, exp: now + 60 }, keys);
  expect(await readCaller({ apikey: keys.anonKey, authorization: `Bearer ${token}` }, keys)).toMatchObject(user);
  expect(await readCaller({}, keys)).toEqual({ role: "anon" });
});

test("a token that was good before is refused once it has expired, or when a letter of it differs", async () => {
  const token = await signToken({ ...user, exp: now + 60 }, keys);
  const judged = await verifyToken(token, keys);
  expect(await verifyToken(token, keys)).toBe(judged);
  const altered = `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
  await expect(verifyToken(altered, keys)).rejects.toMatchObject({ reason: "invalid" });
  await expect(verifyToken(token, { jwtSecret: "another secret that is long enough too" })).rejects.toThrow("Invalid JWT");
  vi.useFakeTimers({ now: (now + 61) * 1000, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await expect(verifyToken(token, keys)).rejects.toMatchObject({ reason: "expired" });
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

test("with two signing keys each verifies its own algorithm alone, and the secret none of theirs", async () => {
  const rsa = await generateKeyPair("RS256", { extractable: true });
  const ec = await generateKeyPair("ES256", { extractable: true });
  const set = {
    keys: [
      { ...(await exportJWK(ec.privateKey)), kid: "ec" },
      { ...(await exportJWK(rsa.privateKey)), kid: "rsa" },
    ],
  };
  const both = { ...keys, signing: await loadSigningKeys(jwkSet.parse(set), true) };
  const own = { ...user, exp: now + 60 };
  const sign = async (header: { alg: string; kid?: string }, key: CryptoKey | Uint8Array): Promise<string> =>
    new SignJWT(own).setProtectedHeader(header).sign(key);
  expect(await verifyToken(await signToken(own, both), both)).toMatchObject(user);
  expect(await verifyToken(await sign({ alg: "RS256", kid: "rsa" }, rsa.privateKey), both)).toMatchObject(user);
  expect(await verifyToken(await signToken(own, { jwtSecret }), both)).toMatchObject(user);

  const hmac = (kid: string, secret: string): string => {
    const signed = [{ alg: "HS256", kid }, own].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  };
  const { n = "" } = await exportJWK(rsa.publicKey);
  const bad: Record<string, string> = {
    "the public key as HMAC secret": hmac("rsa", await exportSPKI(rsa.publicKey)),
    "the public modulus as HMAC secret": hmac("rsa", n),
    "the real secret under an asymmetric key's name": hmac("rsa", jwtSecret),
    "one key under the other's name": await sign({ alg: "RS256", kid: "ec" }, rsa.privateKey),
    "a key without its name": await sign({ alg: "RS256" }, rsa.privateKey),
    "another algorithm of the same key": await sign({ alg: "RS512", kid: "rsa" }, (await generateKeyPair("RS512")).privateKey),
    "a stranger's key under our name": await sign({ alg: "RS256", kid: "rsa" }, (await generateKeyPair("RS256")).privateKey),
  };
  for (const [what, token] of Object.entries(bad)) await expect(verifyToken(token, both), what).rejects.toThrow("Invalid JWT");
  const alone = { ...both, signing: await loadSigningKeys(jwkSet.parse(set), false) };
  await expect(verifyToken(await signToken(own, { jwtSecret }), alone)).rejects.toThrow("Invalid JWT");
});

test("an opaque key is its role, a person's token comes before it, and one that is wrong is refused", async () => {
  const opaque = { ...keys, anonKey: "sb_publishable_0123456789", serviceRoleKey: "sb_secret_0123456789" };
  expect(await readCaller({ apikey: opaque.anonKey, authorization: `Bearer ${opaque.anonKey}` }, opaque)).toEqual({
    role: "anon",
  });
  expect(await readCaller({ apikey: opaque.serviceRoleKey }, opaque)).toEqual({ role: "service_role" });
  const token = await signToken({ ...user, exp: now + 60 }, keys);
  expect(await readCaller({ apikey: opaque.serviceRoleKey, authorization: `Bearer ${token}` }, opaque)).toMatchObject(user);
  for (const key of ["sb_", "sb_secret_", "sb_secret_012345678", "sb_secret_01234567890", "sb_publishable_x"])
    await expect(readCaller({ apikey: key }, opaque), key).rejects.toThrow("Invalid API key");
});

test.for([
  ["no key", { keys: [] }],
  ["no private key", { keys: [{ kid: "a", kty: "EC", crv: "P-256", x: "x", y: "y" }] }],
  ["a name twice", { keys: [1, 2].map(() => ({ kid: "a", kty: "EC", crv: "P-256", x: "x", y: "y", d: "d" })) }],
  ["a short RSA key", { keys: [{ kid: "a", kty: "RSA", n: "x".repeat(171), e: "AQAB", d: "d" }] }],
  ["a shared secret", { keys: [{ kid: "a", kty: "oct", k: "c2VjcmV0" }] }],
  ["a key without a name", { keys: [{ kty: "EC", crv: "P-256", x: "x", y: "y", d: "d" }] }],
] as const)("a key set with %s is refused", ([, set]) => {
  expect(jwkSet.safeParse(set).success).toBe(false);
});
