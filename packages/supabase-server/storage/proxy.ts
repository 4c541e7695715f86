import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { parseInput, renderErrorPlainly, StorageError } from "./errors.ts";
import { checkName } from "./object-ref.ts";
import { findSigned } from "./object-row.ts";
import { OBJECT_HEADERS, getAndHead } from "./routes.ts";
import { serveObject } from "./serve-object.ts";
import { verifyDownload } from "./signed-token.ts";
import type { Storage } from "./storage.ts";

interface ProxyOptions extends Storage {
  /** The only buckets it serves. */
  buckets: readonly string[];
}

const query = z.object({ bucket: z.string(), path: z.string(), token: z.string().optional() });

const forbidden = () => new StorageError(403, "AccessDenied", "Unauthorized", "A valid token for this file is required");

/**
 * A same-origin URL for signed files: GET, HEAD /audio-cors-proxy?bucket=&path=&token=, with Range. `token` is that of a signed URL for this
 * file; anything else gets 403. Reads from the object store and fetches no URLs.
 */
export function proxyRoutes(options: ProxyOptions): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler(renderErrorPlainly);
    app.addHook("onRequest", async (_request, reply) => void reply.headers(OBJECT_HEADERS));
    getAndHead(app, "/audio-cors-proxy", async (request, reply) => {
      const { bucket, path, token } = parseInput(query, request.query);
      if (!token || !options.buckets.includes(bucket)) throw forbidden();
      const ref = { bucket, name: checkName(path) };
      const { expires, signer } = await verifyDownload(options.keys, token, ref).catch(() => {
        throw forbidden();
      });
      return serveObject(options, request, reply, { find: () => findSigned(options, ref, signer), shared: false, expires });
    });
  };
}
