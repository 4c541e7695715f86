import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import { audit, readUserAgent } from "./audit.ts";
import {
  AuthError,
  OAuthError,
  refreshOfBanned,
  refreshTokenAlreadyUsed,
  refreshTokenNotFound,
  sessionExpired,
} from "./errors.ts";
import type { Auth } from "./options.ts";
import { readRefreshToken } from "./refresh-token.ts";
import { SESSION_COLUMNS, sessionAnswer, type SessionAnswer, type SessionRow } from "./sessions.ts";
import { findUser, isBanned } from "./users.ts";

const body = z.object({ refresh_token: z.string().default("") });

interface StoredSession extends SessionRow {
  user_id: string;
  lives: boolean;
  recently_rotated: boolean;
  /** The living token has reached its client: one of its access tokens has been here. */
  living_seen: boolean;
  /** The lowest number that rotation forgives: what a session had before its second factor is dead. */
  refresh_counter_floor: string;
}

async function rotate(tx: Transaction, session: StoredSession, userAgent: string | undefined): Promise<SessionRow> {
  const rotated = await tx.query<SessionRow>(
    `update auth.sessions set refresh_counter = refresh_counter + 1, refreshed_at = now(), user_agent = coalesce($2, user_agent)
     where id = $1 returning ${SESSION_COLUMNS}`,
    [session.id, readUserAgent({ "user-agent": userAgent })],
  );
  return rotated.rows[0] ?? session;
}

/** Ends a session under its lock, and tells the trail why. Answers the refusal, which must not undo that. */
async function endSession(
  tx: Transaction,
  session: StoredSession,
  refusal: AuthError,
  request: FastifyRequest,
): Promise<AuthError> {
  await tx.query("delete from auth.sessions where id = $1", [session.id]);
  const traits = { reason: refusal.code, session: session.id };
  await audit(tx, { action: "token_revoked", subjectId: session.user_id, request, traits });
  return refusal;
}

/**
 * POST /token?grant_type=refresh_token. The living token rotates. Its parent answers with the living one while that
 * has not been seen, because the client may never have got the answer. So does any older token within the reuse interval, for tabs
 * that refresh together. Any other was stolen or kept by a thief: the session ends for both (docs/decisions/025-sessions-end.md).
 */
export async function refresh(auth: Auth, request: FastifyRequest): Promise<SessionAnswer> {
  const { refresh_token: text } = body.parse(request.body);
  if (!text) throw new OAuthError("invalid_request", "refresh_token required");
  const token = readRefreshToken(text, auth.keys.jwtSecret);
  if (!token) throw refreshTokenNotFound();
  const answer = await asPlatform(auth.db, async (tx) => {
    const found = await tx.query<StoredSession>(
      `select ${SESSION_COLUMNS}, user_id, refresh_counter_floor, refresh_counter_seen >= refresh_counter as living_seen,
         refreshed_at > now() - make_interval(secs => $2) as recently_rotated, auth.session_lives(s, $3, $4) as lives
       from auth.sessions s where id = $1 for update`,
      [token.sessionId, auth.refreshReuseInterval, auth.sessionLife, auth.sessionIdleLife],
    );
    const session = found.rows[0];
    const user = session && (await findUser(tx, session.user_id));
    if (!session || !user) throw refreshTokenNotFound();
    if (isBanned(user)) throw refreshOfBanned();
    if (!session.lives) return endSession(tx, session, sessionExpired(), request);
    const behind = BigInt(session.refresh_counter) - token.counter;
    if (behind === 0n) return sessionAnswer(auth, user, await rotate(tx, session, request.headers["user-agent"]));
    const dead = token.counter < BigInt(session.refresh_counter_floor);
    const isLostAnswer = behind === 1n && !session.living_seen;
    if (!dead && behind > 0n && (isLostAnswer || session.recently_rotated)) return sessionAnswer(auth, user, session);
    // Another tab that has not heard of the second factor yet is no thief.
    if (dead && session.recently_rotated) return refreshTokenAlreadyUsed();
    return endSession(tx, session, refreshTokenAlreadyUsed(), request);
  });
  // Thrown after the commit: the session has to end although the request fails.
  if (answer instanceof AuthError) throw answer;
  return answer;
}
