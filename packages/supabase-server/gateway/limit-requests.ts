import { setTimeout as pause } from "node:timers/promises";
import rateLimit, { type RateLimitOptions } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { createSemaphore, type Semaphore } from "@lampstand/semaphore";
import { countedNetwork } from "../auth/network.ts";
import { REQUEST_LIMIT_NAMES, type RequestLimit, type RequestLimitName, type RequestLimits } from "./request-limits.ts";
import { requireKey } from "./require-key.ts";
import { readCaller, type Keys } from "./tokens.ts";

type Service = "auth" | "rest" | "storage" | "functions";

/** Wraps the routes of an API with its request limits; `refusal` creates the error for exceeded ones. */
export type LimitService = (service: Service, refusal: () => Error, routes: FastifyPluginAsync) => FastifyPluginAsync;

// Bounds the memory: with more callers the least recently seen are dropped.
const MAX_TRACKED_CALLERS = 10_000;

/** Milliseconds by which refusals are delayed, to slow down clients that retry at once. */
export const REFUSAL_DELAY_MS = 1000;
/** At most so many refusals are delayed at a time. */
const MAX_DELAYED = 1000;

/** A request with a 4xx response counts as this many: the app rarely causes one, probing mostly does. */
const CLIENT_ERROR_COST = 5;

/** Retry-After for callers with too many concurrent requests. */
const CONCURRENCY_RETRY_SECONDS = 1;

/** A reason of our own: without one each request would create an exception with its stack, a seventh of the time of a list by REST. */
const CLOSED = new Error("the response was sent or the client has disconnected");

/** Aborts when the response was sent or the client has disconnected. */
function abortOnClose(reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  // The client may have left while its token was checked: the event does not come again.
  if (reply.raw.destroyed) closed.abort(CLOSED);
  else reply.raw.once("close", () => closed.abort(CLOSED));
  return closed.signal;
}

/** Limits each caller's concurrent requests. Resolves to true when the request may run, false when the queue is full or it left. */
function createConcurrencyLimiter(): (who: string, limit: RequestLimit, closed: AbortSignal) => Promise<boolean> {
  const queues = new Map<string, { semaphore: Semaphore; length: number }>();
  return async (who, { atOnce, waiting }, closed) => {
    const queue = queues.get(who) ?? { semaphore: createSemaphore(atOnce), length: 0 };
    if (queue.length >= atOnce + waiting) return false;
    queues.set(who, queue);
    queue.length++;
    return new Promise((resolve) => {
      const work = async (): Promise<void> => {
        resolve(true);
        await new Promise<void>((end) => {
          if (closed.aborted) end();
          else closed.addEventListener("abort", () => end(), { once: true });
        });
      };
      const leave = (): void => {
        queue.length--;
        if (queue.length === 0) queues.delete(who);
        // Without effect unless the client disconnected while it was queued.
        resolve(false);
      };
      queue.semaphore.run(work, closed).then(leave, leave);
    });
  };
}

/** Counts each caller's response bytes in windows that begin with the first response. */
function countBytes(limit: RequestLimit | null) {
  if (!limit?.bytes) return null;
  const { bytes: most, window } = limit;
  const sent = new LRUCache<string, { bytes: number }>({ max: MAX_TRACKED_CALLERS, ttl: window * 1000 });
  return {
    add(who: string, bytes: number): void {
      const counted = sent.get(who);
      if (counted) counted.bytes += bytes;
      else sent.set(who, { bytes });
    },
    /** Seconds until the window ends if the limit is reached, else null. */
    exceeded: (who: string): number | null =>
      (sent.get(who)?.bytes ?? 0) >= most ? Math.ceil(sent.getRemainingTTL(who) / 1000) : null,
  };
}

/**
 * Limits the rate, concurrency and response bytes of networks and persons, before a body is read or the database is used. Counts per
 * process (docs/decisions/022-request-limits.md). The service key is not limited. `refusalDelay` is in milliseconds.
 */
export async function createRequestLimiter(
  app: FastifyInstance,
  keys: Keys,
  limits: RequestLimits,
  refusalDelay: number,
): Promise<LimitService> {
  await app.register(rateLimit, { global: false });
  /** The network or person that a request is being counted for. */
  const callerOf = new WeakMap<FastifyRequest, string>();
  /** The limit that a client error is charged to. Not set for requests from this machine, since development and tests cause many. */
  const chargedTo = new WeakMap<FastifyRequest, RequestLimitName>();
  const count = Object.fromEntries(
    REQUEST_LIMIT_NAMES.map((name) => {
      const options: RateLimitOptions = {
        max: limits[name]?.max ?? 0,
        timeWindow: (limits[name]?.window ?? 0) * 1000,
        cache: MAX_TRACKED_CALLERS,
        keyGenerator: (request) => callerOf.get(request) ?? "",
      };
      return [name, app.createRateLimit(options)];
    }),
  ) as Record<RequestLimitName, ReturnType<FastifyInstance["createRateLimit"]>>;
  const bytes = Object.fromEntries(REQUEST_LIMIT_NAMES.map((name) => [name, countBytes(limits[name])])) as Record<
    RequestLimitName,
    ReturnType<typeof countBytes>
  >;
  const enter = createConcurrencyLimiter();
  let delayed = 0;

  return (service, refusal, routes) => async (scope) => {
    scope.addHook("onRequest", async (request, reply) => {
      const caller = await readCaller(request.headers, keys).catch(() => null);
      if (caller?.role === "service_role") return;
      const person = caller?.role === "authenticated" ? caller.sub : undefined;
      const network = countedNetwork(request);
      const charges: [name: RequestLimitName, who: string | null][] = [
        // A /48 has 65,536 networks of /64.
        ["address", countedNetwork(request, 48)],
        person === undefined ? [`${service}Visitor`, network] : [`${service}Person`, person],
      ];
      const closed = abortOnClose(reply);
      const refuse = (seconds: number): Error => {
        reply.headers({ "retry-after": seconds, "cache-control": "no-store" });
        return refusal();
      };
      for (const [name, who] of charges) {
        const limit = limits[name];
        if (!limit || who === null) continue;
        callerOf.set(request, who);
        if (network !== null) chargedTo.set(request, name);
        const rate = await count[name](request);
        if (!rate.isAllowed && rate.isExceeded) throw refuse(rate.ttlInSeconds);
        const sent = bytes[name];
        const seconds = sent?.exceeded(who);
        if (seconds) throw refuse(seconds);
        if (sent) closed.addEventListener("abort", () => sent.add(who, Number(reply.getHeader("content-length") ?? 0)));
        if (!(await enter(`${name} ${who}`, limit, closed))) throw refuse(CONCURRENCY_RETRY_SECONDS);
      }
    });
    // After the limits: guesses are counted.
    requireKey(scope, service, keys);
    scope.addHook("onSend", async (_request, reply) => {
      if (reply.statusCode !== 429 || delayed >= MAX_DELAYED) return;
      delayed++;
      await pause(refusalDelay, undefined, { signal: abortOnClose(reply) }).catch(() => {});
      delayed--;
    });
    scope.addHook("onResponse", async (request, reply) => {
      const name = chargedTo.get(request);
      if (!name || reply.statusCode < 400 || reply.statusCode >= 500 || reply.statusCode === 429) return;
      for (let i = 1; i < CLIENT_ERROR_COST; i++) await count[name](request);
    });
    await scope.register(routes);
  };
}
