import type { Transaction } from "../../db/transaction.ts";
import { callerBanned } from "./errors.ts";
import { takeLink, type LinkRow, type LinkType } from "./mailed-link.ts";
import { findUser, isBanned, type UserRow } from "./users.ts";

interface Attempt {
  encrypted_password: string;
  data: Record<string, unknown>;
}

/**
 * The address is proved. Only the link's own sign-up attempt takes effect; the others end here, with their passwords and links,
 * so that nobody who signed up with this address before its owner knows the password that now counts.
 */
async function confirmAddress(tx: Transaction, user: UserRow, attemptId: string | null): Promise<void> {
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
  await tx.query("delete from auth.one_time_tokens where user_id = $1 and token_type = 'signup'", [user.id]);
}

/** Spends a mailed link and does what it promises. Throws `otp_expired` or `user_banned`. */
export async function acceptLink(
  tx: Transaction,
  secret: string,
  types: readonly LinkType[],
): Promise<{ user: UserRow; link: LinkRow }> {
  const { user, link } = await takeLink(tx, secret, types);
  if (isBanned(user)) throw callerBanned();
  if (user.email_confirmed_at) return { user, link };
  await confirmAddress(tx, user, link.attempt_id);
  return { user: (await findUser(tx, user.id)) ?? user, link };
}
