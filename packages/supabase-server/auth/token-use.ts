import type { FastifyPluginAsync } from "fastify";
import { decodeJwt } from "jose";
import type { Database } from "@lampstand/database";
import { bearerToken, verifyToken, type TokenKeys } from "../gateway/tokens.ts";

/** Rotations kept in memory, to write each to the database only once. */
const MOST_REMEMBERED = 10_000;

interface Rotation {
  sessionId: string;
  counter: number;
}

/** The rotation that a token claims to come from, unverified; null before the first one and for tokens without a session. */
function rotationOf(token: string): Rotation | null {
  try {
    const { session_id: sessionId, refresh_counter: counter } = decodeJwt(token);
    return typeof sessionId === "string" && typeof counter === "number" && counter > 0 ? { sessionId, counter } : null;
  } catch {
    return null;
  }
}

/**
 * Records the first use of an access token after a rotation, on any endpoint: the client has received the response to its refresh, so the
 * previous refresh token must not be accepted any more (token-refresh.ts). Register it on the instance that the APIs are mounted on.
 */
export function recordTokenUse({ db, keys }: { db: Database; keys: TokenKeys }): FastifyPluginAsync {
  const noted = new Set<string>();
  const register: FastifyPluginAsync = async (app) => {
    app.addHook("onRequest", async (request) => {
      const token = bearerToken(request.headers.authorization);
      const rotation = token && rotationOf(token);
      if (!rotation) return;
      const name = `${rotation.sessionId} ${rotation.counter}`;
      if (noted.has(name)) return;
      try {
        await verifyToken(token, keys);
        await db.owner.query("update auth.sessions set refresh_counter_seen = $2 where id = $1 and refresh_counter_seen < $2", [
          rotation.sessionId,
          rotation.counter,
        ]);
      } catch {
        // The requested API reports an invalid token or a database error in its own format.
        return;
      }
      if (noted.size >= MOST_REMEMBERED) noted.clear();
      noted.add(name);
    });
  };
  return Object.assign(register, { [Symbol.for("skip-override")]: true });
}
