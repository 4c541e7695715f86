import { createHash, timingSafeEqual } from "node:crypto";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { createSemaphore } from "@lampstand/semaphore";
import { isLoopback } from "../config/config.ts";
import { isAtThisMachine, networkOf } from "@lampstand/supabase-server";

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

interface PasswordCheck {
  correct: boolean;
  /** Seconds, when it was not judged. */
  retryAfter: number | null;
}

/**
 * Judges passwords, unless too many wrong ones have come: 10 in ten minutes from a network, 100 in an hour from all. The second count
 * does not hold for networks that gave the correct one, so that strangers can't keep them out.
 */
async function createPasswordCheck(
  app: FastifyInstance,
  password: string,
): Promise<(request: FastifyRequest) => Promise<PasswordCheck>> {
  await app.register(rateLimit, { global: false });
  const network = (request: FastifyRequest): string => networkOf(request.ip) ?? "unknown";
  const counts = {
    network: app.createRateLimit({ max: 10, timeWindow: 600_000, keyGenerator: network }),
    all: app.createRateLimit({ max: 100, timeWindow: 3_600_000, keyGenerator: () => "all" }),
  };
  const known = new Set<string>();
  // One after the other, so that none is judged while another is being counted.
  const semaphore = createSemaphore(1);
  return async (request) =>
    semaphore.run(async () => {
      for (const count of known.has(network(request)) ? [counts.network] : [counts.network, counts.all]) {
        const taken = await count(request, { increment: false });
        if (!taken.isAllowed && taken.remaining === 0) return { correct: false, retryAfter: taken.ttlInSeconds };
      }
      const correct = hasPassword(request, password);
      if (correct) known.add(network(request));
      else for (const count of Object.values(counts)) await count(request);
      return { correct, retryAfter: null };
    });
}

/** Refuses whoever names another host: a page elsewhere can give its own name this machine's address (DNS rebinding). */
export async function rejectOtherHosts(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (isLoopback((request.headers.host ?? "").replace(/:\d+$/, ""))) return undefined;
  return reply.status(403).send({ error: { type: "invalid_request_error", message: "This address answers this machine only." } });
}

/** Mounts development pages so that they exist on this machine only; everyone else meets a 404 (docs/operating.md). */
export function devSurfaces(options: DevSurfaceOptions, pages: FastifyPluginAsync): FastifyPluginAsync {
  return async (app) => {
    const checkPassword = options.password === null ? null : await createPasswordCheck(app, options.password);
    app.addHook("onRequest", async (request, reply) => {
      if (isLocal(request, options.publicUrl)) return;
      if (checkPassword && !request.headers.authorization)
        return reply.status(401).header("www-authenticate", 'Basic realm="development"').send();
      const { correct, retryAfter } = (await checkPassword?.(request)) ?? { correct: false, retryAfter: null };
      if (correct) return;
      if (retryAfter !== null)
        return reply.status(429).header("retry-after", retryAfter).send({ code: "too_many_guesses", message: "Try again later" });
      return reply.status(404).send({ code: "not_found", message: "Not found" });
    });
    await app.register(pages);
  };
}
