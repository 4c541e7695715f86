import type { Transaction } from "@lampstand/database";
import { emailExists, linkExpired } from "./errors.ts";
import { startFlow, type TokenRequest, type TokenRow } from "./mailed-token.ts";
import type { Challenge } from "./pkce.ts";
import type { UserRow } from "./users.ts";

/** What the first of the two mailboxes is told. */
export const HALF_WAY = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

type Half = "current" | "new";

/** Where a mail's link leads in the end, and who may exchange its code. */
export interface Asked {
  redirectTo: string;
  challenge: Challenge | null;
}

/**
 * Notes that the account shall have another address. An earlier wish for a different one ends, with its mails. An account without
 * an address has only the new mailbox to confirm. Whether somebody else has the address is told to whoever reads its mail, at the
 * confirmation: whoever wishes must not learn it.
 */
export async function wishEmail(tx: Transaction, user: UserRow, email: string): Promise<UserRow> {
  if (user.email_change === email) return user;
  await forgetEmailChange(tx, user.id);
  const wish = { email_change: email, email_change_confirmed_by: user.email ? null : ("current" as const) };
  await tx.query("update auth.users set email_change = $2, email_change_confirmed_by = $3 where id = $1", [
    user.id,
    wish.email_change,
    wish.email_change_confirmed_by,
  ]);
  return { ...user, ...wish };
}

/** Ends a change that waits for its confirmation. */
export async function forgetEmailChange(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    "update auth.users set email_change = null, email_change_sent_at = null, email_change_confirmed_by = null where id = $1",
    [userId],
  );
  await tx.query(
    "delete from auth.one_time_tokens where user_id = $1 and token_type in ('email_change_current', 'email_change_new')",
    [userId],
  );
}

/** Mails each mailbox that has not confirmed the change yet, by `mail`. */
export async function mailEmailChange(
  tx: Transaction,
  user: UserRow,
  { redirectTo, challenge }: Asked,
  mail: (request: TokenRequest) => Promise<void>,
): Promise<void> {
  const { email, email_change: newEmail, email_change_confirmed_by: confirmedBy } = user;
  const flowStateId = await startFlow(tx, "email_change_new", user.id, challenge);
  const request = { userId: user.id, redirectTo, flowStateId };
  if (email && confirmedBy !== "current") await mail({ ...request, type: "email_change_current", email });
  if (newEmail && confirmedBy !== "new") await mail({ ...request, type: "email_change_new", email: newEmail });
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

/** Gives an account another address at once; what was mailed to the old one ends with it. Throws `email_exists`. */
export async function setEmail(tx: Transaction, user: UserRow, email: string, verified: boolean): Promise<void> {
  const data = JSON.stringify({ email, email_verified: verified });
  try {
    await tx.query(
      `update auth.users set email = $2, email_confirmed_at = case when $4 then coalesce(email_confirmed_at, now()) end,
         raw_user_meta_data = case when raw_user_meta_data ? 'email_verified' then raw_user_meta_data || $3 else raw_user_meta_data end, updated_at = now() where id = $1`,
      [user.id, email, data, verified],
    );
  } catch (error) {
    if (isTaken(error)) throw emailExists();
    throw error;
  }
  await tx.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data)
     values ($1::uuid, 'email', $1::uuid, jsonb_build_object('sub', $1::uuid, 'phone_verified', false) || $2)
     on conflict (provider, provider_id) do update set identity_data = auth.identities.identity_data || $2, updated_at = now()`,
    [user.id, data],
  );
  await forgetEmailChange(tx, user.id);
  await tx.query("delete from auth.one_time_tokens where user_id = $1", [user.id]);
  // A link of the old mailbox that was opened and not exchanged yet.
  await tx.query("delete from auth.flow_state where user_id = $1 and auth_code_hash is not null", [user.id]);
  await tx.query("delete from auth.sign_up_attempts where user_id = $1", [user.id]);
}

/** One mailbox confirms. True when that was the second, and the account has its new address. Throws `otp_expired`, `email_exists`. */
export async function confirmEmailChange(tx: Transaction, user: UserRow, token: TokenRow): Promise<boolean> {
  const half: Half = token.token_type === "email_change_new" ? "new" : "current";
  if (!user.email_change || token.email !== (half === "new" ? user.email_change : user.email)) throw linkExpired();
  if ((user.email_change_confirmed_by ?? half) === half) {
    await tx.query("update auth.users set email_change_confirmed_by = $2, updated_at = now() where id = $1", [user.id, half]);
    return false;
  }
  await setEmail(tx, user, user.email_change, true);
  return true;
}
