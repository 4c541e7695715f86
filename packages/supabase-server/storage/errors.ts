import type { FastifyReply, FastifyRequest } from "fastify";
import { errors } from "jose";
import { DatabaseError } from "pg";
import type { z } from "zod";
import { retryAfterOf } from "@lampstand/database";
import { TokenError } from "../gateway/tokens.ts";
import { plainIssue } from "../plain-issue.ts";
import { pictureName } from "./picture-type.ts";

/** An error of the storage API (docs/dialect.md#storage-errors). `message` is shown to the caller and reveals nothing hidden from them. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  /** The status in the body; the HTTP status is 400 for nearly all errors. */
  readonly statusCode: number;
  readonly code: string;
  /** The older clients' short text. */
  readonly error: string;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;
  constructor(
    statusCode: number,
    code: string,
    error: string,
    message: string,
    options: ErrorOptions & { retryAfter?: number } = {},
  ) {
    super(message, options);
    this.statusCode = statusCode;
    this.code = code;
    this.error = error;
    this.retryAfter = options.retryAfter;
  }
}

export const noSuchBucket = () => new StorageError(404, "NoSuchBucket", "Bucket not found", "Bucket not found");
export const noSuchObject = () => new StorageError(404, "NoSuchKey", "not_found", "Object not found");
/** The row exists, but its bytes are missing. */
export const noSuchBytes = () => new StorageError(404, "NoSuchKey", "not_found", "The resource was not found");
export const objectExists = () => new StorageError(409, "KeyAlreadyExists", "Duplicate", "The resource already exists");
export const bucketExists = () => new StorageError(409, "BucketAlreadyExists", "Duplicate", "The resource already exists");
export const bucketNotEmpty = () =>
  new StorageError(409, "ResourceNotEmpty", "ResourceNotEmpty", "The bucket you tried to delete is not empty");
export const accessDenied = () =>
  new StorageError(403, "AccessDenied", "Unauthorized", "new row violates row-level security policy");
export const tooLarge = () =>
  new StorageError(413, "EntityTooLarge", "Payload too large", "The object exceeded the maximum allowed size");
export const overQuota = () =>
  new StorageError(403, "QuotaExceeded", "QuotaExceeded", "You have no room for more files; remove some first");
/** 429: this caller's limit; 503: the server's. */
export const slowDown = (statusCode: 429 | 503, retryAfter: number) =>
  new StorageError(statusCode, "SlowDown", "SlowDown", "Please wait a moment and try again", { retryAfter });
export const invalidMimeType = (type: string) =>
  new StorageError(415, "InvalidMimeType", "invalid_mime_type", `mime type ${type} is not supported`);
/** The bytes are not what the upload says that they are. */
export const notThisPicture = (type: string) =>
  new StorageError(415, "InvalidMimeType", "invalid_mime_type", `This file is not a ${pictureName(type)}`);
export const invalidKey = (key: string) => new StorageError(400, "InvalidKey", "InvalidKey", `Invalid key: ${key}`);
export const invalidBucketName = () => new StorageError(400, "InvalidBucketName", "InvalidBucketName", "Bucket name invalid");
export const invalidRequest = (message: string) => new StorageError(400, "InvalidRequest", "InvalidRequest", message);
export const missingKey = () =>
  new StorageError(400, "InvalidRequest", "Error", "headers must have required property 'authorization'");
export const invalidJwt = (message: string) => new StorageError(400, "InvalidJWT", "InvalidJWT", message);
export const invalidSignature = () => new StorageError(400, "InvalidSignature", "InvalidSignature", "Invalid signature");
export const expiredToken = () => new StorageError(400, "ExpiredToken", "ExpiredToken", "The provided token has expired");
export const invalidRange = () => new StorageError(416, "InvalidRange", "InvalidRange", "The requested range is not satisfiable");

export const tooManyRequests = () => new StorageError(429, "SlowDown", "SlowDown", "Too many requests");

/** Parses the caller's input. Throws InvalidRequest, which names the field but does not quote the input. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidRequest(plainIssue(parsed.error, input));
}

/** The message of `jose`, which upstream uses too; clients check for it. */
function wordsFor({ cause }: TokenError): string {
  const told = cause instanceof errors.JWTExpired || cause instanceof errors.JWSSignatureVerificationFailed;
  return told ? cause.message : "Invalid Compact JWS";
}

function translate(error: Error & { statusCode?: number; code?: string }): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof TokenError) return new StorageError(403, "AccessDenied", "Unauthorized", wordsFor(error));
  const retryAfter = retryAfterOf(error);
  if (retryAfter !== null) return slowDown(503, retryAfter);
  if (error instanceof DatabaseError) {
    if (error.code === "42501") return accessDenied();
    if (error.code === "23505") return objectExists();
    // The bucket was deleted meanwhile.
    if (error.code === "23503") return noSuchBucket();
    // Class 22: a value that PostgreSQL cannot hold, such as a NUL character.
    if (error.code?.startsWith("22")) return invalidRequest("a value cannot be stored");
    if (error.code === "57014")
      return new StorageError(544, "DatabaseTimeout", "DatabaseTimeout", "The database did not answer in time");
  }
  // Fastify's own refusals: malformed JSON, a body that is too long, an unknown media type.
  if (error.statusCode && error.statusCode < 500) {
    return new StorageError(error.statusCode, "InvalidRequest", "InvalidRequest", error.message);
  }
  return new StorageError(500, "InternalError", "Internal", "Internal Server Error", { cause: error });
}

// Sent as HTTP status; all others become 400, as upstream does. Media players need the 416.
const STATUS_ON_THE_WIRE = new Set([416, 429, 500, 503, 544]);

function send(reply: FastifyReply, error: StorageError, status: number): void {
  if (error.retryAfter !== undefined) reply.header("retry-after", error.retryAfter);
  else if (error.statusCode >= 500) reply.log.error({ err: error.cause ?? error }, "storage failed");
  // Headers already set for the object do not apply to the error.
  for (const header of ["content-disposition", "content-length", "content-type", "etag", "expires", "last-modified"])
    reply.removeHeader(header);
  void reply
    .code(status)
    .header("cache-control", "no-store")
    .send({ statusCode: String(error.statusCode), error: error.error, message: error.message, code: error.code });
}

/** Error handler of the storage API. */
export function renderError(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  const known = translate(error);
  const fromFastify = !(error instanceof StorageError) && known.code === "InvalidRequest";
  send(reply, known, fromFastify || STATUS_ON_THE_WIRE.has(known.statusCode) ? known.statusCode : 400);
}

/** The same body with the real status, for addresses outside the storage API. */
export function renderErrorPlainly(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  const known = translate(error);
  send(reply, known, known.statusCode);
}

export function renderNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split("?")[0];
  send(reply, new StorageError(404, "InvalidRequest", "Not Found", `Route ${request.method}:${path} not found`), 404);
}
