import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { inspectProcess } from "./processes.ts";

/** `postmaster.pid`, PostgreSQL's lock file of a running cluster (src/include/utils/pidfile.h). */
export interface PostmasterFile {
  pid: number;
  port: number;
  /** Empty when the server has no Unix socket. */
  socketDir: string;
  /** It accepts connections (or did, if it died). */
  ready: boolean;
}

const path = (cluster: string): string => join(cluster, "postmaster.pid");

/** The file's content, or undefined if it is absent or not complete yet. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(path(cluster), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory key, status.
  const lines = text.split("\n");
  const pid = Number.parseInt(lines[0] ?? "", 10);
  if (!(pid > 0)) return undefined;
  return { pid, port: Number(lines[3] ?? ""), socketDir: lines[4] ?? "", ready: lines[7]?.trim() === "ready" };
}

/** What became of the process whose pid is in the file; "unrelated": another program has that pid now. */
export type PostmasterState = "running" | "zombie" | "gone" | "unrelated";

/** Whether `pid` is the server of `cluster` (a real path), or another process that got the same pid later. */
export async function identifyPostmaster(pid: number, cluster: string): Promise<PostmasterState> {
  const facts = await inspectProcess(pid);
  if (facts === undefined) return "gone";
  if (facts.zombie) return "zombie";
  // The name ends with " (deleted)" after a re-installation of the packages.
  const postgres =
    facts.executable === undefined ? /\bpostgres\b/.test(facts.command) : basename(facts.executable).startsWith("postgres");
  return postgres && ` ${facts.command} `.includes(` -D ${cluster} `) ? "running" : "unrelated";
}

/**
 * Marks the file of a server that has ended, so that a new one starts. PostgreSQL refuses to start if the file has the pid of a living process,
 * which another program may have got by now. It makes an exception for its own parent (CreateLockFile in miscinit.c), so this writes the pid of
 * this process, which will start it. The other lines are kept: by them PostgreSQL checks that no process of the old server still uses the shared
 * memory, a check that it skips if the file is deleted.
 */
export async function invalidatePidFile(cluster: string): Promise<void> {
  const text = await readFile(path(cluster), "utf8");
  await writeFile(path(cluster), [String(process.pid), ...text.split("\n").slice(1)].join("\n"));
}
