import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "../../db/as-platform.ts";
import type { Transaction } from "../../db/transaction.ts";
import { requireUser } from "./caller.ts";
import { normaliseEmail } from "./email-address.ts";
import { callerNotFound, emailChangeDisabled, notAdmin, phoneDisabled, samePassword, validationFailed } from "./errors.ts";
import type { Auth } from "./options.ts";
import { checkNewPassword, hashPassword, type PasswordChecker } from "./passwords.ts";
import { findUser, fitsInToken, lockUser, userAnswer, type UserAnswer } from "./users.ts";

const body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
});

/** Whoever knew the old password, or holds a mail sent before the change, is out. */
async function endEverythingElse(tx: Transaction, userId: string, sessionId: string | null): Promise<void> {
  await tx.query("delete from auth.sessions where user_id = $1 and id is distinct from $2", [userId, sessionId]);
  await tx.query("delete from auth.one_time_tokens where user_id = $1", [userId]);
  await tx.query("delete from auth.flow_state where user_id = $1", [userId]);
}

/** PUT /user: password and user data. A null in `data` removes its key. */
export async function updateUser(auth: Auth, matches: PasswordChecker, request: FastifyRequest): Promise<UserAnswer> {
  const { user: caller, sessionId } = await requireUser(auth, request);
  const { email, phone, password, data, app_metadata: appData } = body.parse(request.body);
  if (appData !== undefined) throw notAdmin();
  if (phone) throw phoneDisabled();
  if (email && normaliseEmail(email) !== caller.email) throw emailChangeDisabled();
  let hash: string | null = null;
  if (typeof password === "string") {
    checkNewPassword(auth, password);
    if (await matches(password, caller.encrypted_password)) throw samePassword();
    hash = await hashPassword(password, auth.passwordCost);
  }
  return asPlatform(auth.db, async (tx) => {
    const user = await lockUser(tx, caller.id);
    if (!user) throw callerNotFound();
    const merged = Object.fromEntries(
      Object.entries({ ...user.raw_user_meta_data, ...data }).filter(([, value]) => value !== null),
    );
    if (!fitsInToken(merged)) throw validationFailed("data: too large");
    await tx.query(
      "update auth.users set raw_user_meta_data = $2, encrypted_password = coalesce($3, encrypted_password), updated_at = now() where id = $1",
      [user.id, JSON.stringify(merged), hash],
    );
    if (hash) await endEverythingElse(tx, user.id, sessionId);
    const updated = await findUser(tx, user.id);
    if (!updated) throw callerNotFound();
    return userAnswer(updated);
  });
}
