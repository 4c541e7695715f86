import { randomBytes } from "node:crypto";
import { chown, mkdir, open, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { passwordFile, SUPERUSER } from "./address.ts";
import { majorVersion, programPath } from "./binaries.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { type Identity, runAs } from "./identity.ts";
import type { Runtime } from "./runtime.ts";

/** The superuser's password, generated once and kept in the data directory. */
export async function superuserPassword(dataDir: string, clusterExists: boolean): Promise<string> {
  const file = passwordFile(dataDir);
  const stored = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return "";
  });
  if (stored !== "") return stored;
  if (clusterExists) {
    throw new EmbeddedPostgresError(
      "data_dir_unusable",
      `${file} is missing, without which the database beside it cannot be opened.`,
    );
  }
  const password = randomBytes(24).toString("base64url");
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

/** Whether the cluster exists. Throws if the directory has other files, or a cluster of another major version. */
export async function clusterExists({ cluster, binaries }: Runtime): Promise<boolean> {
  const content = await readdir(cluster).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code !== "ENOENT") throw error;
    return [];
  });
  if (content.length === 0) return false;
  if (!content.includes("PG_VERSION")) {
    throw new EmbeddedPostgresError(
      "data_dir_unusable",
      `${cluster} holds files that are not a PostgreSQL database; move them away.`,
    );
  }
  const version = (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
  if (Number(version) === majorVersion(binaries)) return true;
  throw new EmbeddedPostgresError(
    "version_mismatch",
    `The database in ${cluster} was made by PostgreSQL ${version}, and the installed programs are version ${binaries.version}: ` +
      "install the packages that made it, or move it away to begin anew.",
  );
}

/**
 * Creates the cluster under a temporary name and renames it, so that an interrupted creation is never taken for a database; the next start
 * begins again. `sync: false` skips fsync (tests).
 */
export async function createCluster({ identity, binaries, cluster }: Runtime, password: string, sync: boolean): Promise<void> {
  const unfinished = `${cluster}.unfinished`;
  const firstPassword = `${cluster}.initdb-password`;
  try {
    // Retry, as an initdb whose parent was killed may still be writing.
    await rm(unfinished, { recursive: true, force: true, maxRetries: 10 });
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(firstPassword, password, { mode: 0o600 });
    await changeOwnership(identity, unfinished, firstPassword);
    const { code, output } = await runAs(identity, programPath(binaries, "initdb"), [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${firstPassword}`,
      "--auth=scram-sha-256",
      // Without locales, since initdb fails if the one in LANG is not installed.
      "--no-locale",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-instructions",
      ...(sync ? [] : ["--no-sync"]),
    ]);
    if (code !== 0) throw new EmbeddedPostgresError("postgres_failed", `PostgreSQL's initdb failed: ${initdbError(output)}`);
    // rename(2) replaces an empty directory; Windows does not.
    await rm(cluster, { recursive: true, force: true });
    await rename(unfinished, cluster);
    if (sync) await syncDirectory(dirname(cluster));
  } finally {
    await rm(firstPassword, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function changeOwnership(identity: Identity, ...paths: string[]): Promise<void> {
  if (identity.owner === undefined) return;
  for (const path of paths) await chown(path, identity.owner.uid, identity.owner.gid);
}

/** Makes the rename durable. Windows can't open directories and does not need it. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function initdbError(output: string): string {
  const lines = output.trim().split("\n");
  return lines.find((line) => /error:|FATAL:|PANIC:/.test(line)) ?? lines.at(-1) ?? "no output";
}
