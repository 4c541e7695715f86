import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { createSemaphore } from "@lampstand/semaphore";
import { isLoopback } from "../config/config.ts";
import { isAtThisMachine, isSameSecret, networkOf } from "@lampstand/supabase-server";

export interface DevSurfaceOptions {
  publicUrl: string;
  /** Opens the pages to other machines with Basic authentication (user "dev"); null: this machine only. */
  password: string | null;
}

/** Whether the request comes from this machine and was made to a loopback address. */
function isLocal(request: FastifyRequest, publicUrl: string): boolean {
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  return isLoopback(new URL(publicUrl).hostname) && isLoopback(host) && isAtThisMachine(request);
}

function hasPassword(request: FastifyRequest, password: string): boolean {
  const given = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  return isSameSecret(Buffer.from(given, "base64").toString(), `dev:${password}`);
}

interface PasswordCheck {
  correct: boolean;
  /** Seconds; not null if the password was not checked because of too many wrong ones. */
  retryAfter: number | null;
}

/**
 * Checks passwords, with limits on wrong ones: 10 in ten minutes from a network, 100 in an hour from all. The second limit does not apply
 * to networks that have given the right password before, so that attackers can't lock them out.
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
  // One check at a time, so that simultaneous guesses can't pass the limits before they are counted.
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

/** Rejects requests whose Host is not loopback, against DNS rebinding: a foreign site's name that resolves to this machine. */
export async function rejectOtherHosts(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (isLoopback((request.headers.host ?? "").replace(/:\d+$/, ""))) return undefined;
  return reply.status(403).send({ error: { type: "invalid_request_error", message: "This address answers this machine only." } });
}

/** Mounts development pages for this machine only; other requests get a 404, or are asked for the password (docs/operating.md). */
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
