import type { Database, Transaction } from "@lampstand/database";
import { signToken } from "../gateway/tokens.ts";
import { readUserAgent } from "./audit.ts";
import type { Auth } from "./options.ts";
import { writeRefreshToken } from "./refresh-token.ts";
import { userAnswer, type UserAnswer, type UserRow } from "./users.ts";

/** Authentication method (`amr` of the access token, RFC 8176, with upstream's values). */
export type SignInMethod =
  | "password"
  | "otp"
  | "email/signup"
  | "recovery"
  | "magiclink"
  | "invite"
  | "email_change"
  | "oauth"
  | "totp";

export interface SessionRow {
  id: string;
  aal: "aal1" | "aal2";
  /** Newest first. */
  amr: { method: SignInMethod; timestamp: number; provider?: string }[];
  /** A bigint, which `pg` returns as text. */
  refresh_counter: string;
  created_at: Date;
  /** When it is too old. */
  ends_at: Date;
}

export interface SessionAnswer {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  /** Unix seconds. */
  expires_at: number;
  refresh_token: string;
  user: UserAnswer;
  /** The provider's own tokens, in the response to the sign-in only. */
  provider_token?: string;
  provider_refresh_token?: string;
}

/** SQL: the columns of a `SessionRow` from auth.sessions. */
export const SESSION_COLUMNS = "id, aal, amr, refresh_counter, created_at, auth.session_end(sessions) as ends_at";

/** Seconds for which an access token is valid. */
const ACCESS_TOKEN_LIFE = 3600;

/** The tokens of a session (docs/dialect.md#tokens-and-sessions). The access token does not outlive the session's maximum age. */
export async function sessionAnswer(auth: Auth, user: UserRow, session: SessionRow): Promise<SessionAnswer> {
  const iat = Math.floor(Date.now() / 1000);
  const exp = Math.min(iat + ACCESS_TOKEN_LIFE, Math.floor(session.ends_at.getTime() / 1000));
  const accessToken = await signToken(
    {
      iss: new URL("/auth/v1", auth.publicUrl).href,
      sub: user.id,
      aud: user.aud,
      exp,
      iat,
      email: user.email ?? "",
      phone: "",
      app_metadata: user.raw_app_meta_data,
      user_metadata: user.raw_user_meta_data,
      role: user.role,
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      // Seen in a request, it shows that the client has received the refresh token issued with it (token-use.ts).
      refresh_counter: Number(session.refresh_counter),
      is_anonymous: false,
    },
    auth.keys,
  );
  return {
    access_token: accessToken,
    token_type: "bearer",
    expires_in: exp - iat,
    expires_at: exp,
    refresh_token: writeRefreshToken({ sessionId: session.id, counter: BigInt(session.refresh_counter) }, auth.keys.jwtSecret),
    user: userAnswer(user),
  };
}

/** Creates a session for an authenticated user. */
export async function openSession(
  auth: Auth,
  tx: Transaction,
  user: UserRow,
  how: { method: SignInMethod; userAgent: string | undefined; provider?: string | undefined },
): Promise<SessionAnswer> {
  const timestamp = Math.floor(Date.now() / 1000);
  const amr: SessionRow["amr"] = [{ method: how.method, timestamp, ...(how.provider ? { provider: how.provider } : {}) }];
  const opened = await tx.query<SessionRow>(
    `insert into auth.sessions (user_id, amr, user_agent) values ($1, $2, $3) returning ${SESSION_COLUMNS}`,
    [user.id, JSON.stringify(amr), readUserAgent({ "user-agent": how.userAgent })],
  );
  const session = opened.rows[0];
  if (!session) throw new Error("insert returned no session");
  await tx.query("update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1", [user.id, session.created_at]);
  await tx.query("update auth.identities set last_sign_in_at = $2, updated_at = $2 where user_id = $1 and provider = $3", [
    user.id,
    session.created_at,
    how.provider ?? "email",
  ]);
  return sessionAnswer(auth, { ...user, last_sign_in_at: session.created_at, updated_at: session.created_at }, session);
}

/** Seconds; the defaults are those of auth.session_limits. */
export interface SessionLimits {
  /** A session ends so long after its sign-in. */
  maxAge?: number | undefined;
  /** A session ends if it was not refreshed for this time. */
  maxIdle?: number | undefined;
}

/** Stores the limits where the rules in SQL read them (`auth.session_lives`); those left out get the column's default. */
export async function saveSessionLimits(db: Database, { maxAge, maxIdle }: SessionLimits): Promise<void> {
  await db.owner.query(
    `insert into auth.session_limits as l default values on conflict (is_only_row) do update set
       max_age = coalesce(make_interval(secs => $1), excluded.max_age), max_idle = coalesce(make_interval(secs => $2), excluded.max_idle)`,
    [maxAge ?? null, maxIdle ?? null],
  );
}

/** Deletes expired sessions. */
export async function sweepSessions(db: Database): Promise<void> {
  await db.owner.query(
    // The rule is the function's, which takes a tenth of a millisecond; it is asked for sessions of which it can say no.
    `delete from auth.sessions where id in (
       select id from auth.sessions
       where (created_at <= now() - (select max_age from auth.session_limits)
           or refreshed_at <= now() - (select max_idle from auth.session_limits))
         and not auth.session_lives(sessions) for update skip locked)`,
  );
}
