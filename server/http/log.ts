import { currentTrace } from "@lampstand/telemetry";
import { pino, type Logger } from "pino";
import type { Config } from "../config/config.ts";

interface ErrorRecord {
  type: string;
  code?: string;
  message?: string;
  stack?: string[];
  cause?: ErrorRecord;
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * An error without personal data: of database errors, whose message and details quote values, only the code. The stack comes without its
 * first line, which repeats the message.
 */
export function errorRecord(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const isDatabase = code !== undefined && SQLSTATE.test(code) && "severity" in error;
  const stack = error.stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
  return {
    type: error.name,
    ...(code !== undefined && { code }),
    ...(!isDatabase && { message: error.message }),
    ...(stack && { stack }),
    ...(error.cause !== undefined && { cause: errorRecord(error.cause) }),
  };
}

/**
 * The process's log: JSON lines on standard output. Requests appear by method and route, never with their query or body. Every line of the
 * work for a request has its `requestId`, also in the jobs that it queued.
 */
export function createLogger(level: Config["logLevel"]): Logger {
  return pino({
    level,
    base: null,
    mixin: () => {
      const trace = currentTrace();
      return trace ? { requestId: trace.requestId } : {};
    },
    serializers: {
      err: errorRecord,
      req: (request: { method: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  });
}
