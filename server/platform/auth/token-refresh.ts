import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "../../db/as-platform.ts";
import type { Transaction } from "../../db/transaction.ts";
import { audit, readUserAgent } from "./audit.ts";
import { OAuthError, refreshOfBanned, refreshTokenAlreadyUsed, refreshTokenNotFound } from "./errors.ts";
import type { Auth } from "./options.ts";
import { readRefreshToken } from "./refresh-token.ts";
import { sessionAnswer, type SessionAnswer, type SessionRow } from "./sessions.ts";
import { findUser, isBanned } from "./users.ts";

const body = z.object({ refresh_token: z.string().default("") });

interface StoredSession extends SessionRow {
  user_id: string;
  recently_rotated: boolean;
  /** The lowest number that rotation forgives: what a session had before its second factor is dead. */
  refresh_counter_floor: string;
}

async function rotate(tx: Transaction, session: StoredSession, userAgent: string | undefined): Promise<SessionRow> {
  const rotated = await tx.query<SessionRow>(
    `update auth.sessions set refresh_counter = refresh_counter + 1, refreshed_at = now(), user_agent = coalesce($2, user_agent)
     where id = $1 returning id, aal, amr, refresh_counter`,
    [session.id, readUserAgent({ "user-agent": userAgent })],
  );
  return rotated.rows[0] ?? session;
}

/**
 * POST /token?grant_type=refresh_token (contract 1.6). The living token rotates. Its parent answers with the living one at any
 * time, because the client may never have got the answer; so does an older one within the reuse interval. Any other was stolen
 * or kept by a thief: the session ends for both.
 */
export async function refresh(auth: Auth, request: FastifyRequest): Promise<SessionAnswer> {
  const { refresh_token: text } = body.parse(request.body);
  if (!text) throw new OAuthError("invalid_request", "refresh_token required");
  const token = readRefreshToken(text, auth.keys.jwtSecret);
  if (!token) throw refreshTokenNotFound();
  const answer = await asPlatform(auth.db, async (tx) => {
    const found = await tx.query<StoredSession>(
      `select id, user_id, aal, amr, refresh_counter, refresh_counter_floor, refreshed_at > now() - make_interval(secs => $2) as recently_rotated
       from auth.sessions where id = $1 for update`,
      [token.sessionId, auth.refreshReuseInterval],
    );
    const session = found.rows[0];
    const user = session && (await findUser(tx, session.user_id));
    if (!session || !user) throw refreshTokenNotFound();
    if (isBanned(user)) throw refreshOfBanned();
    const behind = BigInt(session.refresh_counter) - token.counter;
    if (behind === 0n) return sessionAnswer(auth, user, await rotate(tx, session, request.headers["user-agent"]));
    const dead = token.counter < BigInt(session.refresh_counter_floor);
    if (!dead && (behind === 1n || (behind > 1n && session.recently_rotated))) return sessionAnswer(auth, user, session);
    // Another tab that has not heard of the second factor yet is no thief.
    if (dead && session.recently_rotated) return null;
    await tx.query("delete from auth.sessions where id = $1", [session.id]);
    const traits = { reason: "refresh_token_already_used", session: session.id };
    await audit(tx, { action: "token_revoked", subjectId: user.id, request, traits });
    return null;
  });
  // Thrown after the commit: the session has to end although the request fails.
  if (!answer) throw refreshTokenAlreadyUsed();
  return answer;
}
