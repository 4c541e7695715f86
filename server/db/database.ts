import { createHmac } from "node:crypto";
import pg from "pg";
import { ContainedClient } from "./contained-client.ts";

/** The two logins: `owner` migrates and runs the platform, `authenticator` may only become anon, authenticated or service_role. */
export interface Database {
  readonly ownerUrl: string;
  readonly owner: pg.Pool;
  readonly authenticator: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** PostgreSQL URL of the role that owns the schema. */
  ownerUrl: string;
  authenticatorPassword: string;
  /** Connections for each of the two logins. */
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
  const common = {
    Client: ContainedClient,
    max: options.maxConnections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  };
  const owner = new pg.Pool({ ...common, connectionString: options.ownerUrl, application_name: "lampstand" });
  const authenticator = new pg.Pool({
    ...common,
    connectionString: authenticatorUrl(options.ownerUrl, options.authenticatorPassword),
    application_name: "lampstand-requests",
    // One flight per request: begin, context, query and commit travel together (docs/decisions/004).
    pipeline: true,
  });
  for (const pool of [owner, authenticator]) {
    pool.on("error", options.onIdleError);
    // A connection that breaks while it is lent out: its query fails too, and says so to whoever asked.
    pool.on("connect", (client) => client.on("error", () => {}));
  }
  return {
    ownerUrl: options.ownerUrl,
    owner,
    authenticator,
    close: async () => {
      await Promise.all([owner.end(), authenticator.end()]);
    },
  };
}
