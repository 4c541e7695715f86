import type { Socket } from "node:net";
import { callbackify } from "node:util";
import pg from "pg";
import { BoundedClient } from "./bounded-client.ts";

// Why, and what else was weighed: docs/decisions/084-connections-to-a-host-that-is-gone.md.

export interface WatchTimes {
  /** So long a connection that is in use hears nothing before the server is asked about it. */
  silentMs: number;
  /** And so long before it is asked again, if the connection was alive. */
  againMs: number;
  everyMs: number;
}

const TIMES: WatchTimes = { silentMs: 5000, againMs: 30_000, everyMs: 1000 };
const ASKING_MS = 5000;

interface Watched {
  /** PostgreSQL's process of this connection, and when that began; null if it does not say so. */
  backend: string | null;
  inUse: boolean;
  bytesRead: number;
  quietSince: number;
  /** How long it may be quiet. */
  allowedMs: number;
}

/**
 * Ends connections that their server does not know any more: when one that is in use has heard nothing for some seconds, it asks the server
 * over a new connection which of them it has. A statement that takes long is left alone, and so is every connection while no server answers.
 * Queries of an ended connection reject (`retryAfterOf`), and its pool replaces it.
 */
export class ConnectionWatch {
  readonly #config: pg.ClientConfig;
  readonly #times: WatchTimes;
  readonly #watched = new Map<pg.Client, Watched>();
  readonly #timer: NodeJS.Timeout;
  #asking = false;

  /** @param config of the connections that are watched */
  constructor(config: pg.ClientConfig, times = TIMES) {
    this.#config = config;
    this.#times = times;
    this.#timer = setInterval(() => void this.#look(), times.everyMs).unref();
  }

  /** Watches a connection that was just made, until it ends. */
  async add(client: pg.Client, { inUse }: { inUse: boolean }): Promise<void> {
    const own = {
      text: `select ${BACKEND} as backend from pg_stat_get_activity(pg_backend_pid())`,
      query_timeout: ASKING_MS,
    };
    const { rows } = await client.query<{ backend: string | null }>(own);
    const watched: Watched = { backend: rows[0]?.backend ?? null, inUse, bytesRead: 0, quietSince: 0, allowedMs: 0 };
    this.#heard(watched);
    this.#watched.set(client, watched);
    client.once("end", () => this.#watched.delete(client));
  }

  /** Opens a pool whose connections are watched. */
  openPool(config: pg.PoolConfig): pg.Pool {
    // The published types don't know that these clients are whole ones.
    const verify = callbackify((client: pg.ClientBase) => this.add(client as pg.Client, { inUse: true }));
    const pool = new pg.Pool({ ...config, verify });
    const use = (client: pg.ClientBase, inUse: boolean): void => {
      const watched = this.#watched.get(client as pg.Client);
      if (!watched) return;
      watched.inUse = inUse;
      this.#heard(watched);
    };
    pool.on("acquire", (client) => use(client, true));
    pool.on("release", (_error, client) => use(client, false));
    return pool;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #heard(watched: Watched): void {
    watched.quietSince = performance.now();
    watched.allowedMs = this.#times.silentMs;
  }

  async #look(): Promise<void> {
    const now = performance.now();
    let isQuiet = false;
    for (const [client, watched] of this.#watched) {
      const { bytesRead } = streamOf(client);
      if (bytesRead !== watched.bytesRead) this.#heard(watched);
      watched.bytesRead = bytesRead;
      if (watched.inUse && now - watched.quietSince >= watched.allowedMs) isQuiet = true;
    }
    if (!isQuiet || this.#asking) return;
    this.#asking = true;
    await this.#ask().catch(() => {}); // No server answers: it may be starting, and the connections may be alive.
    this.#asking = false;
  }

  async #ask(): Promise<void> {
    const asked = [...this.#watched].filter(([, { backend }]) => backend !== null);
    const client = new BoundedClient({ ...this.#config, connectionTimeoutMillis: ASKING_MS, query_timeout: ASKING_MS });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ backend: string | null }>(`select ${BACKEND} as backend from pg_stat_activity`);
      const alive = new Set(rows.map(({ backend }) => backend));
      for (const [one, watched] of asked)
        if (alive.has(watched.backend)) Object.assign(watched, { quietSince: performance.now(), allowedMs: this.#times.againMs });
        else streamOf(one).destroy(new Error("Connection terminated: the server does not have it any more"));
    } finally {
      void client.end().catch(() => {});
    }
  }
}

/** A process has its number again after a while; on another server it may have it at the same time. Null for those of other logins. */
const BACKEND = "pid || ' ' || extract(epoch from backend_start)";

/** Missing in the published types. */
const streamOf = (client: pg.Client): Socket => (client as unknown as { connection: { stream: Socket } }).connection.stream;
