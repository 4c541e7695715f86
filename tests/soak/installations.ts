import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, symlink, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { authenticatorPassword } from "@lampstand/database";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@lampstand/embedded-postgres";
import { SMTPServer } from "smtp-server";
import { findRunningPostgres } from "../../packages/embedded-postgres/address.ts";
import { loadKeys } from "../../packages/supabase-server/gateway/keys.ts";
import type { Keys } from "../../packages/supabase-server/gateway/tokens.ts";
import { TEST_JWT_SECRET } from "../support/cluster.ts";
import { freePort } from "../support/free-port.ts";
import { NODE_COMPILE_CACHE } from "../support/program.ts";
import { WIDE_API_LIMITS } from "../support/start-app.ts";
import { type PgBouncer, startPgBouncer } from "./pgbouncer.ts";
import { processes } from "./process-memory.ts";
import { REPLICATION, startStandby } from "./standby.ts";

const HERE = join(import.meta.dirname, "../..");
/** Folder of another version of the program, built, which runs beside this one: OTHER_VERSION. */
const THERE = process.env["OTHER_VERSION"] ?? HERE;
const READY = /is ready after/g;
const BACK_MS = 120_000;

/** Processes that are killed at once (SIGKILL), or one other thing that happens to PostgreSQL; none: it is only waited for. */
type Faults = readonly string[];

/** So long PostgreSQL stands still: longer than a person's request waits for a connection (packages/database/database.ts). */
const STANDSTILL_MS = 8000;

/** So long a standby follows before it takes over. */
const FOLLOW_MS = 1000;

/** Lampstand as somebody runs it, on loopback, with files and database of its own. */
export interface Installation {
  name: string;
  /** Where people's calls go: each web process. */
  urls: string[];
  keys: Keys;
  /** Null: the processes reach PostgreSQL without one. */
  pooler: PgBouncer | null;
  databaseUrl(): Promise<string>;
  kinds: readonly Faults[];
  /**
   * Resolves when everything is back and every web process says that it is ready, with the seconds for which supervisors waited before they
   * started again (more after each of several crashes within a minute), PostgreSQL stood still, or a standby was made.
   */
  inflict(faults: Faults): Promise<number>;
  /** The last characters of what each process said. */
  said(characters?: number): string;
  stop(): Promise<void>;
}

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = Date.now() + BACK_MS; !(await holds()); await pause(10))
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
}

const isReady = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null))?.ok ?? false;

/** A process and its children. */
async function family(pid: number): Promise<number[]> {
  return (await processes()).filter((one) => one.pid === pid || one.parent === pid).map((one) => one.pid);
}

/** Stops a process and its children, as a machine does that is out of memory or moved to another host, and lets them go on. */
async function standStill(pid: number): Promise<void> {
  const all = await family(pid);
  for (const one of all) process.kill(one, "SIGSTOP");
  await pause(STANDSTILL_MS);
  for (const one of all) process.kill(one, "SIGCONT");
}

/** One supervised program, as `npm run serve` starts it. */
class Supervised {
  readonly #process: ChildProcess;
  #said = "";
  readonly #name: string;

  constructor(name: string, env: Record<string, string>, folder = HERE) {
    this.#name = name;
    this.#process = spawn(process.execPath, [join(folder, "server/supervise.ts")], {
      // Not the project's folder, whose `.env` it would read.
      cwd: tmpdir(),
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE, JWT_SECRET: TEST_JWT_SECRET, API_LIMITS: WIDE_API_LIMITS, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (this.#said += text));
  }

  said = (): string => this.#said;
  /** Seconds of the last wait before it was started again. */
  lastWait = (): number =>
    Number(
      this.#said
        .match(/Starting again in \d+ s/g)
        ?.at(-1)
        ?.match(/\d+/)?.[0] ?? 0,
    );
  starts = (): number => this.#said.match(READY)?.length ?? 0;

  /** Resolves when it has begun to serve more often than `before` times. */
  async started(before: number): Promise<void> {
    await until(`${this.#name} starts again`, () => this.starts() > before || this.#process.exitCode !== null);
    if (this.#process.exitCode !== null) throw new Error(`${this.#name} ended: ${this.#said.slice(-4000)}`);
  }

  /** Kills the program, not its supervisor. */
  async kill(): Promise<void> {
    const child = (await processes()).find(({ parent }) => parent === this.#process.pid);
    if (child) process.kill(child.pid, "SIGKILL");
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await ended;
  }
}

interface Embedded {
  dataDir?: string;
  settings?: Record<string, string>;
}

/** One program with the embedded PostgreSQL. Everything it keeps is in `dataDir`, which is removed at the end. */
export async function embeddedInstallation({ dataDir, settings }: Embedded = {}): Promise<Installation> {
  dataDir ??= await mkdtemp(join(tmpdir(), "lampstand-kills-"));
  const [port, sandbox] = await Promise.all([freePort(), freePort()]);
  const url = `http://localhost:${port}`;
  const program = new Supervised("the program", {
    DATA_DIR: dataDir,
    PORT: String(port),
    PAYMENTS_SANDBOX_PORT: String(sandbox),
    LOG_LEVEL: "warn",
    ...settings,
  });
  await program.started(0);
  return {
    name: "one program, embedded PostgreSQL",
    urls: [url],
    pooler: null,
    keys: await loadKeys({ jwtSecret: TEST_JWT_SECRET }, dataDir),
    databaseUrl: async () => (await findRunningPostgres(dataDir))?.connectionString("postgres") ?? "",
    kinds: [["program"], ["PostgreSQL"], ["program", "PostgreSQL"]],
    async inflict(victims) {
      const before = program.starts();
      if (victims.includes("PostgreSQL")) {
        // Its first line is the pid (https://www.postgresql.org/docs/current/storage-file-layout.html).
        const pid = (await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8")).split("\n")[0];
        process.kill(Number(pid), "SIGKILL");
      }
      if (victims.includes("program")) await program.kill();
      if (victims.length > 0) await program.started(before);
      await until("the program is ready", () => isReady(url));
      return program.lastWait();
    },
    said: (characters = 4000) => program.said().slice(-characters),
    async stop() {
      await program.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Two web processes and two workers on one PostgreSQL and one folder of files; with a `poolerSize` through PgBouncer. With OTHER_VERSION the
 * second ones are of that version.
 */
export async function sharedInstallation({ poolerSize }: { poolerSize?: number } = {}): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "lampstand-kills-"));
  // The socket's folder has another name after each start of PostgreSQL, but DATABASE_URL does not change: it names this link.
  const socket = join(folder, "socket");
  /** Processes of PostgreSQL that stand still for good. */
  const buried: number[] = [];
  let postgres: EmbeddedPostgres;
  let dataDir = join(folder, "database");
  const use = async (started: EmbeddedPostgres): Promise<void> => {
    postgres = started;
    await unlink(socket).catch(() => {});
    await symlink(postgres.host, socket);
  };
  const startPostgres = async (): Promise<void> => use(await startEmbeddedPostgres({ dataDir, settings: REPLICATION }));
  await startPostgres();
  /**
   * The machine of the primary is gone, without a word to those who are connected; the standby takes its name over. Resolves with the seconds that
   * it took to make a standby.
   */
  const failOver = async (): Promise<number> => {
    const began = performance.now();
    const next = join(folder, `database-${randomUUID()}`);
    const former = postgres;
    const promote = await startStandby(former, dataDir, next);
    await pause(FOLLOW_MS);
    const prepared = (performance.now() - began) / 1000;
    const gone = await family(former.pid);
    for (const pid of gone) process.kill(pid, "SIGSTOP");
    buried.push(...gone);
    await use(await promote());
    dataDir = next;
    return prepared;
  };
  const databaseUrl = (owner: boolean): string => {
    const url = new URL(owner ? postgres.ownerConnectionString("postgres") : postgres.connectionString("postgres"));
    url.searchParams.set("host", socket);
    return url.href;
  };
  const owner = new URL(databaseUrl(true));
  const logins = {
    [owner.username]: decodeURIComponent(owner.password),
    authenticator: authenticatorPassword(TEST_JWT_SECRET),
  };
  const pooler =
    poolerSize === undefined
      ? null
      : await startPgBouncer({ folder, host: socket, port: Number(owner.port || 5432), logins, size: poolerSize });
  const mails = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"] });
  const mailPort = await freePort();
  await new Promise<void>((resolve) => mails.listen(mailPort, "127.0.0.1", resolve));
  const start = async (role: "web" | "worker", n: number): Promise<{ program: Supervised; url: string }> => {
    const [port, sandbox] = await Promise.all([freePort(), freePort()]);
    const settings = {
      ROLE: role,
      DATABASE_URL: databaseUrl(true),
      ...(pooler && { DATABASE_POOLER_URL: pooler.url }),
      DATABASE_CONNECTIONS: "12",
      DATA_DIR: join(folder, "files"),
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: "Lampstand <from@example.com>",
      PORT: String(port),
      PAYMENTS_SANDBOX_PORT: String(sandbox),
      LOG_LEVEL: "warn",
    };
    const program = new Supervised(`${role} ${n}`, settings, n === 2 ? THERE : HERE);
    return { program, url: `http://localhost:${port}` };
  };
  const all = [await start("web", 1), await start("web", 2), await start("worker", 1), await start("worker", 2)] as const;
  await Promise.all(all.map(({ program }) => program.started(0)));
  const [firstWeb, secondWeb, worker] = all;
  const urls = [firstWeb.url, secondWeb.url];
  return {
    name: "two web processes, two workers, one PostgreSQL",
    urls,
    pooler,
    keys: await loadKeys({ jwtSecret: TEST_JWT_SECRET }, join(folder, "files")),
    databaseUrl: () => Promise.resolve(databaseUrl(false)),
    kinds: [
      ["web"],
      ["worker"],
      ["PostgreSQL"],
      ["web", "worker", "PostgreSQL"],
      ["PostgreSQL restarts"],
      ["PostgreSQL stands still"],
      ["PostgreSQL fails over"],
    ],
    async inflict(victims) {
      if (victims.includes("PostgreSQL restarts")) {
        await postgres.stop();
        await startPostgres();
      }
      if (victims.includes("PostgreSQL stands still")) await standStill(postgres.pid);
      const prepared = victims.includes("PostgreSQL fails over") ? await failOver() : 0;
      const killed = [...(victims.includes("web") ? [firstWeb] : []), ...(victims.includes("worker") ? [worker] : [])];
      const before = killed.map(({ program }) => program.starts());
      if (victims.includes("PostgreSQL")) process.kill(postgres.pid, "SIGKILL");
      await Promise.all(killed.map(({ program }) => program.kill()));
      if (victims.includes("PostgreSQL")) {
        await postgres.exited;
        await startPostgres();
      }
      await Promise.all(killed.map(({ program }, i) => program.started(before[i] ?? 0)));
      for (const url of urls) await until("a web process is ready", () => isReady(url));
      if (victims.includes("PostgreSQL stands still")) return STANDSTILL_MS / 1000;
      return Math.max(prepared, ...killed.map(({ program }) => program.lastWait()));
    },
    said: (characters = 2000) => all.map(({ program }) => program.said().slice(-characters)).join("\n"),
    async stop() {
      await Promise.all(all.map(({ program }) => program.stop()));
      await new Promise<void>((resolve) => mails.close(() => resolve()));
      await pooler?.stop();
      await postgres.stop();
      for (const pid of buried) process.kill(pid, "SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
