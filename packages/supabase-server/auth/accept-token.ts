import { isDeepStrictEqual } from "node:util";
import type { FastifyRequest } from "fastify";
import type { Transaction } from "@lampstand/database";
import { audit, type AuditAction } from "./audit.ts";
import { confirmEmailChange } from "./email-change.ts";
import { callerBanned } from "./errors.ts";
import type { TokenRow, TokenType } from "./mailed-token.ts";
import { notifyOwner } from "./notify-owner.ts";
import type { RedeemedToken } from "./redeem-token.ts";
import { addressData, describesAddress, findUser, type UserRow } from "./users.ts";

interface Attempt {
  id: string;
  encrypted_password: string | null;
  data: Record<string, unknown>;
}

/** What a confirmation copies to the account from its pending sign-ups. */
interface ConfirmedSignUp {
  hash: string | null;
  data: Record<string, unknown>;
  /** The person chose a password at sign-up, but it was not taken over: ask for a new one. */
  passwordNeeded: boolean;
}

/**
 * A single pending sign-up, confirmed by its own mail, takes effect with its password and data. With several, or by a recovery mail, any
 * of them may be a stranger's: no password is taken over, and the data only if all attempts sent the same. An invitation keeps its data,
 * which an administrator gave.
 */
function confirmedSignUp(attempts: readonly Attempt[], user: UserRow, token: TokenRow | null): ConfirmedSignUp {
  const [first] = attempts;
  if (!token || !first) return { hash: null, data: user.raw_user_meta_data, passwordNeeded: false };
  const own = attempts.find(({ id }) => id === token.attempt_id);
  // An administrator may have set a password before anybody signed up.
  const isAlone = own !== undefined && attempts.length === 1 && user.encrypted_password === null;
  if (isAlone) return { hash: own.encrypted_password, data: own.data, passwordNeeded: false };
  const agree = attempts.length > 1 && attempts.every(({ data }) => isDeepStrictEqual(data, first.data));
  return {
    hash: null,
    data: token.token_type === "invite" && own ? own.data : agree ? first.data : {},
    passwordNeeded: token.token_type === "signup" && (own ?? first).encrypted_password !== null,
  };
}

/**
 * Marks the address as confirmed, by `token` or (null) by an administrator, and deletes its pending sign-ups and their mailed tokens.
 * True: the person has to choose a password now.
 */
export async function confirmAddress(tx: Transaction, user: UserRow, token: TokenRow | null): Promise<boolean> {
  const waiting = await tx.query<Attempt>(
    "select id, encrypted_password, data from auth.sign_up_attempts where user_id = $1 order by created_at desc",
    [user.id],
  );
  const { hash, data, passwordNeeded } = confirmedSignUp(waiting.rows, user, token);
  await tx.query(
    `update auth.users set email_confirmed_at = now(), encrypted_password = coalesce($2, encrypted_password), raw_user_meta_data = $3,
       updated_at = now() where id = $1`,
    [user.id, hash, JSON.stringify(describesAddress(user) ? { ...data, ...addressData(user, true) } : data)],
  );
  await tx.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [user.id],
  );
  await tx.query("delete from auth.sign_up_attempts where user_id = $1", [user.id]);
  await tx.query("delete from auth.one_time_tokens where user_id = $1 and token_type in ('signup', 'invite')", [user.id]);
  return passwordNeeded;
}

export interface Accepted extends RedeemedToken {
  /** This was the first mailbox of an e-mail change; the other one has to confirm as well. */
  awaitsOtherMailbox: boolean;
  /** The session has to set a password first: the one chosen at sign-up was not taken over. */
  passwordNeeded: boolean;
}

const AUDIT_ACTIONS: Partial<Record<TokenType, AuditAction>> = {
  signup: "user_confirmed",
  invite: "invite_accepted",
  email_change_current: "user_email_changed",
  email_change_new: "user_email_changed",
};

/** Applies a redeemed token. Throws `user_banned`, or `email_exists` for a new address that was taken meanwhile. */
export async function acceptToken(tx: Transaction, { user, token }: RedeemedToken, request: FastifyRequest): Promise<Accepted> {
  if (user.is_banned) throw callerBanned();
  const type = token.token_type;
  const changes = type === "email_change_current" || type === "email_change_new";
  const awaitsOtherMailbox = changes && !(await confirmEmailChange(tx, user, token));
  const passwordNeeded = !changes && !user.email_confirmed_at && (await confirmAddress(tx, user, token));
  const action = AUDIT_ACTIONS[type];
  if (action && !awaitsOtherMailbox) await audit(tx, { action, actorId: user.id, request });
  if (changes && !awaitsOtherMailbox)
    await notifyOwner(tx, { kind: "email_changed", userId: user.id, email: user.email, request });
  return { user: (await findUser(tx, user.id)) ?? user, token, awaitsOtherMailbox, passwordNeeded };
}
