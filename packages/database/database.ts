import { createHmac } from "node:crypto";
import pg from "pg";
import type { Role } from "./claims.ts";
import { BoundedClient } from "./bounded-client.ts";
import type { BoundedPool } from "./pool.ts";

/**
 * The two logins: `owner` migrates and runs the platform; `authenticator` may only become anon, authenticated or service_role, each over
 * connections of its own, so that visitors cannot take those of people, nor either those of jobs and payments.
 */
export interface Database {
  readonly ownerUrl: string;
  readonly owner: pg.Pool;
  readonly requests: Readonly<Record<Role, BoundedPool>>;
  close(): Promise<void>;
}

/** How the connections of requests are shared; 12 at least, of which visitors get 2, people 4 and the service 6. */
export function connectionShares(connections: number): Record<Role, number> {
  const anon = Math.max(1, Math.floor(connections / 5));
  // Five of the service's may wait for the payment provider.
  const service_role = Math.min(connections - anon - 1, Math.max(6, Math.floor((connections - anon) / 2)));
  return { anon, service_role, authenticated: connections - anon - service_role };
}

// Waiting is worth it for as long as a statement may take (as-user.ts). Jobs and the payment provider's events come in bursts, but not
// from strangers.
const MAX_WAIT_SECONDS: Readonly<Record<Role, number>> = { anon: 1, authenticated: 5, service_role: 10 };
const WAITING_FOR_EACH_CONNECTION: Readonly<Record<Role, number>> = { anon: 10, authenticated: 10, service_role: 100 };

export interface DatabaseOptions {
  /** PostgreSQL URL of the role that owns the schema. */
  ownerUrl: string;
  authenticatorPassword: string;
  /** Connections for each of the two logins; those of requests are shared among the roles. */
  maxConnections: number;
  /** Told when an idle connection breaks; the pool replaces it by itself. */
  onIdleError: (error: Error) => void;
}

/** The same for every process that holds the secret, so that none has to be told. */
export function authenticatorPassword(jwtSecret: string): string {
  return createHmac("sha256", jwtSecret).update("lampstand:authenticator").digest("base64url");
}

export function authenticatorUrl(ownerUrl: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = "authenticator";
  url.password = password;
  return url.href;
}

/** Opens the pools; connects on first use. The schema must have been migrated (`migrate`). */
export function openDatabase(options: DatabaseOptions): Database {
  const open = (config: pg.PoolConfig): pg.Pool => {
    const pool = new pg.Pool({ Client: BoundedClient, idleTimeoutMillis: 30_000, ...config });
    pool.on("error", options.onIdleError);
    // A connection that breaks while it is lent out: its query fails too, and says so to whoever asked.
    pool.on("connect", (client) => client.on("error", () => {}));
    return pool;
  };
  const owner = open({
    connectionString: options.ownerUrl,
    application_name: "lampstand",
    max: options.maxConnections,
    connectionTimeoutMillis: 10_000,
  });
  const shares = connectionShares(options.maxConnections);
  const requestsOf = (role: Role): BoundedPool => ({
    pool: open({
      connectionString: authenticatorUrl(options.ownerUrl, options.authenticatorPassword),
      application_name: "lampstand-requests",
      max: shares[role],
      connectionTimeoutMillis: MAX_WAIT_SECONDS[role] * 1000,
      // One flight per request: begin, context, query and commit travel together (docs/decisions/004).
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
    requests,
    close: async () => {
      await Promise.all([owner, ...Object.values(requests).map(({ pool }) => pool)].map((pool) => pool.end()));
    },
  };
}
