import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../support/free-port.ts";

/** PgBouncer in transaction mode on a loopback port (https://www.pgbouncer.org/config.html). */
export interface PgBouncer {
  url: string;
  /** Connections that it may have open to the server, for each login. */
  size: number;
  /** How many connections programs have open to it now. */
  clients(): Promise<number>;
  /** Kills it with SIGKILL and starts another on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const ADMIN = "pgbouncer_admin";

interface Given {
  folder: string;
  /** Folder of the server's socket. */
  host: string;
  port: number;
  /** Passwords by login. */
  logins: Readonly<Record<string, string>>;
  size: number;
}

export async function startPgBouncer({ folder, host, port, logins, size }: Given): Promise<PgBouncer> {
  const own = await freePort();
  const adminPassword = "only on loopback";
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const users = Object.entries({ ...logins, [ADMIN]: adminPassword });
  await writeFile(join(folder, "users.txt"), users.map(([name, password]) => `${quoted(name)} ${quoted(password)}`).join("\n"));
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(
    settings,
    `[databases]
* = host=${host} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, "users.txt")}
admin_users = ${ADMIN}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 500
server_login_retry = 1
`,
  );
  let bouncer: ChildProcess;
  let said = "";
  const admin = async <T extends pg.QueryResultRow>(statement: string): Promise<T[]> => {
    const client = new pg.Client({ host: "127.0.0.1", port: own, user: ADMIN, password: adminPassword, database: "pgbouncer" });
    await client.connect();
    try {
      return (await client.query<T>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const start = async (): Promise<void> => {
    // It refuses to run as root; as another user of a namespace of its own it still reaches the server's socket.
    const isRoot = process.getuid?.() === 0;
    const [command, ...args] = [...(isRoot ? ["unshare", "--user", "--map-user=65534", "--map-group=65534"] : []), "pgbouncer"];
    bouncer = spawn(command ?? "", [...args, "--quiet", settings], { stdio: ["ignore", "ignore", "pipe"] });
    bouncer.on("error", (error) => (said += error.message));
    bouncer.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
    for (const deadline = Date.now() + 10_000; ;) {
      if (
        await admin("show version").then(
          () => true,
          () => false,
        )
      )
        return;
      if (Date.now() > deadline || bouncer.exitCode !== null || bouncer.pid === undefined)
        throw new Error(`PgBouncer does not start (Debian's package is called pgbouncer): ${said.slice(-2000)}`);
    }
  };
  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    const ended = once(bouncer, "exit");
    bouncer.kill(signal);
    await ended;
  };
  await start();
  return {
    url: `postgres://127.0.0.1:${own}`,
    size,
    clients: async () => (await admin<{ user: string }>("show clients")).filter(({ user }) => user !== ADMIN).length,
    async restart() {
      await end("SIGKILL");
      await start();
    },
    stop: () => end("SIGTERM"),
  };
}
