import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { programPath } from "./binaries.ts";
import type { Endpoint } from "./endpoint.ts";
import { runAs, spawnAs } from "./identity.ts";
import { openLog } from "./log-file.ts";
import type { Runtime } from "./runtime.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { asArguments, serverSettings } from "./settings.ts";

export interface PostgresExit {
  /** False if nobody called `stop`. */
  expected: boolean;
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A `postgres` child process. */
export interface ServerProcess {
  pid: number;
  /** True once it accepts connections; false if it ended before. */
  ready: Promise<boolean>;
  exited: Promise<PostgresExit>;
  stop(): Promise<void>;
  /** The newest lines of its log. */
  said(): string;
}

/** Starts `postgres` on the runtime's cluster, logging to `logPath`. Its socket directory is removed when it ends. */
export function startServerProcess(
  runtime: Runtime,
  endpoint: Endpoint,
  settings: Record<string, string>,
  logPath: string,
): ServerProcess {
  const { identity, binaries, cluster } = runtime;
  const log = openLog(logPath);
  const args = ["-D", cluster, ...asArguments(serverSettings(endpoint, settings))];
  const child = spawnAs(identity, programPath(binaries, "postgres"), args, { ownGroup: true });
  log.follow(child.stdout);
  log.follow(child.stderr);
  const removeSocket = (): void => {
    if (endpoint.kind === "socket") rmSync(endpoint.directory, { recursive: true, force: true });
  };
  // Stops PostgreSQL when this process ends without calling `stop`, for example by an uncaught error.
  const endWithUs = (): void => {
    child.kill("SIGINT");
    removeSocket();
  };
  process.once("exit", endWithUs);
  let expected = false;
  const exited = new Promise<PostgresExit>((resolve) => {
    const ended = (code: number | null, signal: NodeJS.Signals | null): void => {
      process.off("exit", endWithUs);
      log.close();
      removeSocket();
      resolve({ expected, code, signal });
    };
    child.once("error", (error) => {
      log.add(`${error.message}\n`);
      ended(null, null);
    });
    child.once("close", ended);
  });
  const endsWithin = (milliseconds: number): Promise<boolean> =>
    Promise.race([exited.then(() => true), pause(milliseconds, false, { ref: false })]);

  return {
    pid: child.pid ?? 0,
    exited,
    said: () => log.tail(),
    ready: becomesReady(cluster, child.pid, exited),
    stop: async () => {
      expected = true;
      // Smart, fast, immediate shutdown (PostgreSQL's manual, "Shutting Down the Server"), then SIGKILL. Smart first: connections of a pool
      // that was just ended are still closing, and a fast shutdown would report errors to them.
      if (process.platform === "win32") {
        // Windows has no signals.
        await runAs(identity, programPath(binaries, "pg_ctl"), ["stop", "-m", "fast", "-D", cluster]);
      } else {
        child.kill("SIGTERM");
        if (await endsWithin(300)) return;
        child.kill("SIGINT");
      }
      if (await endsWithin(15_000)) return;
      child.kill("SIGQUIT");
      if (await endsWithin(5_000)) return;
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Without a timeout, since crash recovery may take long; ends when the process does. */
async function becomesReady(cluster: string, pid: number | undefined, exited: Promise<PostgresExit>): Promise<boolean> {
  const ended = exited.then(() => true);
  do {
    const file = await readPostmasterFile(cluster);
    if (file?.ready === true && file.pid === pid) return true;
  } while (!(await Promise.race([ended, pause(10, false)])));
  return false;
}
