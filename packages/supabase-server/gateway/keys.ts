import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { loadSigningKeys, type JwkSet } from "./signing-keys.ts";
import { signToken, type Keys } from "./tokens.ts";

// Fixed, so that all processes derive the same keys. They expire after ten years, like hosted ones.
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

/** Keys from the operator's configuration. */
export interface GivenKeys {
  jwtSecret?: string | undefined;
  /** A JWT or an opaque key; so is `serviceRoleKey`. */
  anonKey?: string | undefined;
  serviceRoleKey?: string | undefined;
  signingKeys?: JwkSet | undefined;
  /** Whether tokens signed with `jwtSecret` are accepted beside those of `signingKeys`; default true. */
  acceptsSecret?: boolean | undefined;
}

/** The given keys. Missing ones are derived from the secret; a missing secret is generated once and kept in `dataDir` (mode 0600). */
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
  // Linked when it is complete: of several processes that start together, each reads a whole file, and the same one.
  const draft = `${file}.${randomBytes(8).toString("hex")}`;
  await writeFile(draft, fresh, { flag: "wx", mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
  return stored.parse(JSON.parse(await readFile(file, "utf8"))).jwtSecret;
}
