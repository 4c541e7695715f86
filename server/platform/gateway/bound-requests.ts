import rateLimit, { type RateLimitOptions } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { createTurns, type Turns } from "../../../shared/turns.ts";
import { countedNetwork } from "../auth/network.ts";
import { REQUEST_LIMIT_NAMES, type RequestLimit, type RequestLimitName, type RequestLimits } from "./request-limits.ts";
import { readCaller, type Keys } from "./tokens.ts";

type Room = "auth" | "rest" | "storage" | "functions";

/** Mounts a room so that its callers are bounded; `refusal` makes its own error for those who ask too much. */
export type BoundRoom = (room: Room, refusal: () => Error, routes: FastifyPluginAsync) => FastifyPluginAsync;

// Of more callers the longest unseen are forgotten, so that no number of networks takes further memory.
const MOST_COUNTED = 10_000;

/** How long those are told to stay away who have too many requests under way. Seconds. */
const UNDER_WAY_RETRY = 1;

/** Aborts when the answer has gone out, or nobody is there to take it. */
function whenOver(reply: FastifyReply): AbortSignal {
  const over = new AbortController();
  reply.raw.once("close", () => over.abort());
  return over.signal;
}

/** Callers' requests under way, by caller. */
function createLines(): (who: string, limit: RequestLimit, over: AbortSignal) => Promise<boolean> {
  const lines = new Map<string, { turns: Turns; length: number }>();
  return async (who, { atOnce, waiting }, over) => {
    const line = lines.get(who) ?? { turns: createTurns(atOnce), length: 0 };
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
      line.turns.take(work, over).then(leave, leave);
    });
  };
}

/**
 * Bounds how often, and how many at once, a network and a person may ask, before a body is read or the database is asked. It counts in
 * this process alone (docs/decisions/022-request-limits.md). The service key is not bounded.
 */
export async function requestBounds(app: FastifyInstance, keys: Keys, limits: RequestLimits): Promise<BoundRoom> {
  await app.register(rateLimit, { global: false });
  const counted = new WeakMap<FastifyRequest, string>();
  const count = Object.fromEntries(
    REQUEST_LIMIT_NAMES.map((name) => {
      const options: RateLimitOptions = {
        max: limits[name]?.max ?? 0,
        timeWindow: (limits[name]?.window ?? 0) * 1000,
        cache: MOST_COUNTED,
        keyGenerator: (request) => counted.get(request) ?? "",
      };
      return [name, app.createRateLimit(options)];
    }),
  ) as Record<RequestLimitName, ReturnType<FastifyInstance["createRateLimit"]>>;
  const enter = createLines();

  return (room, refusal, routes) => async (scope) => {
    scope.addHook("onRequest", async (request, reply) => {
      const caller = await readCaller(request.headers, keys).catch(() => null);
      if (caller?.role === "service_role") return;
      const refuse = (seconds: number): Error => {
        reply.headers({ "retry-after": seconds, "cache-control": "no-store" });
        return refusal();
      };
      const person = caller?.role === "authenticated" ? caller.sub : undefined;
      const charges: [name: RequestLimitName, who: string | null][] = [
        // Whoever has a /48 has 65,536 networks to come from.
        ["address", countedNetwork(request, 48)],
        person === undefined ? [`${room}Visitor`, countedNetwork(request)] : [`${room}Person`, person],
      ];
      const over = whenOver(reply);
      for (const [name, who] of charges) {
        const limit = limits[name];
        if (!limit || who === null) continue;
        counted.set(request, who);
        const rate = await count[name](request);
        if (!rate.isAllowed && rate.isExceeded) throw refuse(rate.ttlInSeconds);
        if (!(await enter(`${name} ${who}`, limit, over))) throw refuse(UNDER_WAY_RETRY);
      }
    });
    await scope.register(routes);
  };
}
