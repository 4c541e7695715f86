import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { SOCKET_DIR_PREFIX } from "./endpoint.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { invalidatePidFile, type Postmaster, identifyPostmaster, readPostmasterFile } from "./postmaster-file.ts";

/**
 * Clears what a killed process left on its cluster (a real path). A server that goes on is stopped as we would have
 * stopped it; a file that remains is left to PostgreSQL, which checks the shared memory before it takes over.
 * Call it only while holding the data directory's lock: then no living process of ours owns that server.
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
  // A zombie holds nothing, and a container's first process may never reap it: there is nothing to wait for.
  if ((await readPostmasterFile(cluster)) !== undefined) await invalidatePidFile(cluster);
  if (file.socketDir.startsWith(SOCKET_DIR_PREFIX)) await rm(file.socketDir, { recursive: true, force: true });
}

async function waitWhileRunning(pid: number, cluster: string, milliseconds: number): Promise<Postmaster> {
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
