import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { isLoopback } from "../config.ts";
import { isAtThisMachine } from "../platform/auth/network.ts";

export interface DevSurfaceOptions {
  publicUrl: string;
  /** Opens the surfaces to whoever gives it (Basic authentication, user "dev"). */
  password: string | null;
}

/** Whether the request was made on this machine to this machine. */
function isLocal(request: FastifyRequest, publicUrl: string): boolean {
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  return isLoopback(new URL(publicUrl).hostname) && isLoopback(host) && isAtThisMachine(request);
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

function hasPassword(request: FastifyRequest, password: string): boolean {
  const given = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(Buffer.from(given, "base64").toString()), digest(`dev:${password}`));
}

/** Refuses whoever names another host: a page elsewhere can give its own name this machine's address (DNS rebinding). */
export async function refuseOtherHosts(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (isLoopback((request.headers.host ?? "").replace(/:\d+$/, ""))) return undefined;
  return reply.status(403).send({ error: { type: "invalid_request_error", message: "This address answers this machine only." } });
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
