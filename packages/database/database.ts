import { createHmac } from "node:crypto";
import pg from "pg";
import type { Role } from "./claims.ts";
import { BoundedClient } from "./bounded-client.ts";
import { ConnectionWatch, type WatchTimes } from "./connection-watch.ts";
import { PooledClient } from "./pooled-client.ts";
import type { BoundedPool } from "./pool.ts";

/**
 * Two logins: `owner` for migrations, auth and storage; `authenticator`, which can only switch to anon, authenticated or service_role. Each
 * of these roles has its own pool, so that visitors can't exhaust the connections of users, nor both those of jobs and payments.
 */
export interface Database {
  readonly ownerUrl: string;
  readonly owner: pg.Pool;
  /** The owner's too, but never through a pooler: for what LISTENs or needs a session. The same pool as `owner` without a pooler. */
  readonly direct: pg.Pool;
  readonly requests: Readonly<Record<Role, BoundedPool>>;
  /** Opens the connections that a page asks with, so that the first one after a start does not wait for them. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

/** Splits the request connections between the roles. Needs at least 12: 2 anon, 4 authenticated, 6 service_role. */
export function connectionShares(connections: number): Record<Role, number> {
  const anon = Math.max(1, Math.floor(connections / 5));
  const service_role = Math.min(connections - anon - 1, Math.max(6, Math.floor((connections - anon) / 2)));
  return { anon, service_role, authenticated: connections - anon - service_role };
}

// As long as the role's statement timeout (as-user.ts). Jobs and webhooks come in bursts, but are trusted, so more of them may wait.
const MAX_WAIT_SECONDS: Readonly<Record<Role, number>> = { anon: 1, authenticated: 5, service_role: 10 };
const WAITING_FOR_EACH_CONNECTION: Readonly<Record<Role, number>> = { anon: 10, authenticated: 10, service_role: 100 };

export interface DatabaseOptions {
  /** PostgreSQL URL of the role that owns the schema. */
  ownerUrl: string;
  /** URL of a pooler in transaction mode (PgBouncer) in front of it; a user and a password in it are ignored. */
  poolerUrl?: string | null | undefined;
  authenticatorPassword: string;
  /** Connections for each of the two logins; those of requests are shared among the roles. */
  maxConnections: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  onIdleError: (error: Error) => void;
  /** When connections are looked up at the server (connection-watch.ts); left out: after some seconds. */
  watchTimes?: WatchTimes;
}

/** Derived from the secret, so that all processes have the same one. */
export function authenticatorPassword(jwtSecret: string): string {
  return createHmac("sha256", jwtSecret).update("lampstand:authenticator").digest("base64url");
}

export function authenticatorUrl(ownerUrl: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = "authenticator";
  url.password = password;
  return url.href;
}

/** The pooler's address with the login, the password and the database of the server's. */
export function throughPooler(poolerUrl: string, serverUrl: string): string {
  const url = new URL(poolerUrl);
  const server = new URL(serverUrl);
  url.username = server.username;
  url.password = server.password;
  url.pathname = server.pathname;
  return url.href;
}

/** Opens the pools; connects on first use, or at `connect`. The schema must have been migrated (`migrate`). */
export function openDatabase(options: DatabaseOptions): Database {
  const watches: ConnectionWatch[] = [];
  // Behind a pooler a connection has no process of the server's for itself; the pooler watches its own (tcp_user_timeout).
  const watched = (config: pg.PoolConfig): pg.Pool => {
    const watch = new ConnectionWatch(config, options.watchTimes);
    watches.push(watch);
    return watch.openPool(config);
  };
  const open = (config: pg.PoolConfig): pg.Pool => {
    const whole = { idleTimeoutMillis: 30_000, ...config };
    const pool = config.Client === BoundedClient ? watched(whole) : new pg.Pool(whole);
    pool.on("error", options.onIdleError);
    // When a connection breaks while in use, its query rejects; without a listener the event would end the process.
    pool.on("connect", (client) => client.on("error", () => {}));
    return pool;
  };
  const pooler = options.poolerUrl ?? null;
  const address = pooler === null ? options.ownerUrl : throughPooler(pooler, options.ownerUrl);
  const Client = pooler === null ? BoundedClient : PooledClient;
  const ownersPool: pg.PoolConfig = {
    connectionString: address,
    application_name: "lampstand",
    max: options.maxConnections,
    connectionTimeoutMillis: 10_000,
  };
  const owner = open({ ...ownersPool, Client });
  const direct =
    pooler === null
      ? owner
      : open({ ...ownersPool, Client: BoundedClient, connectionString: options.ownerUrl, application_name: "lampstand-direct" });
  const shares = connectionShares(options.maxConnections);
  const requestsOf = (role: Role): BoundedPool => ({
    pool: open({
      Client,
      connectionString: authenticatorUrl(address, options.authenticatorPassword),
      application_name: "lampstand-requests",
      max: shares[role],
      connectionTimeoutMillis: MAX_WAIT_SECONDS[role] * 1000,
      // Sends begin, context, query and commit in one round trip (docs/decisions/004).
      pipeline: true,
    }),
    maxWaiting: shares[role] * WAITING_FOR_EACH_CONNECTION[role],
    maxWaitSeconds: MAX_WAIT_SECONDS[role],
  });
  const requests = {
    anon: requestsOf("anon"),
    authenticated: requestsOf("authenticated"),
    service_role: requestsOf("service_role"),
  };
  return {
    ownerUrl: options.ownerUrl,
    owner,
    direct,
    requests,
    connect: async () => {
      const { anon, authenticated, service_role } = requests;
      const pools = [anon, authenticated, authenticated, authenticated, service_role];
      // One that can't be had yet is opened by the first request.
      const asked = await Promise.allSettled(pools.map(({ pool }) => pool.connect()));
      for (const one of asked) if (one.status === "fulfilled") one.value.release();
    },
    close: async () => {
      for (const watch of watches) watch.close();
      await Promise.all(
        [...new Set([owner, direct]), ...Object.values(requests).map(({ pool }) => pool)].map((pool) => pool.end()),
      );
    },
  };
}
