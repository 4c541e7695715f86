import { accessSync, closeSync, constants, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { EmbeddedPostgresError } from "./errors.ts";

/** An exclusive lock on a data directory. */
export interface DataDirLock {
  release: () => void;
}

const holderSchema = z.object({ pid: z.number(), servingAt: z.string().optional() });

/**
 * Locks the data directory for this process. A second process gets `already_running` with the first one's pid and address, which are read
 * from `lock.json`. The lock is SQLite's file lock, available in Node on every platform; the operating system releases it when the process
 * ends, so there are no stale locks.
 */
export function lockDataDir(dataDir: string, servingAt?: string): DataDirLock {
  const holderFile = join(dataDir, "lock.json");
  const lockFile = join(dataDir, "lock");
  requireWritable(lockFile);
  const database = new DatabaseSync(lockFile);
  try {
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (!(error instanceof Error) || !error.message.includes("locked")) throw error;
    throw new EmbeddedPostgresError("already_running", `The data directory ${dataDir} is in use${describeHolder(holderFile)}.`);
  }
  try {
    writeFileSync(holderFile, JSON.stringify({ pid: process.pid, servingAt }), { mode: 0o600 });
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}

/**
 * Throws Node's error (EROFS, ENOSPC, ..), which is more precise than SQLite's. Must not open an existing file:
 * closing it would drop a lock that this process holds on it (fcntl(2)).
 */
function requireWritable(file: string): void {
  if (existsSync(file)) accessSync(file, constants.W_OK);
  else closeSync(openSync(file, "a", 0o600));
}

function describeHolder(holderFile: string): string {
  try {
    const { pid, servingAt } = holderSchema.parse(JSON.parse(readFileSync(holderFile, "utf8")));
    return ` by process ${pid}${servingAt === undefined ? "" : `, which serves ${servingAt}`}; stop that one first (Ctrl-C, or kill ${pid})`;
  } catch {
    return " by another process";
  }
}
