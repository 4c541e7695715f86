import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findRunningPostgres } from "../../packages/embedded-postgres/address.ts";
import { loadKeys } from "../../packages/supabase-server/gateway/keys.ts";
import type { Keys } from "../../packages/supabase-server/gateway/tokens.ts";
import { TEST_JWT_SECRET } from "../support/cluster.ts";
import { freePort } from "../support/free-port.ts";
import { memoryOf, residentOf, type Memory, type Resident } from "./process-memory.ts";

const MAIN = join(import.meta.dirname, "../../server/main.ts");
const SUPERVISE = join(import.meta.dirname, "../../server/supervise.ts");
const READY = /is ready after/g;
const START_MS = 120_000;

export interface Program {
  url: string;
  keys: Keys;
  databaseUrl: string;
  /** How the program ended, or that it was restarted; null while it runs as it was started. */
  died(): string | null;
  /** Null on other systems than Linux. */
  memory(): Promise<Memory | null>;
  /** Of each process, if it is supervised; null on other systems than Linux. */
  resident(): Promise<Resident | null>;
  said(): string;
  stop(): Promise<void>;
}

interface StartOptions {
  supervised?: boolean;
  env?: Record<string, string | undefined>;
}

/**
 * The real program in a process of its own, on loopback, with an embedded PostgreSQL and a data directory of its own. `supervised`: as
 * `npm start` and `npm run serve` run it.
 */
export async function startProgram({ supervised = false, env = {} }: StartOptions = {}): Promise<Program> {
  const dataDir = await mkdtemp(join(tmpdir(), "lampstand-soak-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const launched = spawn(process.execPath, [supervised ? SUPERVISE : MAIN], {
    // Not the project's folder, whose `.env` it would read.
    cwd: tmpdir(),
    env: {
      PATH: process.env["PATH"],
      JWT_SECRET: TEST_JWT_SECRET,
      DATA_DIR: dataDir,
      PORT: String(port),
      PAYMENTS_SANDBOX_PORT: String(await freePort()),
      PUBLIC_URL: url,
      // Each client has an address of its own, as behind a proxy: one at this machine itself has no limits.
      TRUST_PROXY: "127.0.0.1",
      DEV_SURFACES_PASSWORD: "never guessed in a soak run",
      LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [launched.stdout, launched.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const hasEnded = (): boolean => launched.exitCode !== null || launched.signalCode !== null;
  const stop = async (): Promise<void> => {
    if (!hasEnded()) {
      const ended = once(launched, "exit");
      launched.kill("SIGTERM");
      await ended;
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + START_MS; !READY.test(output); await pause(50))
    if (hasEnded() || Date.now() > deadline) {
      await stop();
      throw new Error(`the program did not start: ${output}`);
    }
  const databaseUrl = (await findRunningPostgres(dataDir))?.connectionString("postgres") ?? "";
  return {
    url,
    keys: await loadKeys({ jwtSecret: TEST_JWT_SECRET }, dataDir),
    databaseUrl,
    died: () => {
      if (hasEnded()) return `it ended with ${launched.signalCode ?? `code ${launched.exitCode}`}`;
      const starts = output.match(READY)?.length ?? 0;
      return starts > 1 ? `it was brought back ${starts - 1} time(s)` : null;
    },
    memory: () => memoryOf(launched.pid ?? 0),
    resident: () => residentOf(launched.pid ?? 0),
    said: () => output,
    stop,
  };
}
