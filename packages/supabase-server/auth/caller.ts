import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Claims, Database, Transaction } from "@lampstand/database";
import { bearerToken, verifyToken } from "../gateway/tokens.ts";
import { badJwt, callerBanned, callerNotFound, noAuthorization, notAdmin, sessionNotFound, type AuthError } from "./errors.ts";
import type { Auth } from "./options.ts";
import { findUser, lockUser, type UserRow } from "./users.ts";

async function readBearer(auth: Auth, request: FastifyRequest): Promise<Claims> {
  const token = bearerToken(request.headers.authorization);
  if (!token) throw noAuthorization();
  return verifyToken(token, auth.keys);
}

export const isUuid = (value: unknown): value is string => z.uuid().safeParse(value).success;

export interface Caller {
  user: UserRow;
  /** Null for a token signed with the project's secret outside of this server, which has no session. */
  sessionId: string | null;
  /** The lower of the session's level and the token's. */
  aal: "aal1" | "aal2";
}

async function findCaller(
  tx: Transaction,
  { userId, sessionId, aal }: { userId: string; sessionId: unknown; aal: unknown },
): Promise<Caller> {
  const user = await findUser(tx, userId);
  if (!user) throw callerNotFound();
  if (user.is_banned) throw callerBanned();
  if (sessionId === null) return { user, sessionId: null, aal: "aal1" };
  if (!isUuid(sessionId)) throw sessionNotFound();
  const living = await tx.query<Pick<Caller, "aal">>("select aal from auth.living_session($1, $2)", [user.id, sessionId]);
  const session = living.rows[0];
  if (!session) throw sessionNotFound();
  return { user, sessionId, aal: aal === "aal2" ? session.aal : "aal1" };
}

/** The signed-in person. Throws `no_authorization`, `bad_jwt`, `user_not_found`, `session_not_found` or `user_banned`. */
export async function requireUser(auth: Auth, request: FastifyRequest): Promise<Caller> {
  const { sub, session_id: sessionId = null, aal } = await readBearer(auth, request);
  if (!sub) throw badJwt("missing sub claim");
  return asPlatform(auth.db, async (tx) => findCaller(tx, { userId: sub, sessionId, aal }));
}

/**
 * Reads the caller again under the lock of the account: the session may have ended (by a new password or second factor) while a password
 * was hashed or a provider was asked. Throws like `requireUser`.
 */
export async function lockCaller(tx: Transaction, { user, sessionId, aal }: Caller): Promise<Caller> {
  await lockUser(tx, user.id);
  return findCaller(tx, { userId: user.id, sessionId, aal });
}

/** Throws `refusal` unless the session has shown the account's second factor, if it has one. Read within `tx` if that locks the account. */
export async function requireSecondFactor(
  tx: Transaction | Database["owner"],
  { user, aal }: Pick<Caller, "aal"> & { user: { id: string } },
  refusal: AuthError,
): Promise<void> {
  const found = await tx.query<{ met: boolean }>("select auth.second_factor_met($1, $2) as met", [user.id, aal]);
  if (!found.rows[0]?.met) throw refusal;
}

/** Requires the service key. Throws `no_authorization`, `bad_jwt` or `not_admin`. */
export async function requireAdmin(auth: Auth, request: FastifyRequest): Promise<void> {
  if ((await readBearer(auth, request)).role !== "service_role") throw notAdmin();
}
