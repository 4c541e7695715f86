import { createHash, createHmac } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Transaction } from "@lampstand/database";
import { tracePayload } from "@lampstand/telemetry";
import { overMailLimit, tooSoon } from "./errors.ts";
import { refundLimit, PROJECT, consumeLimits, secondsToWait, type LimitName } from "./limits.ts";
import type { Auth } from "./options.ts";
import type { Challenge } from "./pkce.ts";
import type { SignInMethod } from "./sessions.ts";

/** What a mailed token is for. A reauthentication mail has only a code, all others a link and a code. */
export type TokenType =
  | "signup"
  | "invite"
  | "magiclink"
  | "recovery"
  | "email_change_current"
  | "email_change_new"
  | "reauthentication";

export interface TokenRow {
  id: string;
  user_id: string;
  token_type: TokenType;
  /** The recipient. */
  email: string;
  attempt_id: string | null;
  flow_state_id: string | null;
  redirect_to: string;
}

export const TOKEN_COLUMNS = "id, user_id, token_type, email, attempt_id, flow_state_id, redirect_to";

interface TokenLife {
  seconds: number;
  inWords: string;
}
const HOUR: TokenLife = { seconds: 3600, inWords: "one hour" };
const DAY: TokenLife = { seconds: 86_400, inWords: "24 hours" };

interface Kind {
  /** The `amr` method of a session opened by a PKCE flow of this kind. */
  method: SignInMethod;
  /** Column of auth.users with the time of the request. */
  sentAt: string;
  /** How long its link and code work; the mail says so. */
  life: TokenLife;
  /** The limit it counts against besides `projectMail`; none for an invitation, which only an administrator can send. */
  part: LimitName | null;
}

const KINDS: Record<TokenType, Kind> = {
  signup: { method: "email/signup", sentAt: "confirmation_sent_at", life: DAY, part: "projectConfirmationMail" },
  invite: { method: "invite", sentAt: "confirmation_sent_at", life: DAY, part: null },
  magiclink: { method: "magiclink", sentAt: "recovery_sent_at", life: HOUR, part: "projectRecoveryMail" },
  recovery: { method: "recovery", sentAt: "recovery_sent_at", life: HOUR, part: "projectRecoveryMail" },
  email_change_current: {
    method: "email_change",
    sentAt: "email_change_sent_at",
    life: DAY,
    part: "projectConfirmationMail",
  },
  email_change_new: {
    method: "email_change",
    sentAt: "email_change_sent_at",
    life: DAY,
    part: "projectConfirmationMail",
  },
  reauthentication: { method: "otp", sentAt: "reauthentication_sent_at", life: HOUR, part: "projectRecoveryMail" },
};

/** How long the link and the code of a mail of this kind work, in words. */
export const tokenLife = (type: TokenType): string => KINDS[type].life.inWords;

/** Prefix of the secrets of PKCE links, by which one is recognised even after it was redeemed (docs/dialect.md#redirects-and-pkce). */
export const PKCE_PREFIX = "pkce_";

/**
 * The secret in a link, an HMAC of the row's id: the job's payload needs no secret, and a job that runs twice mails the same link.
 */
export function linkSecret(token: Pick<TokenRow, "id" | "flow_state_id">, jwtSecret: string): string {
  const mac = createHmac("sha256", jwtSecret).update(`mailed-link:${token.id}`).digest("base64url");
  return token.flow_state_id ? PKCE_PREFIX + mac : mac;
}

/** The six digits of the mail, also an HMAC of the row's id. Not stored, even hashed: six digits can be tried in no time. */
export function typedCode(token: Pick<TokenRow, "id">, jwtSecret: string): string {
  const mac = createHmac("sha256", jwtSecret).update(`mailed-code:${token.id}`).digest();
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
}

export const hashSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** Keyed hash of an address for counting mails and attempts, so that the tables do not reveal which addresses were tried. */
export const mailboxKey = (auth: Pick<Auth, "keys">, email: string): Buffer =>
  createHmac("sha256", auth.keys.jwtSecret).update(`mailbox:${email}`).digest();

/**
 * Counts a request for a mail to `email`, whether or not it has an account. Throws `over_email_send_rate_limit` within `mailInterval`
 * of the last one. Serializes requests for the same address.
 */
export async function limitMails(
  auth: Pick<Auth, "keys" | "mailInterval">,
  tx: Transaction,
  type: TokenType,
  email: string,
): Promise<void> {
  const address = mailboxKey(auth, email);
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

/** Starts a PKCE flow and returns its id; null without a challenge. */
export async function startFlow(
  tx: Transaction,
  type: TokenType,
  userId: string,
  challenge: Challenge | null,
): Promise<string | null> {
  if (!challenge) return null;
  const flow = await tx.query<{ id: string }>(
    `insert into auth.flow_state (user_id, authentication_method, code_challenge, code_challenge_method) values ($1, $2, $3, $4) returning id`,
    [userId, KINDS[type].method, challenge.challenge, challenge.method],
  );
  return flow.rows[0]?.id ?? null;
}

export interface TokenRequest {
  type: TokenType;
  userId: string;
  email: string;
  attemptId?: string | null;
  redirectTo: string;
  flowStateId?: string | null;
}

async function addToken(auth: Auth, tx: Transaction, request: TokenRequest): Promise<TokenRow> {
  const { type, userId, email, attemptId = null, redirectTo, flowStateId = null } = request;
  await tx.query(
    "delete from auth.one_time_tokens where user_id = $1 and token_type = $2 and attempt_id is not distinct from $3",
    [userId, type, attemptId],
  );
  const added = await tx.query<TokenRow>(
    `insert into auth.one_time_tokens (user_id, token_type, email, attempt_id, flow_state_id, redirect_to, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7)) returning ${TOKEN_COLUMNS}`,
    [userId, type, email, attemptId, flowStateId, redirectTo, KINDS[type].life.seconds],
  );
  await tx.query(`update auth.users set ${KINDS[type].sentAt} = now(), updated_at = now() where id = $1`, [userId]);
  const token = added.rows[0];
  if (!token) throw new Error("insert returned no token");
  return token;
}

/** Makes the token's link and code redeemable. Returns the link's secret. */
export async function activateToken(tx: Transaction, token: TokenRow, jwtSecret: string): Promise<string> {
  const secret = linkSecret(token, jwtSecret);
  await tx.query("update auth.one_time_tokens set token_hash = $2 where id = $1", [token.id, hashSecret(secret)]);
  return secret;
}

/**
 * Counts a mail against the project's limits when the transaction commits; false if they are exceeded. Take no lock after it: all other
 * mails wait for the row until the transaction ends.
 */
async function takeMail(auth: Auth, tx: Transaction, type: TokenType): Promise<boolean> {
  const { part } = KINDS[type];
  const ofPart = part && { limit: part, who: PROJECT };
  if (ofPart && (await consumeLimits(auth, [ofPart], tx)).length > 0) return false;
  if ((await consumeLimits(auth, [{ limit: "projectMail", who: PROJECT }], tx)).length === 0) return true;
  if (ofPart) await refundLimit(auth, ofPart, tx);
  return false;
}

async function queueMail(auth: Auth, tx: Transaction, request: TokenRequest): Promise<void> {
  const { id } = await addToken(auth, tx, request);
  await tx.query("select jobs.enqueue('auth-mail', jsonb_build_object('one_time_token_id', $1::uuid) || $2::jsonb)", [
    id,
    JSON.stringify(tracePayload()),
  ]);
}

/**
 * Mails a token when the transaction commits. It replaces the previous one of its kind (of a sign-up: of the same attempt). Throws
 * `over_email_send_rate_limit` when the project's mails of this hour are used up.
 */
export async function mailToken(auth: Auth, tx: Transaction, request: TokenRequest): Promise<void> {
  await queueMail(auth, tx, request);
  if (!(await takeMail(auth, tx, request.type))) throw overMailLimit(secondsToWait(auth, "projectMail"));
}

/**
 * Like `mailToken`, but an exceeded project limit is only logged: an error would reveal that the address has an account. The account has
 * to be locked.
 */
export async function mailTokenSilently(
  auth: Auth,
  tx: Transaction,
  request: TokenRequest,
  log: FastifyBaseLogger,
): Promise<void> {
  if (await takeMail(auth, tx, request.type)) return queueMail(auth, tx, request);
  log.warn({ kind: request.type }, "a mail was not sent: the project has used up its mails of this hour");
}

/** Creates a token that is redeemable at once and not mailed. */
export async function createActiveToken(
  auth: Auth,
  tx: Transaction,
  request: TokenRequest,
): Promise<{ token: TokenRow; secret: string; code: string }> {
  const token = await addToken(auth, tx, request);
  const { jwtSecret } = auth.keys;
  return { token, secret: await activateToken(tx, token, jwtSecret), code: typedCode(token, jwtSecret) };
}
