import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as errors from "./errors.ts";

/** Requests from one address in five minutes (contract 1.12); what mails or hashes costs most. */
const LIMITS: readonly { group: string; paths: RegExp; max: number }[] = [
  { group: "token", paths: /\/token$/, max: 150 },
  { group: "mail", paths: /\/(?:signup|recover|resend|otp)$/, max: 30 },
  { group: "verify", paths: /\/verify$/, max: 30 },
];

const limitOf = (request: FastifyRequest) => LIMITS.find(({ paths }) => paths.test(request.routeOptions.url ?? ""));

/**
 * Bounds each address. A peer on this machine is the person at it, or a proxy that `TRUST_PROXY` does not name, behind which
 * everybody would share one count: it is not bounded.
 */
export async function limitAddresses(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    timeWindow: "5 minutes",
    keyGenerator: (request) => `${limitOf(request)?.group ?? ""}:${request.ip}`,
    max: (request) => limitOf(request)?.max ?? Number.MAX_SAFE_INTEGER,
    allowList: (request) => !limitOf(request) || /^(?:::ffff:)?127\.|^::1$/.test(request.ip),
    errorResponseBuilder: () => errors.overRequestRateLimit(),
    // The client counts on none of these (contract 1.12).
    addHeaders: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false, "retry-after": false },
    addHeadersOnExceeding: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
  });
}
