import type { FastifyReply, FastifyRequest } from "fastify";
import { ZodError } from "zod";
import { retryAfterOf } from "@lampstand/database";
import { TokenError } from "../gateway/tokens.ts";
import { plainIssue } from "../plain-issue.ts";
import {
  AuthError,
  badJwt,
  bodyTooLarge,
  busy,
  OAuthError,
  requestTimeout,
  unexpectedFailure,
  validationFailed,
} from "./errors.ts";

const VERSION_HEADER = "x-supabase-api-version";
const CODED = "2024-01-01";

/** supabase-js reads `code` as the error code only if the version header is echoed (docs/dialect.md#error-codes). */
function wantsCodedForm(request: FastifyRequest): boolean {
  const version = request.headers[VERSION_HEADER];
  return typeof version === "string" && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= CODED;
}

function coded(error: unknown, body: unknown): AuthError | null {
  if (error instanceof AuthError) return error;
  if (error instanceof TokenError)
    return badJwt(error.reason === "expired" ? "token is expired" : "unable to parse or verify signature");
  const seconds = retryAfterOf(error);
  if (seconds !== null) return busy(seconds);
  if (error instanceof ZodError) return validationFailed(plainIssue(error, body));
  if (!(error instanceof Error)) return null;
  if ("code" in error && error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return bodyTooLarge();
  if ("statusCode" in error && error.statusCode === 408) return requestTimeout();
  if ("statusCode" in error && typeof error.statusCode === "number" && error.statusCode < 500)
    return validationFailed(error.message);
  return null;
}

/** The loggable part of an error: a database error's message and detail can quote user input. */
function withoutValues(error: unknown): { name: string; code: unknown; stack: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, code: undefined, stack: [] };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return { name: error.name, code: "code" in error ? error.code : undefined, stack: frames };
}

/** Error handler of /auth/v1. */
export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof OAuthError) return reply.code(400).send({ error: error.error, error_description: error.message });
  const known = coded(error, request.body);
  if (!known) request.log.error({ fault: withoutValues(error) }, "auth request failed");
  const { status, code, message, weakPassword, retryAfter } = known ?? unexpectedFailure();
  // The gateway's own refusal has set it.
  if (retryAfter !== undefined && !reply.hasHeader("retry-after")) reply.header("retry-after", retryAfter);
  const weak = weakPassword ? { weak_password: weakPassword } : {};
  reply.code(status).header("x-sb-error-code", code);
  if (wantsCodedForm(request)) return reply.header(VERSION_HEADER, CODED).send({ code, message, ...weak });
  return reply.send({ code: status, error_code: code, msg: message, ...(known ? {} : { error_id: request.id }), ...weak });
}
