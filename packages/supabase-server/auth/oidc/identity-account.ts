import type { FastifyRequest } from "fastify";
import type { Transaction } from "@lampstand/database";
import { audit } from "../audit.ts";
import { callerBanned, callerNotFound, identityTaken, providerEmailUnverified, providerFailed } from "../errors.ts";
import { notifyOwner } from "../notify-owner.ts";
import { findUser, fitsInToken, lockUser, lockUserByEmail, type UserRow } from "../users.ts";
import type { Profile } from "./profile.ts";

interface SignIn {
  provider: string;
  profile: Profile;
  request: FastifyRequest;
}

/** Sets `app_metadata.providers` from the identities; `provider` is kept while it is one of them. */
export async function refreshProviders(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `update auth.users u set updated_at = now(), raw_app_meta_data = u.raw_app_meta_data || jsonb_build_object(
       'provider', case when u.raw_app_meta_data ->> 'provider' = any (i.names) then u.raw_app_meta_data ->> 'provider' else i.names[1] end,
       'providers', to_jsonb(i.names))
     from (select array_agg(provider order by created_at, id) as names from auth.identities where user_id = $1) i
     where u.id = $1 and i.names is not null`,
    [userId],
  );
}

async function findIdentity(tx: Transaction, { provider, profile }: SignIn): Promise<string | undefined> {
  // Serializes concurrent callbacks for one person.
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`oidc:${provider}:${profile.sub}`]);
  const found = await tx.query<{ user_id: string }>(
    "select user_id from auth.identities where provider = $1 and provider_id = $2",
    [provider, profile.sub],
  );
  return found.rows[0]?.user_id;
}

async function addIdentity(tx: Transaction, userId: string, { provider, profile, request }: SignIn): Promise<void> {
  await tx.query("insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, $2, $3, $4)", [
    userId,
    provider,
    profile.sub,
    JSON.stringify(profile.data),
  ]);
  await refreshProviders(tx, userId);
  await audit(tx, { action: "identity_linked", actorId: userId, request, traits: { provider } });
}

/** Adds the provider's data to the metadata; existing keys win. */
async function mergeProfile(tx: Transaction, user: UserRow, { profile }: SignIn): Promise<void> {
  const merged = { ...profile.data, ...user.raw_user_meta_data };
  if (!fitsInToken(merged)) return;
  await tx.query("update auth.users set raw_user_meta_data = $2 where id = $1", [user.id, JSON.stringify(merged)]);
}

/**
 * Called when a provider vouches for the address of an account that was never confirmed. The earlier sign-up may have been somebody
 * else's, so its password, metadata, identities, mailed links and sessions are removed.
 */
async function resetUnconfirmedAccount(tx: Transaction, user: UserRow, { provider, profile }: SignIn): Promise<void> {
  await tx.query("delete from auth.identities where user_id = $1 and (provider, provider_id) <> ($2, $3)", [
    user.id,
    provider,
    profile.sub,
  ]);
  for (const table of ["sign_up_attempts", "one_time_tokens", "flow_state", "sessions", "mfa_factors"])
    await tx.query(`delete from auth.${table} where user_id = $1`, [user.id]);
  await tx.query(
    `update auth.users set email_confirmed_at = now(), encrypted_password = null, raw_user_meta_data = $2, updated_at = now() where id = $1`,
    [user.id, JSON.stringify(profile.data)],
  );
  await refreshProviders(tx, user.id);
}

/** The account with this address, or with an identity of another provider with this address. */
async function findByAddress(tx: Transaction, email: string): Promise<UserRow | undefined> {
  const found = await tx.query<{ id: string }>(
    `select id from auth.users where email = $1
     union select user_id from auth.identities
       where email = $1 and provider <> 'email' and identity_data -> 'email_verified' = 'true'`,
    [email],
  );
  if (found.rows.length > 1)
    throw providerFailed("Multiple accounts with the same email address in the same linking domain detected: default");
  return found.rows[0] && lockUser(tx, found.rows[0].id);
}

async function createAccount(tx: Transaction, email: string, { provider, profile, request }: SignIn): Promise<UserRow> {
  const created = await tx.query<{ id: string }>(
    `insert into auth.users (email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values ($1, now(), jsonb_build_object('provider', $2::text, 'providers', jsonb_build_array($2::text)), $3)
     on conflict (email) do nothing returning id`,
    [email, provider, JSON.stringify(profile.data)],
  );
  const id = created.rows[0]?.id;
  // Null if a concurrent request has just taken the address.
  const user = id ? await findUser(tx, id) : await lockUserByEmail(tx, email);
  if (!user) throw callerNotFound();
  if (id) await audit(tx, { action: "user_signedup", actorId: id, request, traits: { provider } });
  return user;
}

/**
 * Finds or creates the account for a provider's profile (docs/dialect.md#providers). A verified address is linked to the account that has
 * it. An unverified one is refused: if its owner confirmed such an account by mail, a stranger could sign in to it. Throws
 * `provider_email_needs_verification`, `user_banned`, `unexpected_failure`.
 */
export async function accountOf(tx: Transaction, signIn: SignIn): Promise<UserRow> {
  const { provider, profile } = signIn;
  const knownId = await findIdentity(tx, signIn);
  let user = knownId && (await lockUser(tx, knownId));
  if (!user) {
    if (!profile.email) throw providerFailed("Error getting user email from external provider");
    if (!profile.emailVerified) throw providerEmailUnverified(provider);
    user = (await findByAddress(tx, profile.email)) ?? (await createAccount(tx, profile.email, signIn));
    if (user.is_banned) throw callerBanned();
    await addIdentity(tx, user.id, signIn);
  } else {
    await tx.query("update auth.identities set identity_data = $3, updated_at = now() where provider = $1 and provider_id = $2", [
      provider,
      profile.sub,
      JSON.stringify(profile.data),
    ]);
  }
  if (user.is_banned) throw callerBanned();
  if (user.email_confirmed_at) await mergeProfile(tx, user, signIn);
  else if (profile.emailVerified && profile.email === user.email) await resetUnconfirmedAccount(tx, user, signIn);
  else throw providerEmailUnverified(provider);
  const current = await findUser(tx, user.id);
  if (!current) throw callerNotFound();
  return current;
}

/** Links a provider to the account of a signed-in person. Throws `identity_already_exists`. */
export async function linkTo(tx: Transaction, userId: string, signIn: SignIn): Promise<UserRow> {
  const takenBy = await findIdentity(tx, signIn);
  if (takenBy) throw identityTaken(`Identity is already linked${takenBy === userId ? "" : " to another user"}`);
  const user = await lockUser(tx, userId);
  if (!user) throw callerNotFound();
  if (user.is_banned) throw callerBanned();
  await addIdentity(tx, userId, signIn);
  await notifyOwner(tx, { kind: "identity_linked", userId, request: signIn.request });
  return (await findUser(tx, userId)) ?? user;
}
