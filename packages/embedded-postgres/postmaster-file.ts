import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { inspectProcess } from "./processes.ts";

/** `postmaster.pid`, the file by which PostgreSQL marks a running cluster (src/include/utils/pidfile.h). */
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

/** How the process named in the file relates to this cluster. */
export type Postmaster = "running" | "zombie" | "gone" | "unrelated";

/** Whether `pid` is the server of `cluster` (a real path), or merely a process that got the same number later. */
export async function identifyPostmaster(pid: number, cluster: string): Promise<Postmaster> {
  const facts = await inspectProcess(pid);
  if (facts === undefined) return "gone";
  if (facts.zombie) return "zombie";
  // " (deleted)" follows the name after a re-installation of the packages.
  const postgres =
    facts.executable === undefined ? /\bpostgres\b/.test(facts.command) : basename(facts.executable).startsWith("postgres");
  return postgres && ` ${facts.command} `.includes(` -D ${cluster} `) ? "running" : "unrelated";
}

/**
 * Makes PostgreSQL treat the file as left over, whatever process has its number by now. PostgreSQL takes the number of its
 * own parent (us) for a coincidence (CreateLockFile in miscinit.c) and still checks, by the file's other lines, that no
 * process of the old server holds the shared memory. Deleting the file would skip that check; leaving it as it is could
 * make a new server with the old number look ready too early.
 */
export async function invalidatePidFile(cluster: string): Promise<void> {
  const text = await readFile(path(cluster), "utf8");
  await writeFile(path(cluster), [String(process.pid), ...text.split("\n").slice(1)].join("\n"));
}
