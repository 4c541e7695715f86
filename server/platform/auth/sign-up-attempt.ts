import type { Transaction } from "../../db/transaction.ts";
import { unexpectedFailure } from "./errors.ts";
import type { Auth } from "./options.ts";
import { addUser, lockUserByEmail, type UserRow } from "./users.ts";

export type UserData = Record<string, unknown>;

/** The hash of an earlier attempt with this address, whose salt the next one shares. */
export async function earlierAttempt(tx: Transaction, email: string): Promise<string | undefined> {
  const earlier = await tx.query<{ encrypted_password: string }>(
    `select a.encrypted_password from auth.sign_up_attempts a join auth.users u on u.id = a.user_id
     where u.email = $1 and a.encrypted_password is not null order by a.created_at desc limit 1`,
    [email],
  );
  return earlier.rows[0]?.encrypted_password;
}

export interface Attempt {
  email: string;
  /** Null for a sign-up by mailed link or invitation. */
  hash: string | null;
  data: UserData;
}

/**
 * Records that somebody wants an account with this address, made now if there is none. What they bring takes effect with their own
 * mail's confirmation only. Null when the address is confirmed already. Earlier attempts go when their links have expired.
 */
export async function recordAttempt(
  auth: Auth,
  tx: Transaction,
  { email, hash, data }: Attempt,
): Promise<{ user: UserRow; attemptId: string; isNew: boolean } | null> {
  const fields = { ...data, email, email_verified: false, phone_verified: false };
  const id = await addUser(tx, { email, encryptedPassword: null, confirmed: false, userData: fields });
  const user = await lockUserByEmail(tx, email);
  if (!user || user.email_confirmed_at) return null;
  await tx.query("update auth.users set raw_user_meta_data = $2 where id = $1", [
    user.id,
    JSON.stringify({ ...fields, sub: user.id }),
  ]);
  await tx.query("delete from auth.sign_up_attempts where user_id = $1 and created_at < now() - make_interval(secs => $2)", [
    user.id,
    auth.signUpLinkLife,
  ]);
  const recorded = await tx.query<{ id: string }>(
    `insert into auth.sign_up_attempts (user_id, encrypted_password, data) values ($1, $2, $3)
     on conflict (user_id, encrypted_password) do update set data = excluded.data, created_at = excluded.created_at returning id`,
    [user.id, hash, JSON.stringify(data)],
  );
  const attemptId = recorded.rows[0]?.id;
  if (!attemptId) throw unexpectedFailure();
  return { user, attemptId, isNew: id !== null };
}
