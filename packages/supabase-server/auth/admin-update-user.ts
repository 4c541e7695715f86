import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import { confirmAddress } from "./accept-token.ts";
import { attributes, checkSize, givenBan, givenPassword } from "./admin-attributes.ts";
import { userIdOf } from "./admin-users.ts";
import { audit } from "./audit.ts";
import { normaliseEmail } from "./normalise-email.ts";
import { setEmail } from "./email-change.ts";
import { userNotFound } from "./errors.ts";
import type { Auth } from "./options.ts";
import { revokeOtherCredentials } from "./update-user.ts";
import { findUser, lockUser, mergeData, userAnswer, type UserAnswer, type UserRow } from "./users.ts";

const body = z.strictObject(attributes);

/** Confirms the address, or undoes that. Does not activate the passwords of pending sign-ups. */
async function setConfirmed(tx: Transaction, user: UserRow, confirmed: boolean): Promise<void> {
  if (confirmed === Boolean(user.email_confirmed_at)) return;
  if (confirmed) return void (await confirmAddress(tx, user, null));
  await tx.query("update auth.users set email_confirmed_at = null where id = $1", [user.id]);
  await tx.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": false}' where user_id = $1 and provider = 'email'`,
    [user.id],
  );
}

async function setPassword(tx: Transaction, userId: string, hash: string): Promise<void> {
  await revokeOtherCredentials(tx, userId, null);
  // A pending sign-up's password would replace this one when it is confirmed.
  await tx.query("delete from auth.sign_up_attempts where user_id = $1", [userId]);
  await tx.query("update auth.users set encrypted_password = $2 where id = $1", [userId, hash]);
}

/** PUT /admin/users/:id: takes effect at once, without mails. Metadata is merged; null removes a key. A new password ends all sessions. */
export async function updateUserById(auth: Auth, request: FastifyRequest): Promise<UserAnswer> {
  const id = userIdOf(request);
  const given = body.parse(request.body);
  const email = given.email === undefined ? null : normaliseEmail(given.email);
  const ban = givenBan(given.ban_duration);
  const hash = await givenPassword(auth, given);
  return asPlatform(auth.db, async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) throw userNotFound();
    const userData = mergeData(user.raw_user_meta_data, given.user_metadata ?? {});
    const appData = mergeData(user.raw_app_meta_data, given.app_metadata ?? {});
    checkSize(userData, appData);
    await tx.query(
      `update auth.users set raw_user_meta_data = $2, raw_app_meta_data = $3, updated_at = now(),
         banned_until = case when $4::float8 is null then banned_until when $4 > 0 then now() + make_interval(secs => $4) end
       where id = $1`,
      [id, JSON.stringify(userData), JSON.stringify(appData), ban],
    );
    if (hash) await setPassword(tx, id, hash);
    if (email && email !== user.email) await setEmail(tx, user, email, Boolean(user.email_confirmed_at));
    if (given.email_confirm !== undefined) await setConfirmed(tx, (await findUser(tx, id)) ?? user, given.email_confirm);
    await audit(tx, { action: "user_modified", subjectId: id, request, traits: { fields: Object.keys(given).join(" ") } });
    const updated = await findUser(tx, id);
    if (!updated) throw userNotFound();
    return userAnswer(updated);
  });
}
