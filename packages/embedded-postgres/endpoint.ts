import { chown, mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import type { Identity } from "./identity.ts";

/** Where a server listens: a private socket, or a loopback port where there are no Unix sockets for PostgreSQL (Windows). */
export type Endpoint = { kind: "socket"; directory: string } | { kind: "tcp"; port: number };

/** Prefix of our socket directories. Not in `os.tmpdir()`, which can be long: a socket's path may have 107 bytes (103 on macOS). */
export const SOCKET_DIR_PREFIX = "/tmp/lampstand-pg-";

/** Part of the socket's file name; always the same, since each server has its own directory. */
export const SOCKET_PORT = 5432;

/** A new endpoint. Another program may take the port before the server does: then choose again. */
export async function chooseEndpoint(
  { owner }: Identity,
  kind = process.platform === "win32" ? "tcp" : "socket",
): Promise<Endpoint> {
  if (kind === "tcp") return { kind, port: await freePort() };
  // mkdtemp makes it private (0700).
  const directory = await mkdtemp(SOCKET_DIR_PREFIX);
  if (owner !== undefined) await chown(directory, owner.uid, owner.gid);
  return { kind: "socket", directory };
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
