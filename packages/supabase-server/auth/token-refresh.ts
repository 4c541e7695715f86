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
import { findUser } from "./users.ts";

/** Seconds after a rotation in which an older refresh token still gets the current one, even if that was used. */
const REUSE_INTERVAL = 10;

const body = z.object({ refresh_token: z.string().default("") });

interface StoredSession extends SessionRow {
  user_id: string;
  lives: boolean;
  recently_rotated: boolean;
  /** The client has received the current refresh token: an access token issued with it was used. */
  current_seen: boolean;
  /** Tokens below this counter are never reusable: they are from before the second factor. */
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

/** Deletes the session and records why. Returns the error, to be thrown after the commit. */
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
 * POST /token?grant_type=refresh_token. The current token is rotated. Its predecessor returns the current one as long as that was not seen
 * in use, because the response may have been lost. So does any older token within the reuse interval, for tabs that refresh at the same
 * time. Any other reuse is treated as theft and ends the session (docs/decisions/025-sessions-end.md).
 */
export async function refresh(auth: Auth, request: FastifyRequest): Promise<SessionAnswer> {
  const { refresh_token: text } = body.parse(request.body);
  if (!text) throw new OAuthError("invalid_request", "refresh_token required");
  const token = readRefreshToken(text, auth.keys.jwtSecret);
  if (!token) throw refreshTokenNotFound();
  const answer = await asPlatform(auth.db, async (tx) => {
    const found = await tx.query<StoredSession>(
      `select ${SESSION_COLUMNS}, user_id, refresh_counter_floor, refresh_counter_seen >= refresh_counter as current_seen,
         refreshed_at > now() - make_interval(secs => $2) as recently_rotated, auth.session_lives(sessions) as lives
       from auth.sessions where id = $1 for update`,
      [token.sessionId, REUSE_INTERVAL],
    );
    const session = found.rows[0];
    const user = session && (await findUser(tx, session.user_id));
    if (!session || !user) throw refreshTokenNotFound();
    if (user.is_banned) throw refreshOfBanned();
    if (!session.lives) return endSession(tx, session, sessionExpired(), request);
    const behind = BigInt(session.refresh_counter) - token.counter;
    if (behind === 0n) return sessionAnswer(auth, user, await rotate(tx, session, request.headers["user-agent"]));
    const dead = token.counter < BigInt(session.refresh_counter_floor);
    const isLostAnswer = behind === 1n && !session.current_seen;
    if (!dead && behind > 0n && (isLostAnswer || session.recently_rotated)) return sessionAnswer(auth, user, session);
    // Another tab, which does not know of the second factor yet: refuse, but keep the session.
    if (dead && session.recently_rotated) return refreshTokenAlreadyUsed();
    return endSession(tx, session, refreshTokenAlreadyUsed(), request);
  });
  // Thrown after the commit, so that the session's deletion is not rolled back.
  if (answer instanceof AuthError) throw answer;
  return answer;
}
