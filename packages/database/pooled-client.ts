import type pg from "pg";
import { BoundedClient } from "./bounded-client.ts";

/** Missing in the published types: how every form of `query` is handed on. */
type Query = (query: unknown, ...rest: unknown[]) => unknown;

/**
 * A client behind a pooler in transaction mode, where each transaction may run on another of the server's connections: it prepares no named
 * statements, which would be missing there. (PgBouncer keeps track of them since 1.21, others do not.)
 */
export class PooledClient extends BoundedClient {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    const unnamed: Query = (statement, ...rest) => query(withoutName(statement), ...rest);
    this.query = unnamed as pg.Client["query"];
  }
}

function withoutName(statement: unknown): unknown {
  if (typeof statement !== "object" || statement === null || !("name" in statement)) return statement;
  const { name: _name, ...rest } = statement;
  return rest;
}
