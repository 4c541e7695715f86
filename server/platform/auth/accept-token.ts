import type { FastifyRequest } from "fastify";
import type { Transaction } from "../../db/transaction.ts";
import { audit, type AuditAction } from "./audit.ts";
import { confirmEmailChange } from "./email-change.ts";
import { callerBanned } from "./errors.ts";
import type { TokenType } from "./mailed-token.ts";
import type { TakenToken } from "./take-token.ts";
import { findUser, isBanned, type UserRow } from "./users.ts";

interface Attempt {
  encrypted_password: string | null;
  data: Record<string, unknown>;
}

/**
 * The address is proved. Only the token's own sign-up attempt takes effect; the others end here, with their passwords and mails,
 * so that nobody who signed up with this address before its owner knows the password that now counts.
 */
export async function confirmAddress(tx: Transaction, user: UserRow, attemptId: string | null): Promise<void> {
  const found = await tx.query<Attempt>("select encrypted_password, data from auth.sign_up_attempts where id = $1", [attemptId]);
  const attempt = found.rows[0];
  const verified = { sub: user.id, email: user.email, email_verified: true, phone_verified: false };
  await tx.query(
    `update auth.users set email_confirmed_at = now(), encrypted_password = coalesce($2, encrypted_password), raw_user_meta_data = $3,
       updated_at = now() where id = $1`,
    [
      user.id,
      attempt?.encrypted_password ?? null,
      JSON.stringify({ ...(attempt?.data ?? user.raw_user_meta_data), ...verified }),
    ],
  );
  await tx.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [user.id],
  );
  await tx.query("delete from auth.sign_up_attempts where user_id = $1", [user.id]);
  await tx.query("delete from auth.one_time_tokens where user_id = $1 and token_type in ('signup', 'invite')", [user.id]);
}

export interface Accepted extends TakenToken {
  /** The half of an e-mail change: the other mailbox has to confirm as well. */
  halfWay: boolean;
}

const TOLD: Partial<Record<TokenType, AuditAction>> = {
  signup: "user_confirmed",
  invite: "invite_accepted",
  email_change_current: "user_email_changed",
  email_change_new: "user_email_changed",
};

/** Does what a spent token promises. Throws `user_banned`, or `email_exists` for a new address that was taken meanwhile. */
export async function acceptToken(tx: Transaction, { user, token }: TakenToken, request: FastifyRequest): Promise<Accepted> {
  if (isBanned(user)) throw callerBanned();
  const type = token.token_type;
  const changes = type === "email_change_current" || type === "email_change_new";
  const halfWay = changes && !(await confirmEmailChange(tx, user, token));
  if (!changes && !user.email_confirmed_at) await confirmAddress(tx, user, token.attempt_id);
  const action = TOLD[type];
  if (action && !halfWay) await audit(tx, { action, actorId: user.id, request });
  return { user: (await findUser(tx, user.id)) ?? user, token, halfWay };
}
