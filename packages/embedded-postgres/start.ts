import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { addressOf, type PostgresAddress } from "./address.ts";
import { locateBinaries } from "./binaries.ts";
import { chooseEndpoint } from "./endpoint.ts";
import { EmbeddedPostgresError, explainFailure } from "./errors.ts";
import { clusterExists, createCluster, superuserPassword } from "./initdb.ts";
import { type DataDirLock, lockDataDir } from "./lock.ts";
import { clearOrphan } from "./orphan.ts";
import { ownerPassword, prepareOwner } from "./owner.ts";
import { clusterPath, type Runtime, chooseRuntime } from "./runtime.ts";
import { type PostgresExit, startServerProcess } from "./server-process.ts";

export interface EmbeddedPostgresOptions {
  /** Created if missing. The cluster is `<dataDir>/postgres`, its log `<dataDir>/postgres.log`. */
  dataDir: string;
  /** Called with a sentence about each slow or notable step. */
  onProgress?: (message: string) => void;
  /** Overrides of settings.ts, such as `{ fsync: "off", max_connections: "200" }`. */
  settings?: Record<string, string>;
  /** This process's URL, shown to somebody who starts a second one on the same data directory. */
  servingAt?: string;
}

/** A running server. It ends with this process; if that is killed (SIGKILL), the next start stops the server. */
export interface EmbeddedPostgres extends PostgresAddress {
  pid: number;
  /** Closes remaining sessions, writes a checkpoint, and resolves when the process has ended. May be called again. */
  stop(): Promise<void>;
  /** Resolves when the process has ended and the data directory is free again. */
  exited: Promise<PostgresExit>;
}

/**
 * Starts PostgreSQL on `dataDir`, creating the cluster at the first start, and resolves when it accepts connections.
 * Holds the directory's lock until the server has ended. Throws EmbeddedPostgresError, whose message is for people.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { onProgress = () => undefined, settings = {} } = options;
  let lock: DataDirLock | undefined;
  try {
    await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
    const dataDir = await realpath(options.dataDir);
    const binaries = await locateBinaries();
    lock = lockDataDir(dataDir, options.servingAt);
    const { release } = lock;
    await clearOrphan(await clusterPath(dataDir), onProgress);
    const runtime = await chooseRuntime(dataDir, binaries, { onProgress });
    const exists = await clusterExists(runtime);
    const password = await superuserPassword(dataDir, exists);
    if (!exists) {
      onProgress("Creating the database (first start only).");
      await createCluster(runtime, password, settings["fsync"] !== "off");
    }
    const { server, endpoint } = await launch(runtime, settings, join(dataDir, "postgres.log"));
    const exited = server.exited.then((exit) => {
      release();
      return exit;
    });
    const address = addressOf(endpoint, password);
    try {
      await prepareOwner(address.connectionString("postgres"), ownerPassword(password));
    } catch (error) {
      await server.stop();
      throw error;
    }
    return {
      ...address,
      pid: server.pid,
      exited,
      stop: async () => {
        await server.stop();
        await exited;
      },
    };
  } catch (error) {
    lock?.release();
    throw explainFailure(error, options.dataDir);
  }
}

/** Retries while another process has the port, or processes of a killed server are still ending. */
const ATTEMPTS = 20;
const RETRYABLE_ERRORS = /Address already in use|pre-existing shared memory block .* is still in use/;

async function launch(runtime: Runtime, settings: Record<string, string>, logPath: string) {
  for (let attempt = 1; ; attempt += 1) {
    const endpoint = await chooseEndpoint(runtime.identity);
    const server = startServerProcess(runtime, endpoint, settings, logPath);
    if (await server.ready) return { server, endpoint };
    const said = server.said().trim();
    if (!RETRYABLE_ERRORS.test(said) || attempt === ATTEMPTS) {
      const reason = said.split("\n").findLast((line) => /FATAL:|PANIC:|error/.test(line)) ?? said;
      throw new EmbeddedPostgresError("postgres_failed", `PostgreSQL did not start: ${reason} (its log: ${logPath})`);
    }
    await pause(250);
  }
}
