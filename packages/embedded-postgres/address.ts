import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { type Endpoint, SOCKET_PORT } from "./endpoint.ts";
import { OWNER, ownerPassword } from "./owner.ts";
import { identifyPostmaster, readPostmasterFile } from "./postmaster-file.ts";

export const SUPERUSER = "postgres";

/** `<dataDir>/postgres-password`, 0600: the superuser's. */
export const passwordFile = (dataDir: string): string => join(dataDir, "postgres-password");

/** Where a server listens, and the URLs of its two logins. */
export interface PostgresAddress {
  /** The socket's directory, or 127.0.0.1 for a loopback port. */
  host: string;
  port: number;
  user: string;
  password: string;
  /** The URL of a database, as `pg` and graphile-worker take it. Contains the password: not for logs. */
  connectionString(database: string): string;
  /** The same for the login that owns the app's database and is not a superuser; the app uses this one. */
  ownerConnectionString(database: string): string;
}

export function addressOf(endpoint: Endpoint, password: string): PostgresAddress {
  const [host, port] = endpoint.kind === "socket" ? [endpoint.directory, SOCKET_PORT] : ["127.0.0.1", endpoint.port];
  // A URL needs a host; the query parameter overrides it and can be a socket's directory.
  const urlOf = (login: string, secret: string, database: string): string =>
    `postgresql://${login}:${secret}@localhost:${port}/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}`;
  return {
    host,
    port,
    user: SUPERUSER,
    password,
    connectionString: (database) => urlOf(SUPERUSER, password, database),
    ownerConnectionString: (database) => urlOf(OWNER, ownerPassword(password), database),
  };
}

/** The address of the server that another process runs on `dataDir`, or undefined if none accepts connections. */
export async function findRunningPostgres(dataDir: string): Promise<PostgresAddress | undefined> {
  const cluster = await realpath(join(dataDir, "postgres")).catch(() => undefined);
  const file = cluster === undefined ? undefined : await readPostmasterFile(cluster);
  if (cluster === undefined || file?.ready !== true) return undefined;
  if ((await identifyPostmaster(file.pid, cluster)) !== "running") return undefined;
  const endpoint: Endpoint =
    file.socketDir === "" ? { kind: "tcp", port: file.port } : { kind: "socket", directory: file.socketDir };
  return addressOf(endpoint, await readFile(passwordFile(dataDir), "utf8"));
}
