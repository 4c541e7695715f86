import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isNotModified } from "@lampstand/supabase-server";

/** Sends what a cache may keep, with a digest of it as its ETag; 304 and no bytes to whoever has it. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, body: string | Buffer): FastifyReply {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  reply.header("etag", etag);
  return isNotModified(request.headers, etag) ? reply.code(304).send() : reply.send(body);
}
