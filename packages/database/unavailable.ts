import { DatabaseError } from "pg";
import { PoolBusyError } from "./pool.ts";

/** A restarted PostgreSQL or a failover takes a few seconds. */
const RETRY_AFTER_SECONDS = 5;
/** Somebody has to make room. */
const RETRY_AFTER_FULL_DISK_SECONDS = 60;

// https://www.postgresql.org/docs/current/errcodes-appendix.html: shutting down, crashed, starting up, too many connections.
const SQLSTATES = new Set(["57P01", "57P02", "57P03", "53300"]);
const isConnectionException = (sqlstate: string): boolean => sqlstate.startsWith("08");

/** What `pg` says, without a code, when its connection ends under a query, does not answer the first one (connection-watch.ts), or is used after it has ended. */
const ENDED = /^(Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed)/;

// https://nodejs.org/api/errors.html#common-system-errors
const REFUSED = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"]);

/** PostgreSQL's, and those of Node.js: a full disk, or a user's share of it. */
const FULL_DISK = new Set(["53100", "ENOSPC", "EDQUOT"]);

const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "");

/** Whether `error` says that a disk is full, the server's or PostgreSQL's. */
export const isFullDisk = (error: unknown): boolean => error instanceof Error && FULL_DISK.has(codeOf(error));

/**
 * Seconds after which it makes sense to try again, if `error` means that the server itself can't be reached or is full (PostgreSQL,
 * another service over a socket, or a disk); else null. Such a failure says nothing about the request.
 */
export function retryAfterOf(error: unknown): number | null {
  if (error instanceof PoolBusyError) return error.retryAfterSeconds;
  if (!(error instanceof Error)) return null;
  if (isFullDisk(error)) return RETRY_AFTER_FULL_DISK_SECONDS;
  const code = codeOf(error);
  if (error instanceof DatabaseError) return SQLSTATES.has(code) || isConnectionException(code) ? RETRY_AFTER_SECONDS : null;
  // A missing Unix socket is ENOENT, which a missing file is too.
  const isSocket = REFUSED.has(code) || ("syscall" in error && error.syscall === "connect");
  return isSocket || ENDED.test(error.message) ? RETRY_AFTER_SECONDS : null;
}
