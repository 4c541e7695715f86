import type { Transaction } from "@lampstand/database";
import { emailExists, linkExpired } from "./errors.ts";
import { startFlow, type TokenRequest, type TokenRow } from "./mailed-token.ts";
import type { Challenge } from "./pkce.ts";
import type { UserRow } from "./users.ts";

/** Shown after the first of the two mailboxes has confirmed. */
export const FIRST_CONFIRMATION = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

type Half = "current" | "new";

/** The link's final target, and the PKCE challenge of the client that may exchange its code. */
export interface Asked {
  redirectTo: string;
  challenge: Challenge | null;
}

/**
 * Stores the requested address and cancels an earlier request for a different one. An account without an address confirms only the new
 * mailbox. A taken address is reported only at the confirmation, so that the requester can't find out who has an account.
 */
export async function requestEmailChange(tx: Transaction, user: UserRow, email: string): Promise<UserRow> {
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

/** Cancels a pending change of address. */
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

/** Calls `mail` for each mailbox that has not confirmed the change yet. */
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

/** Changes the address at once, and invalidates everything mailed to the old one. Throws `email_exists`. */
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
  // Links that were opened in the old mailbox, but whose code is not exchanged yet.
  await tx.query("delete from auth.flow_state where user_id = $1 and auth_code_hash is not null", [user.id]);
  await tx.query("delete from auth.sign_up_attempts where user_id = $1", [user.id]);
}

/** Records one mailbox's confirmation. True if both have confirmed and the address was changed. Throws `otp_expired`, `email_exists`. */
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
