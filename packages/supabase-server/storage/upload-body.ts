import { Readable } from "node:stream";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { StorageError, invalidMimeType, invalidRequest, parseInput, tooLarge } from "./errors.ts";

/** An upload, from a raw body or a multipart form. `stream` can be read once. */
interface UploadBody {
  stream: Readable;
  contentType: string;
  /** As it will be sent with the object. */
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
}

// RFC 9110 section 8.3.1; parameters are kept as they are.
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:\s*;[\x20-\x7e]{0,200})?$/;
const seconds = z.string().regex(/^\d{1,9}$/);
const userMetadata = z.record(z.string(), z.unknown());

/** Limits the form fields and metadata of an upload. */
const MAX_FIELD_BYTES = 16_384;
export const MULTIPART_LIMITS = { files: 1, fields: 10, parts: 11, fieldSize: MAX_FIELD_BYTES, fileSize: Infinity };

function parseMetadata(text: string): Record<string, unknown> {
  try {
    return parseInput(userMetadata, JSON.parse(text));
  } catch {
    throw invalidRequest("metadata: must be a JSON object");
  }
}

export function checkType(type: string | undefined): string {
  if (!type || !MEDIA_TYPE.test(type)) throw invalidMimeType((type ?? "").slice(0, 255));
  return type;
}

/** User metadata: the header `x-metadata`, base64-encoded JSON. */
export function readUserMetadata(request: FastifyRequest): Record<string, unknown> | null {
  const encoded = request.headers["x-metadata"];
  return typeof encoded === "string" ? parseMetadata(Buffer.from(encoded, "base64").toString()) : null;
}

function readRaw(request: FastifyRequest): UploadBody {
  if (request.headers["content-encoding"]) throw invalidRequest("content-encoding: not supported");
  const age = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])/.exec(request.headers["cache-control"] ?? "")?.[1];
  return {
    stream: request.raw,
    contentType: checkType(request.headers["content-type"] ?? "application/octet-stream"),
    cacheControl: age ? `max-age=${age}` : "no-cache",
    userMetadata: readUserMetadata(request),
  };
}

const uploadAborted = (cause: Error): StorageError =>
  new StorageError(400, "InvalidRequest", "InvalidRequest", "the upload is malformed or broke off", { cause });

async function readMultipart(request: FastifyRequest): Promise<UploadBody> {
  const file = await request.file().catch((error: Error & { statusCode?: number }) => {
    // The multipart parser's errors have no status.
    throw error.statusCode ? error : uploadAborted(error);
  });
  if (!file) throw invalidRequest("no file in the form");
  const field = (name: string): string | undefined => {
    const part: MultipartFile["fields"][string] = file.fields[name];
    return part && !Array.isArray(part) && part.type === "field" && typeof part.value === "string" ? part.value : undefined;
  };
  if (field("contentEncoding")) throw invalidRequest("contentEncoding: not supported");
  const age = field("cacheControl");
  const metadata = field("metadata");
  return {
    stream: file.file,
    contentType: checkType(file.mimetype),
    cacheControl: age ? `max-age=${parseInput(seconds, age)}` : "no-cache",
    userMetadata: metadata ? parseMetadata(metadata) : null,
  };
}

export async function readUploadBody(request: FastifyRequest): Promise<UploadBody> {
  return request.isMultipart() ? readMultipart(request) : readRaw(request);
}

async function* received(source: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* source.iterator({ destroyOnReturn: false });
  } catch (error) {
    throw uploadAborted(error as Error);
  }
}

/**
 * Passes bytes through; fails with EntityTooLarge after `limit` bytes and with InvalidRequest when the upload is aborted. Does not destroy
 * the source, so that the response still reaches a client that is sending.
 */
export function withByteLimit(source: Readable, limit: number): Readable {
  const checked = async function* (): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of received(source)) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge();
      yield chunk;
    }
  };
  return Readable.from(checked(), { objectMode: false });
}

/** Reads and drops the rest of a refused upload, so that the client reads the response and the connection can be reused. */
export function discardBody(request: FastifyRequest): void {
  request.raw.unpipe();
  request.raw.resume();
}
