import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "../../db/as-platform.ts";
import type { Transaction } from "../../db/transaction.ts";
import { banned, refreshTokenAlreadyUsed, refreshTokenNotFound } from "./errors.ts";
import type { Auth } from "./options.ts";
import { readRefreshToken } from "./refresh-token.ts";
import { sessionAnswer, type SessionAnswer, type SessionRow } from "./sessions.ts";
import { findUser, isBanned } from "./users.ts";

const body = z.object({ refresh_token: z.string().default("") });

interface StoredSession extends SessionRow {
  user_id: string;
  recently_rotated: boolean;
}

async function rotate(tx: Transaction, session: StoredSession, userAgent: string | undefined): Promise<SessionRow> {
  const rotated = await tx.query<SessionRow>(
    `update auth.sessions set refresh_counter = refresh_counter + 1, refreshed_at = now(), user_agent = coalesce($2, user_agent)
     where id = $1 returning id, aal, amr, refresh_counter`,
    [session.id, userAgent?.slice(0, 255) ?? null],
  );
  return rotated.rows[0] ?? session;
}

/**
 * POST /token?grant_type=refresh_token (contract 1.6). The living token rotates. Its parent answers with the living one at any
 * time, because the client may never have got the answer; so does an older one within the reuse interval. Any other was stolen
 * or kept by a thief: the session ends for both.
 */
export async function refresh(auth: Auth, request: FastifyRequest): Promise<SessionAnswer> {
  const token = readRefreshToken(body.parse(request.body).refresh_token, auth.keys.jwtSecret);
  if (!token) throw refreshTokenNotFound();
  const answer = await asPlatform(auth.db, async (tx) => {
    const found = await tx.query<StoredSession>(
      `select id, user_id, aal, amr, refresh_counter, refreshed_at > now() - make_interval(secs => $2) as recently_rotated
       from auth.sessions where id = $1 for update`,
      [token.sessionId, auth.refreshReuseInterval],
    );
    const session = found.rows[0];
    const user = session && (await findUser(tx, session.user_id));
    if (!session || !user) throw refreshTokenNotFound();
    if (isBanned(user)) throw banned();
    const behind = BigInt(session.refresh_counter) - token.counter;
    if (behind === 0n) return sessionAnswer(auth, user, await rotate(tx, session, request.headers["user-agent"]));
    if (behind === 1n || (behind > 1n && session.recently_rotated)) return sessionAnswer(auth, user, session);
    await tx.query("delete from auth.sessions where id = $1", [session.id]);
    return null;
  });
  // Thrown after the commit: the session has to end although the request fails.
  if (!answer) throw refreshTokenAlreadyUsed();
  return answer;
}
