import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { socketDirPrefix } from "./endpoint.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { invalidatePidFile, type PostmasterState, identifyPostmaster, readPostmasterFile } from "./postmaster-file.ts";

/**
 * Cleans up after a killed process: stops a PostgreSQL that still runs on `cluster` (a real path), and invalidates a leftover
 * `postmaster.pid`. Call it only while holding the data directory's lock, so that the server does not belong to a live process.
 */
export async function clearOrphan(cluster: string, onProgress: (message: string) => void): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (file === undefined) return;
  let state = await identifyPostmaster(file.pid, cluster);
  if (state === "running") {
    onProgress(`Stopping the PostgreSQL (process ${file.pid}) that an ended process left behind.`);
    for (const [signal, patience] of [
      ["SIGINT", 15_000],
      ["SIGQUIT", 10_000],
    ] as const) {
      if (state !== "running") break;
      signalIfAlive(file.pid, signal);
      state = await waitWhileRunning(file.pid, cluster, patience);
    }
    if (state === "running") {
      throw new EmbeddedPostgresError(
        "postgres_failed",
        `PostgreSQL (process ${file.pid}) runs on ${cluster} and cannot be stopped.`,
      );
    }
  }
  // Don't wait for a zombie: it holds no resources, and pid 1 of a container may never reap it.
  if ((await readPostmasterFile(cluster)) !== undefined) await invalidatePidFile(cluster);
  if (file.socketDir.startsWith(socketDirPrefix())) await rm(file.socketDir, { recursive: true, force: true });
}

async function waitWhileRunning(pid: number, cluster: string, milliseconds: number): Promise<PostmasterState> {
  const end = Date.now() + milliseconds;
  for (;;) {
    const state = await identifyPostmaster(pid, cluster);
    if (state !== "running" || Date.now() > end) return state;
    await pause(10);
  }
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
