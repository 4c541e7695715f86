import { setTimeout as pause } from "node:timers/promises";
import rateLimit, { type RateLimitOptions } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { createSemaphore, type Semaphore } from "@lampstand/semaphore";
import { countedNetwork } from "../auth/network.ts";
import { REQUEST_LIMIT_NAMES, type RequestLimit, type RequestLimitName, type RequestLimits } from "./request-limits.ts";
import { readCaller, type Keys } from "./tokens.ts";

type Service = "auth" | "rest" | "storage" | "functions";

/** Mounts a room so that its callers are bounded; `refusal` makes its own error for those who ask too much. */
export type LimitService = (room: Service, refusal: () => Error, routes: FastifyPluginAsync) => FastifyPluginAsync;

// Of more callers the longest unseen are forgotten, so that no number of networks takes further memory.
const MAX_TRACKED_CALLERS = 10_000;

/**
 * A refusal goes out so much later, so that whoever asks again at once is refused once in that time instead of hundreds of times.
 * Milliseconds. At most so many are held back; the others go out at once.
 */
const REFUSAL_DELAY_MS = 1000;
const MAX_DELAYED = 1000;

/** A request that is answered with a client error (4xx) counts as so many: pages seldom make one, probing makes little else. */
const CLIENT_ERROR_COST = 5;

/** How long those are told to stay away who have too many requests under way. Seconds. */
const CONCURRENCY_RETRY_SECONDS = 1;

/** Aborts when the answer has gone out, or nobody is there to take it. */
function abortOnClose(reply: FastifyReply): AbortSignal {
  const over = new AbortController();
  reply.raw.once("close", () => over.abort());
  return over.signal;
}

/** Callers' requests under way, by caller. */
function createConcurrencyLimiter(): (who: string, limit: RequestLimit, over: AbortSignal) => Promise<boolean> {
  const lines = new Map<string, { semaphore: Semaphore; length: number }>();
  return async (who, { atOnce, waiting }, over) => {
    const line = lines.get(who) ?? { semaphore: createSemaphore(atOnce), length: 0 };
    if (line.length >= atOnce + waiting) return false;
    lines.set(who, line);
    line.length++;
    return new Promise((resolve) => {
      const work = async (): Promise<void> => {
        resolve(true);
        await new Promise<void>((end) => {
          if (over.aborted) end();
          else over.addEventListener("abort", () => end(), { once: true });
        });
      };
      const leave = (): void => {
        line.length--;
        if (line.length === 0) lines.delete(who);
        // Who left before their turn has nobody to be answered.
        resolve(false);
      };
      line.semaphore.run(work, over).then(leave, leave);
    });
  };
}

/** How many bytes of answers a caller has had in the present window, which begins with the first answer. */
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
    /** Seconds until the window ends, for who has had all; else null. */
    exceeded: (who: string): number | null =>
      (sent.get(who)?.bytes ?? 0) >= most ? Math.ceil(sent.getRemainingTTL(who) / 1000) : null,
  };
}

/**
 * Bounds how often, and how many at once, a network and a person may ask, before a body is read or the database is asked. It counts in
 * this process alone (docs/decisions/022-request-limits.md). The service key is not bounded.
 */
export async function createRequestLimiter(app: FastifyInstance, keys: Keys, limits: RequestLimits): Promise<LimitService> {
  await app.register(rateLimit, { global: false });
  const counted = new WeakMap<FastifyRequest, string>();
  /** Not of requests from this machine itself: who develops or tests makes errors. */
  const countedAs = new WeakMap<FastifyRequest, RequestLimitName>();
  const count = Object.fromEntries(
    REQUEST_LIMIT_NAMES.map((name) => {
      const options: RateLimitOptions = {
        max: limits[name]?.max ?? 0,
        timeWindow: (limits[name]?.window ?? 0) * 1000,
        cache: MAX_TRACKED_CALLERS,
        keyGenerator: (request) => counted.get(request) ?? "",
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

  return (room, refusal, routes) => async (scope) => {
    scope.addHook("onRequest", async (request, reply) => {
      const caller = await readCaller(request.headers, keys).catch(() => null);
      if (caller?.role === "service_role") return;
      const person = caller?.role === "authenticated" ? caller.sub : undefined;
      const network = countedNetwork(request);
      const charges: [name: RequestLimitName, who: string | null][] = [
        // Whoever has a /48 has 65,536 networks to come from.
        ["address", countedNetwork(request, 48)],
        person === undefined ? [`${room}Visitor`, network] : [`${room}Person`, person],
      ];
      const over = abortOnClose(reply);
      const refuse = (seconds: number): Error => {
        reply.headers({ "retry-after": seconds, "cache-control": "no-store" });
        return refusal();
      };
      for (const [name, who] of charges) {
        const limit = limits[name];
        if (!limit || who === null) continue;
        counted.set(request, who);
        if (network !== null) countedAs.set(request, name);
        const rate = await count[name](request);
        if (!rate.isAllowed && rate.isExceeded) throw refuse(rate.ttlInSeconds);
        const had = bytes[name];
        const seconds = had?.exceeded(who);
        if (seconds) throw refuse(seconds);
        if (had) over.addEventListener("abort", () => had.add(who, Number(reply.getHeader("content-length") ?? 0)));
        if (!(await enter(`${name} ${who}`, limit, over))) throw refuse(CONCURRENCY_RETRY_SECONDS);
      }
    });
    scope.addHook("onSend", async (_request, reply) => {
      if (reply.statusCode !== 429 || delayed >= MAX_DELAYED) return;
      delayed++;
      await pause(REFUSAL_DELAY_MS, undefined, { signal: abortOnClose(reply) }).catch(() => {});
      delayed--;
    });
    scope.addHook("onResponse", async (request, reply) => {
      const name = countedAs.get(request);
      if (!name || reply.statusCode < 400 || reply.statusCode >= 500 || reply.statusCode === 429) return;
      for (let i = 1; i < CLIENT_ERROR_COST; i++) await count[name](request);
    });
    await scope.register(routes);
  };
}
