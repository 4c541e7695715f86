import { DatabaseError } from "pg";
import { PoolBusyError } from "./pool.ts";

/** A restarted PostgreSQL or a failover takes a few seconds. */
const RETRY_AFTER_SECONDS = 5;

// https://www.postgresql.org/docs/current/errcodes-appendix.html: shutting down, crashed, starting up, too many connections.
const SQLSTATES = new Set(["57P01", "57P02", "57P03", "53300"]);
const isConnectionException = (sqlstate: string): boolean => sqlstate.startsWith("08");

/** What `pg` says, without a code, when its connection ends under a query or is used after it has ended. */
const ENDED = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

// https://nodejs.org/api/errors.html#common-system-errors
const REFUSED = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"]);

/**
 * Seconds after which it makes sense to try again, if `error` means that the server itself can't be reached or is full (of PostgreSQL, or
 * of another service over a socket); else null. Such a failure says nothing about the request.
 */
export function retryAfterOf(error: unknown): number | null {
  if (error instanceof PoolBusyError) return error.retryAfterSeconds;
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error instanceof DatabaseError) return SQLSTATES.has(code) || isConnectionException(code) ? RETRY_AFTER_SECONDS : null;
  // A missing Unix socket is ENOENT, which a missing file is too.
  const isSocket = REFUSED.has(code) || ("syscall" in error && error.syscall === "connect");
  return isSocket || ENDED.test(error.message) ? RETRY_AFTER_SECONDS : null;
}
