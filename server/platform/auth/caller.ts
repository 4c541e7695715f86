import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "../../db/as-platform.ts";
import type { Claims } from "../../db/claims.ts";
import { bearerToken, verifyToken } from "../gateway/tokens.ts";
import { badJwt, callerBanned, callerNotFound, noAuthorization, notAdmin, sessionNotFound } from "./errors.ts";
import type { Auth } from "./options.ts";
import { findUser, isBanned, type UserRow } from "./users.ts";

async function readBearer(auth: Auth, request: FastifyRequest): Promise<Claims> {
  const token = bearerToken(request.headers.authorization);
  if (!token) throw noAuthorization();
  return verifyToken(token, auth.keys);
}

const isUuid = (value: unknown): value is string => z.uuid().safeParse(value).success;

export interface Caller {
  user: UserRow;
  /** Null for a token that the project's secret signed for a person without a session of ours. */
  sessionId: string | null;
  /** The weaker of what the session has reached and what the token was made for. */
  aal: "aal1" | "aal2";
}

/** The signed-in person. Throws `no_authorization`, `bad_jwt`, `user_not_found`, `session_not_found` or `user_banned`. */
export async function requireUser(auth: Auth, request: FastifyRequest): Promise<Caller> {
  const claims = await readBearer(auth, request);
  const { sub, session_id: sessionId = null } = claims;
  if (!sub) throw badJwt("missing sub claim");
  return asPlatform(auth.db, async (tx) => {
    const user = await findUser(tx, sub);
    if (!user) throw callerNotFound();
    if (isBanned(user)) throw callerBanned();
    if (sessionId === null) return { user, sessionId: null, aal: "aal1" };
    if (!isUuid(sessionId)) throw sessionNotFound();
    const living = await tx.query<Pick<Caller, "aal">>("select aal from auth.sessions where id = $1 and user_id = $2", [
      sessionId,
      user.id,
    ]);
    const session = living.rows[0];
    if (!session) throw sessionNotFound();
    return { user, sessionId, aal: claims["aal"] === "aal2" ? session.aal : "aal1" };
  });
}

/** The service key's holder. Throws `no_authorization`, `bad_jwt` or `not_admin`. */
export async function requireAdmin(auth: Auth, request: FastifyRequest): Promise<void> {
  if ((await readBearer(auth, request)).role !== "service_role") throw notAdmin();
}
