import { execFile } from "node:child_process";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { EmbeddedPostgres } from "@lampstand/embedded-postgres";
import { addressOf, passwordFile } from "../../packages/embedded-postgres/address.ts";
import { locateBinaries } from "../../packages/embedded-postgres/binaries.ts";
import { chooseEndpoint } from "../../packages/embedded-postgres/endpoint.ts";
import { chooseRuntime, clusterPath } from "../../packages/embedded-postgres/runtime.ts";
import { startServerProcess } from "../../packages/embedded-postgres/server-process.ts";
import { asSuperuser } from "../support/superuser.ts";

const run = promisify(execFile);
const CAUGHT_UP_MS = 30_000;

/** What a primary needs so that a standby can follow it (https://www.postgresql.org/docs/current/warm-standby.html). */
export const REPLICATION = { wal_level: "replica", max_wal_senders: "4", wal_keep_size: "512MB", max_connections: "200" };

/** Copies a running primary's files to a new data directory, as pg_basebackup does. */
async function copyCluster(primary: EmbeddedPostgres, from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o711 });
  await copyFile(passwordFile(from), passwordFile(to));
  await asSuperuser(primary, async (client) => {
    await client.query("select pg_backup_start('standby', true)");
    // Files may change or go while they are copied, which tar tells with 1; recovery mends them.
    await run("sh", [
      "-c",
      `mkdir "$2/postgres" && { tar -C "$1" --exclude=./postmaster.pid --exclude='./pg_wal/*' -cf - . || [ $? -eq 1 ]; } | tar -C "$2/postgres" -xpf -`,
      "sh",
      await clusterPath(from),
      to,
    ]);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    await writeFile(join(to, "postgres/backup_label"), rows[0]?.labelfile ?? "");
  });
  await writeFile(join(to, "postgres/standby.signal"), "");
}

/**
 * Starts a standby of `primary` and has the primary wait for it at each commit, so that nothing acknowledged is missing there. Resolves with the
 * function that makes it the primary.
 * @param from the primary's data directory
 * @param to the standby's, which must not exist
 */
export async function startStandby(
  primary: EmbeddedPostgres,
  from: string,
  to: string,
): Promise<() => Promise<EmbeddedPostgres>> {
  await copyCluster(primary, from, to);
  const runtime = await chooseRuntime(to, await locateBinaries(), { onProgress: () => {} });
  const { owner } = runtime.identity;
  // Written by this process, after the rest was given to the user whom PostgreSQL runs as.
  if (owner) await run("chown", ["-R", `${owner.uid}:${owner.gid}`, join(to, "postgres")]);
  const endpoint = await chooseEndpoint(runtime.identity);
  const conninfo = `host=${primary.host} port=${primary.port} user=${primary.user} password=${primary.password}`;
  const server = startServerProcess(runtime, endpoint, { ...REPLICATION, primary_conninfo: conninfo }, join(to, "postgres.log"));
  if (!(await server.ready)) throw new Error(`the standby does not start: ${server.said()}`);
  const standby: EmbeddedPostgres = {
    ...addressOf(endpoint, primary.password),
    pid: server.pid,
    exited: server.exited,
    stop: () => server.stop(),
  };
  await asSuperuser(primary, async (client) => {
    for (const deadline = Date.now() + CAUGHT_UP_MS; ; await pause(50)) {
      const following = await client.query("select from pg_stat_replication where state = 'streaming'");
      if (following.rowCount === 1) break;
      if (Date.now() > deadline) throw new Error(`the standby does not follow: ${server.said()}`);
    }
    await client.query("alter system set synchronous_standby_names = '*'");
    await client.query("select pg_reload_conf()");
  });
  return async () => {
    await asSuperuser(standby, (client) => client.query("select pg_promote()"));
    await rm(from, { recursive: true, force: true });
    return standby;
  };
}
