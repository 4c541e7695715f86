import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Claims, Transaction } from "@lampstand/database";
import { bearerToken, verifyToken } from "../gateway/tokens.ts";
import { badJwt, callerBanned, callerNotFound, noAuthorization, notAdmin, sessionNotFound } from "./errors.ts";
import type { Auth, SessionLife } from "./options.ts";
import { findUser, isBanned, lockUser, type UserRow } from "./users.ts";

async function readBearer(auth: Auth, request: FastifyRequest): Promise<Claims> {
  const token = bearerToken(request.headers.authorization);
  if (!token) throw noAuthorization();
  return verifyToken(token, auth.keys);
}

const isUuid = (value: unknown): value is string => z.uuid().safeParse(value).success;

export interface Caller {
  user: UserRow;
  /** Null for a token signed with the project's secret outside of this server, which has no session. */
  sessionId: string | null;
  /** The lower of the session's level and the token's. */
  aal: "aal1" | "aal2";
}

async function findCaller(
  tx: Transaction,
  life: SessionLife,
  { userId, sessionId, aal }: { userId: string; sessionId: unknown; aal: unknown },
): Promise<Caller> {
  const user = await findUser(tx, userId);
  if (!user) throw callerNotFound();
  if (isBanned(user)) throw callerBanned();
  if (sessionId === null) return { user, sessionId: null, aal: "aal1" };
  if (!isUuid(sessionId)) throw sessionNotFound();
  const living = await tx.query<Pick<Caller, "aal">>(
    "select aal from auth.sessions s where id = $1 and user_id = $2 and auth.session_lives(s, $3, $4)",
    [sessionId, user.id, life.sessionLife, life.sessionIdleLife],
  );
  const session = living.rows[0];
  if (!session) throw sessionNotFound();
  return { user, sessionId, aal: aal === "aal2" ? session.aal : "aal1" };
}

/** The signed-in person. Throws `no_authorization`, `bad_jwt`, `user_not_found`, `session_not_found` or `user_banned`. */
export async function requireUser(auth: Auth, request: FastifyRequest): Promise<Caller> {
  const { sub, session_id: sessionId = null, aal } = await readBearer(auth, request);
  if (!sub) throw badJwt("missing sub claim");
  return asPlatform(auth.db, async (tx) => findCaller(tx, auth, { userId: sub, sessionId, aal }));
}

/**
 * Reads the caller again under the lock of the account: the session may have ended (by a new password or second factor) while a password
 * was hashed or a provider was asked. Throws like `requireUser`.
 */
export async function lockCaller(tx: Transaction, life: SessionLife, { user, sessionId, aal }: Caller): Promise<Caller> {
  await lockUser(tx, user.id);
  return findCaller(tx, life, { userId: user.id, sessionId, aal });
}

/** Requires the service key. Throws `no_authorization`, `bad_jwt` or `not_admin`. */
export async function requireAdmin(auth: Auth, request: FastifyRequest): Promise<void> {
  if ((await readBearer(auth, request)).role !== "service_role") throw notAdmin();
}
