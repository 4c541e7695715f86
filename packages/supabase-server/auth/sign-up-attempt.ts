import type { Transaction } from "@lampstand/database";
import { unexpectedFailure } from "./errors.ts";
import { addressData, addUser, lockUserByEmail, type UserRow } from "./users.ts";

export type UserData = Record<string, unknown>;

/** The password hash of the latest attempt with this address, to hash the next one with the same salt. */
export async function earlierAttempt(tx: Transaction, email: string): Promise<string | undefined> {
  const earlier = await tx.query<{ encrypted_password: string }>(
    `select a.encrypted_password from auth.sign_up_attempts a join auth.users u on u.id = a.user_id
     where u.email = $1 and a.encrypted_password is not null order by a.created_at desc limit 1`,
    [email],
  );
  return earlier.rows[0]?.encrypted_password;
}

/** Days. Longer than the links live, so that a stranger's attempt does not become the only one when the owner's expires. */
const REMEMBERED = 30;

export interface Attempt {
  email: string;
  /** Null for a sign-up by mailed link or invitation. */
  hash: string | null;
  data: UserData;
  /** By an administrator, whose metadata is stored unchanged. */
  byAdmin?: boolean;
}

/**
 * Records a pending sign-up, and creates the account if there is none. Its password and data take effect when its mail is confirmed, and
 * only if it is the only attempt (accept-token.ts). Null when the address is confirmed already.
 */
export async function recordAttempt(
  tx: Transaction,
  { email, hash, data, byAdmin = false }: Attempt,
): Promise<{ user: UserRow; attemptId: string; isNew: boolean } | null> {
  const id = await addUser(tx, { email, encryptedPassword: null, confirmed: false, userData: data });
  const user = await lockUserByEmail(tx, email);
  if (!user || user.email_confirmed_at) return null;
  await tx.query("update auth.users set raw_user_meta_data = $2 where id = $1", [
    user.id,
    JSON.stringify(byAdmin ? data : { ...data, ...addressData(user, false) }),
  ]);
  await tx.query("delete from auth.sign_up_attempts where user_id = $1 and created_at < now() - make_interval(days => $2)", [
    user.id,
    REMEMBERED,
  ]);
  // Attempts with the same password are merged as one person's. Without a password anybody could have sent them: data that differ are
  // dropped, except an invitation's, which are kept.
  const recorded = await tx.query<{ id: string }>(
    `insert into auth.sign_up_attempts as a (user_id, encrypted_password, data) values ($1, $2, $3)
     on conflict (user_id, encrypted_password) do update set created_at = excluded.created_at,
       data = case when $4 or excluded.encrypted_password is not null or a.data = excluded.data then excluded.data
         when $5 then a.data else '{}' end
     returning id`,
    [user.id, hash, JSON.stringify(data), byAdmin, user.invited_at !== null],
  );
  const attemptId = recorded.rows[0]?.id;
  if (!attemptId) throw unexpectedFailure();
  return { user, attemptId, isNew: id !== null };
}
