import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { loadSigningKeys, type JwkSet } from "./signing-keys.ts";
import { signToken, type Keys } from "./tokens.ts";

// A fixed issue time makes the derived keys the same in every process; they end after ten years, as the hosted ones do.
const ISSUED = Date.UTC(2026, 0, 1) / 1000;
const TEN_YEARS = 10 * 365 * 86_400;

async function deriveKeys(jwtSecret: string): Promise<Keys> {
  const times = { iat: ISSUED, exp: ISSUED + TEN_YEARS };
  return {
    jwtSecret,
    anonKey: await signToken({ iss: "lampstand", role: "anon", ...times }, { jwtSecret }),
    serviceRoleKey: await signToken({ iss: "lampstand", role: "service_role", ...times }, { jwtSecret }),
  };
}

const stored = z.object({ jwtSecret: z.string().min(32) });

/** What an operator may give. */
export interface GivenKeys {
  jwtSecret?: string | undefined;
  /** A JWT or an opaque key, as is the next. */
  anonKey?: string | undefined;
  serviceRoleKey?: string | undefined;
  signingKeys?: JwkSet | undefined;
  /** Whether tokens signed with `jwtSecret` count beside those of `signingKeys`; they do when left out. */
  acceptsSecret?: boolean | undefined;
}

/** The given keys; what is missing is derived from the secret, and the secret itself is made once and kept in `dataDir` (mode 0600). */
export async function loadKeys(given: GivenKeys, dataDir: string): Promise<Keys> {
  const jwtSecret = given.jwtSecret ?? (await storedSecret(dataDir));
  const derived = await deriveKeys(jwtSecret);
  return {
    jwtSecret,
    anonKey: given.anonKey ?? derived.anonKey,
    serviceRoleKey: given.serviceRoleKey ?? derived.serviceRoleKey,
    ...(given.signingKeys && { signing: await loadSigningKeys(given.signingKeys, given.acceptsSecret ?? true) }),
  };
}

async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "keys.json");
  await mkdir(dataDir, { recursive: true });
  const fresh = JSON.stringify({ jwtSecret: randomBytes(48).toString("base64url") });
  try {
    await writeFile(file, fresh, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return stored.parse(JSON.parse(await readFile(file, "utf8"))).jwtSecret;
}
