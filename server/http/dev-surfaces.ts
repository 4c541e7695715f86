import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { isLoopback } from "../config.ts";

export interface DevSurfaceOptions {
  publicUrl: string;
  /** Opens the surfaces to whoever gives it (Basic authentication, user "dev"). */
  password: string | null;
}

const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/** Whether the request was made on this machine to this machine: a proxied one has a header that says so. */
function isLocal(request: FastifyRequest, publicUrl: string): boolean {
  const peer = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  return (
    isLoopback(new URL(publicUrl).hostname) &&
    isLoopback(peer) &&
    isLoopback(host) &&
    FORWARDED.every((name) => !(name in request.headers))
  );
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

function hasPassword(request: FastifyRequest, password: string): boolean {
  const given = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(Buffer.from(given, "base64").toString()), digest(`dev:${password}`));
}

/** Mounts development pages so that they exist on this machine only; everyone else meets a 404 (design: fixed points). */
export function devSurfaces(options: DevSurfaceOptions, pages: FastifyPluginAsync): FastifyPluginAsync {
  return async (app) => {
    app.addHook("onRequest", async (request, reply) => {
      if (isLocal(request, options.publicUrl)) return;
      if (options.password && hasPassword(request, options.password)) return;
      if (options.password && !request.headers.authorization)
        return reply.status(401).header("www-authenticate", 'Basic realm="development"').send();
      return reply.status(404).send({ code: "not_found", message: "Not found" });
    });
    await app.register(pages);
  };
}
