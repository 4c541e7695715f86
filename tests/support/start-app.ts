import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { Stripe } from "stripe";
import { createApp } from "../../server/app.ts";
import { readConfig } from "../../server/config/config.ts";
import { loadKeys } from "../../packages/supabase-server/gateway/keys.ts";
import type { Keys } from "../../packages/supabase-server/gateway/tokens.ts";
import { TEST_JWT_SECRET } from "./cluster.ts";
import { freePort } from "./free-port.ts";
import { silentVoice } from "./silent-voice.ts";

export interface TestApp {
  url: string;
  keys: Keys;
  ownerUrl: string;
  /** One connection to it, for what a test reads and changes past the app. */
  database: pg.Pool;
  dataDir: string;
  /** The official SDK, speaking to the app's payments sandbox. */
  stripe: Stripe;
  /** The official client as a visitor has it: its session lives in memory. */
  visitor(): SupabaseClient;
  /** The official client with the service key. */
  service(): SupabaseClient;
  /** Stops the program and starts another build of it at the same address, with the same data: what an update is. */
  update(build: string): Promise<void>;
  close(): Promise<void>;
}

// Tests poll without a pause, so the limits for signed-in users are raised.
export const WIDE_API_LIMITS = JSON.stringify(
  Object.fromEntries(["auth", "rest", "storage", "functions"].map((api) => [`${api}Person`, { max: 1_000_000 }])),
);

export const BUILD = join(import.meta.dirname, "../../build");

export interface TestAppOptions {
  /** Milliseconds before a refusal for too many requests. */
  refusalDelay?: number;
  /** Whether recordings are spoken by Flite; otherwise they are silent. */
  speaks?: boolean;
}

/** A whole app on a free port, serving requests and running jobs, with the given database and the embedded vendors. */
export async function startAppOn(
  ownerUrl: string,
  env: Record<string, string> = {},
  { refusalDelay = 0, speaks = false }: TestAppOptions = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), "lampstand-app-"));
  const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
  const config = readConfig({
    PORT: String(port),
    PAYMENTS_SANDBOX_PORT: String(sandboxPort),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    JWT_SECRET: TEST_JWT_SECRET,
    DATABASE_CONNECTIONS: "12",
    LOG_LEVEL: "silent",
    // Some tests stop while a vendor hangs.
    DRAIN_SECONDS: "5",
    API_LIMITS: WIDE_API_LIMITS,
    ...env,
  });
  const start = async (build: string) => {
    const started = await createApp({
      config,
      ownerUrl,
      build,
      pace: { passwordCost: 4, mailInterval: 0, refusalDelay },
      vendors: speaks || config.voice.kind !== "flite" ? {} : { voice: silentVoice() },
    });
    await started.start();
    return started;
  };
  let app = await start(BUILD);
  const keys = await loadKeys(config.keys, dataDir);
  const database = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  const client = (key: string): SupabaseClient =>
    createClient(config.publicUrl, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } });
  return {
    url: config.publicUrl,
    keys,
    ownerUrl,
    database,
    dataDir,
    stripe: new Stripe("sk_test_anything", { host: "127.0.0.1", port: sandboxPort, protocol: "http", telemetry: false }),
    visitor: () => client(keys.anonKey),
    service: () => client(keys.serviceRoleKey),
    update: async (build) => {
      await app.close();
      app = await start(build);
    },
    close: async () => {
      await database.end();
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
