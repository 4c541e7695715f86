import type { FastifyPluginAsync } from "fastify";
import { decodeJwt } from "jose";
import type { Database } from "@lampstand/database";
import { bearerToken, verifyToken, type TokenKeys } from "../gateway/tokens.ts";

/** So many rotations are remembered, to write each down once. */
const MOST_REMEMBERED = 10_000;

interface Rotation {
  sessionId: string;
  counter: number;
}

/** Which rotation a token says that it comes from; null for one before the first, and for what is none of a session. */
function rotationOf(token: string): Rotation | null {
  try {
    const { session_id: sessionId, refresh_counter: counter } = decodeJwt(token);
    return typeof sessionId === "string" && typeof counter === "number" && counter > 0 ? { sessionId, counter } : null;
  } catch {
    return null;
  }
}

/**
 * Notes when the first access token of a rotation arrives, at whichever door: the client has got the answer to its refresh, so the
 * parent of its refresh token is not needed any more (token-refresh.ts). Register it on the instance that the rooms are mounted on.
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
        // The room that is asked refuses the token, or meets the database's fault, in its own words.
        return;
      }
      if (noted.size >= MOST_REMEMBERED) noted.clear();
      noted.add(name);
    });
  };
  return Object.assign(register, { [Symbol.for("skip-override")]: true });
}
