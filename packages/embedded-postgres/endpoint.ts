import { chown, mkdtemp, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Identity } from "./identity.ts";

/**
 * Where a server listens: a private socket, or a loopback port where a socket is not possible (Windows, or a temporary directory with a
 * long path or closed to the user that PostgreSQL runs as).
 */
export type Endpoint = { kind: "socket"; directory: string } | { kind: "tcp"; port: number };

/** Beginning of the paths of our socket directories. */
export const socketDirPrefix = (): string => join(tmpdir(), "lampstand-pg-");

/** Part of the socket's file name; always the same, since each server has its own directory. */
export const SOCKET_PORT = 5432;

/** Longest path of a socket in bytes, of macOS; Linux has 107. */
const SOCKET_PATH_MAX = 103;

/** A new endpoint. Another program may take the port before the server does: then choose again. */
export async function chooseEndpoint(identity: Identity, kind?: Endpoint["kind"]): Promise<Endpoint> {
  if ((kind ?? ((await socketIsPossible(identity)) ? "socket" : "tcp")) === "tcp") return { kind: "tcp", port: await freePort() };
  // mkdtemp makes it private (0700).
  const directory = await mkdtemp(socketDirPrefix());
  if (identity.owner !== undefined) await chown(directory, identity.owner.uid, identity.owner.gid);
  return { kind: "socket", directory };
}

async function socketIsPossible({ become }: Identity): Promise<boolean> {
  if (process.platform === "win32") return false;
  // mkdtemp appends six characters.
  if (Buffer.byteLength(join(`${socketDirPrefix()}XXXXXX`, `.s.PGSQL.${SOCKET_PORT}`)) > SOCKET_PATH_MAX) return false;
  return become === undefined || (await isOpenToAll(tmpdir()));
}

/** Whether every user may pass through a directory and those above it. */
async function isOpenToAll(directory: string): Promise<boolean> {
  const open = ((await stat(directory)).mode & 0o001) !== 0;
  const above = dirname(directory);
  return open && (above === directory || isOpenToAll(above));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const bound = probe.address();
      probe.close(() => resolve(typeof bound === "object" && bound !== null ? bound.port : 0));
    });
  });
}
