import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isNotModified, rangeStillFits } from "./conditional.ts";
import { invalidRange, noSuchBytes, noSuchObject, parseInput, renderErrorPlainly } from "./errors.ts";
import { bytesKey, type ObjectRef } from "./object-ref.ts";
import { findAsPlatform, type ObjectRow } from "./object-row.ts";
import { parseRange } from "./range.ts";
import type { Storage } from "./storage.ts";

const query = z.object({ download: z.string().max(255).optional() });

/** RFC 8187 extended value; `encodeURIComponent` does not escape '()*. */
const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

function contentDisposition(name: string): string {
  if (name === "") return "attachment;";
  return `attachment; filename=${encodeFileName(name)}; filename*=UTF-8''${encodeFileName(name)};`;
}

interface Serving {
  /** Called again when the bytes were replaced after the row was read. */
  find: () => Promise<ObjectRow | null>;
  /** Whether shared caches may store it. */
  shared: boolean;
  expires?: Date;
}

const ATTEMPTS = 3;

/** Responds to GET and HEAD with the object: 200, 206 (range) or 304. Throws NoSuchKey or InvalidRange. */
export async function serveObject(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
): Promise<FastifyReply> {
  const { download } = parseInput(query, request.query);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const row = await serving.find();
    if (!row) throw noSuchObject();
    if (!row.metadata || !row.version) throw noSuchBytes();
    const { eTag, size, mimetype, cacheControl, lastModified } = row.metadata;
    const modified = new Date(lastModified);

    reply.headers({
      "accept-ranges": "bytes",
      "cache-control": serving.shared ? cacheControl : `private, ${cacheControl}`,
      etag: eTag,
      "last-modified": modified.toUTCString(),
    });
    if (serving.expires) reply.header("expires", serving.expires.toUTCString());
    if (isNotModified(request.headers, eTag, modified)) return reply.code(304).send();

    const asked = request.method === "GET" && rangeStillFits(request.headers, eTag, modified) ? request.headers.range : undefined;
    const range = parseRange(asked, size);
    if (range === "unsatisfiable") {
      reply.header("content-range", `bytes */${size}`);
      throw invalidRange();
    }

    const bytes =
      request.method === "HEAD"
        ? undefined
        : await storage.store.get(bytesKey({ bucket: row.bucket_id, name: row.name }, row.version), range ?? undefined);
    if (bytes === null) continue;

    if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
    reply.headers({ "content-type": mimetype, "content-length": range ? range.end - range.start + 1 : size });
    if (download !== undefined) reply.header("content-disposition", contentDisposition(download));
    return reply.send(bytes);
  }
  throw noSuchBytes();
}

/** The object whoever asks, for callers who have found that they may; private, and to be asked about again each time. */
export async function serveKnownObject(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  ref: ObjectRef,
): Promise<FastifyReply> {
  const find = async (): Promise<ObjectRow | null> => {
    const row = await findAsPlatform(storage, ref);
    return row?.metadata ? { ...row, metadata: { ...row.metadata, cacheControl: "no-cache" } } : row;
  };
  try {
    return await serveObject(storage, request, reply, { find, shared: false });
  } catch (error) {
    renderErrorPlainly(error as Error, request, reply);
    return reply;
  }
}
