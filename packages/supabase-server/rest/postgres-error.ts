import { DatabaseError } from "pg";
import { z } from "zod";
import { PoolBusyError, retryAfterOf } from "@lampstand/database";
import { answerTooLarge, badRaise, poolExhausted, RestError, unavailable } from "./errors.ts";
import { MAX_ANSWER_BYTES } from "./limits.ts";
import { headerFields, httpStatus } from "./wire/answer-settings.ts";

const EXACT: Readonly<Record<string, number>> = {
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
  "53400": 500,
  // It is shutting down, has crashed, or is starting.
  "57P01": 503,
  "57P02": 503,
  "57P03": 503,
  P0001: 400,
};

const BY_CLASS: Readonly<Record<string, number>> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  "54": 500,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** HTTP status of a SQLSTATE (PostgREST, "Errors": HTTP status codes). */
export function statusOf(sqlstate: string, message: string, anonymous: boolean): number {
  if (sqlstate === "42501") return anonymous ? 401 : 403;
  // pg-safeupdate's refusal is the client's fault; a scalar subquery with several rows is the server's.
  if (sqlstate === "21000") return message.endsWith("requires a WHERE clause") ? 400 : 500;
  if (sqlstate.startsWith("PT")) {
    const status = Number(sqlstate.slice(2));
    return status >= 200 && status <= 599 ? status : 500;
  }
  return EXACT[sqlstate] ?? BY_CLASS[sqlstate.slice(0, 2)] ?? 400;
}

const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});
const raisedDetail = z.object({ status: httpStatus, headers: headerFields });

function parseJson<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** `raise sqlstate 'PGRST'`: message and detail are JSON with the body, status and headers of the response. */
function raisedAnswer(message: string, detail: string | undefined): RestError {
  const answer = parseJson(raisedMessage, message);
  if (!answer) {
    return badRaise(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const wire = detail === undefined ? null : parseJson(raisedDetail, detail);
  if (!wire) {
    return badRaise(
      detail === undefined ? "DETAIL is missing in the RAISE statement" : `Invalid JSON value for DETAIL: '${detail}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    );
  }
  return new RestError(wire.status, answer.code, answer.message, {
    details: answer.details ?? null,
    hint: answer.hint ?? null,
    headers: wire.headers,
  });
}

/** The response to a database error, or null for any other error. */
export function fromPostgres(error: unknown, anonymous: boolean): RestError | null {
  if (error instanceof DatabaseError) {
    const { code = "XX000", message, detail, hint } = error;
    if (code === "PGRST") return raisedAnswer(message, detail);
    // Raised by rest.bounded_bytes.
    if (code === "54RST") return answerTooLarge(MAX_ANSWER_BYTES);
    const status = statusOf(code, message, anonymous);
    const retryAfter = retryAfterOf(error);
    return new RestError(status, code, message, {
      details: detail ?? null,
      hint: hint ?? null,
      headers: {
        ...(status === 401 && { "www-authenticate": "Bearer" }),
        ...(status === 503 && retryAfter !== null && { "retry-after": String(retryAfter) }),
      },
    });
  }
  if (!(error instanceof Error)) return null;
  if (error instanceof PoolBusyError) return poolExhausted(error.retryAfterSeconds);
  const retryAfter = retryAfterOf(error);
  return retryAfter === null ? null : unavailable("PGRST000", retryAfter);
}
