import { createHash, createHmac } from "node:crypto";
import type { Transaction } from "../../db/transaction.ts";
import { linkExpired, tooSoon } from "./errors.ts";
import type { Auth } from "./options.ts";
import type { Challenge } from "./pkce.ts";
import type { SignInMethod } from "./sessions.ts";
import { lockUser, type UserRow } from "./users.ts";

export type LinkType = "signup" | "recovery";

const FLOW_METHOD: Record<LinkType, SignInMethod> = { signup: "email/signup", recovery: "recovery" };
const SENT_AT: Record<LinkType, string> = { signup: "confirmation_sent_at", recovery: "recovery_sent_at" };

export interface LinkRow {
  id: string;
  token_type: LinkType;
  attempt_id: string | null;
  flow_state_id: string | null;
  redirect_to: string;
}

/** Marks the secrets of PKCE links, so that a spent one is still known for one (contract 1.7). */
export const PKCE_PREFIX = "pkce_";

/**
 * The secret in a link. Only the server can derive it from the row's id, so the job that mails it carries no secret, and a job
 * that runs twice mails the same link.
 */
export function linkSecret(link: Pick<LinkRow, "id" | "flow_state_id">, jwtSecret: string): string {
  const mac = createHmac("sha256", jwtSecret).update(`mailed-link:${link.id}`).digest("base64url");
  return link.flow_state_id ? PKCE_PREFIX + mac : mac;
}

export const hashSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/**
 * Counts a request for a mail to `email`, known or not. Throws `over_email_send_rate_limit` while the last one is too recent.
 * Requests for one address pass one after the other.
 */
export async function limitMails(
  auth: Pick<Auth, "mailInterval">,
  tx: Transaction,
  type: LinkType,
  email: string,
): Promise<void> {
  const address = createHash("sha256").update(email).digest();
  const counted = await tx.query(
    `insert into auth.mail_requests as m (token_type, address_hash, requested_at) values ($1, $2, clock_timestamp())
     on conflict (token_type, address_hash) do update set requested_at = excluded.requested_at
       where m.requested_at <= clock_timestamp() - make_interval(secs => $3)`,
    [type, address, auth.mailInterval],
  );
  if (counted.rowCount) return;
  const left = await tx.query<{ seconds: number }>(
    `select greatest(1, ceil($3 - extract(epoch from clock_timestamp() - requested_at)))::int as seconds
     from auth.mail_requests where token_type = $1 and address_hash = $2`,
    [type, address, auth.mailInterval],
  );
  throw tooSoon(left.rows[0]?.seconds ?? auth.mailInterval);
}

export interface LinkRequest {
  type: LinkType;
  userId: string;
  attemptId: string | null;
  redirectTo: string;
  challenge: Challenge | null;
}

/** Has a link mailed when the transaction commits. It replaces the last one of its kind, for a sign-up that of the same attempt. */
export async function mailLink(auth: Auth, tx: Transaction, request: LinkRequest): Promise<void> {
  const { type, userId, attemptId, redirectTo, challenge } = request;
  await tx.query(
    "delete from auth.one_time_tokens where user_id = $1 and token_type = $2 and attempt_id is not distinct from $3",
    [userId, type, attemptId],
  );
  const flow = challenge
    ? await tx.query<{ id: string }>(
        `insert into auth.flow_state (user_id, authentication_method, code_challenge, code_challenge_method) values ($1, $2, $3, $4) returning id`,
        [userId, FLOW_METHOD[type], challenge.challenge, challenge.method],
      )
    : null;
  const life = type === "signup" ? auth.signUpLinkLife : auth.recoveryLinkLife;
  await tx.query(
    `with link as (
       insert into auth.one_time_tokens (user_id, token_type, attempt_id, flow_state_id, redirect_to, expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6)) returning id)
     select jobs.enqueue('auth-mail', jsonb_build_object('one_time_token_id', id)) from link`,
    [userId, type, attemptId, flow?.rows[0]?.id ?? null, redirectTo, life],
  );
  await tx.query(`update auth.users set ${SENT_AT[type]} = now(), updated_at = now() where id = $1`, [userId]);
}

/** Spends a link: it works once. Throws `otp_expired` for one that is unknown, spent, too old or of another kind. */
export async function takeLink(
  tx: Transaction,
  secret: string,
  types: readonly LinkType[],
): Promise<{ user: UserRow; link: LinkRow }> {
  const hash = hashSecret(secret);
  const owner = await tx.query<{ user_id: string }>("select user_id from auth.one_time_tokens where token_hash = $1", [hash]);
  const user = owner.rows[0] && (await lockUser(tx, owner.rows[0].user_id));
  const taken = await tx.query<LinkRow>(
    `delete from auth.one_time_tokens where token_hash = $1 and token_type = any($2) and expires_at > now()
     returning id, token_type, attempt_id, flow_state_id, redirect_to`,
    [hash, types],
  );
  const link = taken.rows[0];
  if (!user || !link) throw linkExpired();
  return { user, link };
}
