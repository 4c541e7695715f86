import type { Transaction } from "@lampstand/database";
import { FACTORS_OF_USER, type Factor } from "./factors/factor.ts";

export interface IdentityRow {
  id: string;
  user_id: string;
  provider: string;
  provider_id: string;
  identity_data: Record<string, unknown>;
  email: string | null;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface UserRow {
  id: string;
  aud: string;
  role: "authenticated";
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  confirmation_sent_at: Date | null;
  invited_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  email_change_confirmed_by: "current" | "new" | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Record<string, unknown>;
  banned_until: Date | null;
  is_banned: boolean;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
  identities: IdentityRow[];
  factors: Factor[];
}

const SELECT = `select u.*, auth.is_banned(u) as is_banned, coalesce((select json_agg(i order by i.created_at) from auth.identities i where i.user_id = u.id), '[]') as identities,
    ${FACTORS_OF_USER} as factors
  from auth.users u`;

async function findBy(tx: Transaction, column: "id" | "email", value: string, lock: boolean): Promise<UserRow | undefined> {
  const found = await tx.query<UserRow>(`${SELECT} where u.${column} = $1 ${lock ? "for update of u" : ""}`, [value]);
  return found.rows[0];
}

export const findUser = async (tx: Transaction, id: string): Promise<UserRow | undefined> => findBy(tx, "id", id, false);
export const findUserByEmail = async (tx: Transaction, email: string): Promise<UserRow | undefined> =>
  findBy(tx, "email", email, false);
/** Locks the user's row. Take this lock before any other row of the account, to avoid deadlocks. */
export const lockUser = async (tx: Transaction, id: string): Promise<UserRow | undefined> => findBy(tx, "id", id, true);
export const lockUserByEmail = async (tx: Transaction, email: string): Promise<UserRow | undefined> =>
  findBy(tx, "email", email, true);

export async function listUsers(tx: Transaction, limit: number, offset: number): Promise<UserRow[]> {
  return (await tx.query<UserRow>(`${SELECT} order by u.created_at desc, u.id limit $1 offset $2`, [limit, offset])).rows;
}

export interface NewUser {
  email: string;
  /** Null for a sign-up, whose hash is stored with its attempt until it is confirmed. */
  encryptedPassword: string | null;
  confirmed: boolean;
  appData?: Record<string, unknown>;
  userData: Record<string, unknown>;
  id?: string | undefined;
}

/** Adds an account with its e-mail identity. Returns its id, or null when the id or the address is taken. */
export async function addUser(tx: Transaction, user: NewUser): Promise<string | null> {
  const added = await tx.query<{ id: string }>(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values (coalesce($1::uuid, gen_random_uuid()), $2, $3, case when $4::boolean then now() end, $5, $6)
     on conflict do nothing returning id`,
    [
      user.id ?? null,
      user.email,
      user.encryptedPassword,
      user.confirmed,
      JSON.stringify({ provider: "email", providers: ["email"], ...user.appData }),
      JSON.stringify(user.userData),
    ],
  );
  const id = added.rows[0]?.id;
  if (!id) return null;
  await tx.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1::uuid, 'email', $1::uuid,
       jsonb_build_object('sub', $1::uuid, 'email', $2::text, 'email_verified', $3::boolean, 'phone_verified', false))`,
    [id, user.email, user.confirmed],
  );
  return id;
}

/** The keys about the address in the metadata of somebody who signed up themselves (docs/dialect.md#endpoints). */
export const addressData = ({ id, email }: Pick<UserRow, "id" | "email">, verified: boolean): Record<string, unknown> => ({
  sub: id,
  email,
  email_verified: verified,
  phone_verified: false,
});

/** Whether the metadata has the keys of `addressData`; metadata set by an administrator may not. */
export const describesAddress = (user: UserRow): boolean => "email_verified" in user.raw_user_meta_data;

const LARGEST_USER_DATA_BYTES = 8192;

/** Metadata is in every access token, and servers accept about 16 kB of headers: larger metadata would make all requests fail. */
export const fitsInToken = (data: Record<string, unknown>): boolean =>
  Buffer.byteLength(JSON.stringify(data)) <= LARGEST_USER_DATA_BYTES;

/** Shallow merge; null removes a key. */
export const mergeData = (data: Record<string, unknown>, changes: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...data, ...changes }).filter(([, value]) => value !== null));

const orOmitted = <K extends string, T>(key: K, value: T | null): { [P in K]?: T } =>
  (value === null ? {} : { [key]: value }) as { [P in K]?: T };

/** The dialect's User object (docs/dialect.md#endpoints). */
export function userAnswer(user: UserRow) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role as string,
    email: user.email ?? "",
    ...orOmitted("email_confirmed_at", user.email_confirmed_at),
    phone: "",
    ...orOmitted("invited_at", user.invited_at),
    ...orOmitted("confirmation_sent_at", user.confirmation_sent_at),
    ...orOmitted("confirmed_at", user.email_confirmed_at),
    ...orOmitted("recovery_sent_at", user.recovery_sent_at),
    ...orOmitted("new_email", user.email_change),
    ...orOmitted("email_change_sent_at", user.email_change_sent_at),
    ...orOmitted("reauthentication_sent_at", user.reauthentication_sent_at),
    ...orOmitted("last_sign_in_at", user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(user.factors.length > 0 ? { factors: user.factors } : {}),
    identities: user.identities.map((identity) => ({
      identity_id: identity.id,
      id: identity.provider_id,
      user_id: identity.user_id,
      identity_data: identity.identity_data,
      provider: identity.provider,
      ...orOmitted("last_sign_in_at", identity.last_sign_in_at),
      created_at: identity.created_at,
      updated_at: identity.updated_at,
      ...orOmitted("email", identity.email),
    })),
    created_at: user.created_at,
    updated_at: user.updated_at,
    ...orOmitted("banned_until", user.banned_until),
    ...orOmitted("deleted_at", user.deleted_at),
    is_anonymous: false,
  };
}
export type UserAnswer = ReturnType<typeof userAnswer>;
