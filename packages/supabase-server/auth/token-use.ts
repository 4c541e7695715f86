import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import type { Database } from "@lampstand/database";
import { readCaller, type Keys } from "../gateway/tokens.ts";

/** Rotations kept in memory, to write each to the database only once. */
const MOST_REMEMBERED = 10_000;

const rotation = z.object({ session_id: z.string(), refresh_counter: z.number().positive() });

/**
 * Records the first use of an access token after a rotation, on any endpoint: the client has received the response to its refresh, so the
 * previous refresh token must not be accepted any more (token-refresh.ts). Register it on the instance that the APIs are mounted on.
 */
export function recordTokenUse({ db, keys }: { db: Database; keys: Keys }): FastifyPluginAsync {
  const noted = new Set<string>();
  const register: FastifyPluginAsync = async (app) => {
    app.addHook("onRequest", async (request) => {
      try {
        const found = rotation.safeParse(await readCaller(request.headers, keys));
        // Before the first one, and for tokens without a session.
        if (!found.success) return;
        const { session_id: sessionId, refresh_counter: counter } = found.data;
        const name = `${sessionId} ${counter}`;
        if (noted.has(name)) return;
        await db.owner.query("update auth.sessions set refresh_counter_seen = $2 where id = $1 and refresh_counter_seen < $2", [
          sessionId,
          counter,
        ]);
        if (noted.size >= MOST_REMEMBERED) noted.clear();
        noted.add(name);
      } catch {
        // The requested API reports an invalid token or a database error in its own format.
      }
    });
  };
  return Object.assign(register, { [Symbol.for("skip-override")]: true });
}
