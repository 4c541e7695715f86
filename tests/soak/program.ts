import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findRunningPostgres } from "../../packages/embedded-postgres/address.ts";
import { loadKeys } from "../../packages/supabase-server/gateway/keys.ts";
import type { Keys } from "../../packages/supabase-server/gateway/tokens.ts";
import { TEST_JWT_SECRET } from "../support/cluster.ts";
import { freePort } from "../support/free-port.ts";

const MAIN = join(import.meta.dirname, "../../server/main.ts");
const READY = /is ready after/g;
const START_MS = 120_000;

/** Bytes in memory; pages that processes share are counted once. */
export interface Memory {
  node: number;
  postgres: number;
}

export interface Program {
  url: string;
  keys: Keys;
  databaseUrl: string;
  /** How the program ended, or that it was restarted; null while it runs as it was started. */
  died(): string | null;
  /** Null on other systems than Linux. */
  memory(): Promise<Memory | null>;
  said(): string;
  stop(): Promise<void>;
}

/** The real program in a process of its own, on loopback, with an embedded PostgreSQL and a data directory of its own. */
export async function startProgram(): Promise<Program> {
  const dataDir = await mkdtemp(join(tmpdir(), "lampstand-soak-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const launched = spawn(process.execPath, [MAIN], {
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
    said: () => output,
    stop,
  };
}

interface Process {
  pid: number;
  parent: number;
  name: string;
}

export async function processes(): Promise<Process[]> {
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry));
  const found = await Promise.all(
    pids.map(async (pid) => {
      // "pid (name) state parent ...", proc(5); the name may hold anything but ends with the last bracket.
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      const [, name, parent] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(stat) ?? [];
      return name === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), name }];
    }),
  );
  return found.flat();
}

/** The proportional set size: shared memory is divided among those that share it. */
async function sizeOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
}

async function memoryOf(root: number): Promise<Memory | null> {
  if (process.platform !== "linux") return null;
  const all = await processes();
  const family = new Set([root]);
  // Repeated until nothing is added: after pids wrap around, a child may come before its parent.
  for (let before = 0; before < family.size;) {
    before = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  const memory: Memory = { node: 0, postgres: 0 };
  for (const { pid, name } of all)
    if (family.has(pid)) memory[name.startsWith("postgres") ? "postgres" : "node"] += await sizeOf(pid);
  return memory;
}
