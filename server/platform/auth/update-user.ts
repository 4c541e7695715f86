import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "../../db/as-platform.ts";
import type { Transaction } from "../../db/transaction.ts";
import { audit } from "./audit.ts";
import { lockCaller, requireUser, type Caller } from "./caller.ts";
import { normaliseEmail } from "./email-address.ts";
import { forgetEmailChange, mailEmailChange, wishEmail } from "./email-change.ts";
import {
  AuthError,
  callerNotFound,
  currentPasswordInvalid,
  notAdmin,
  phoneDisabled,
  samePassword,
  secondFactorNeeded,
  validationFailed,
} from "./errors.ts";
import { hasVerifiedFactor } from "./factors/factor.ts";
import { limitMails } from "./mailed-token.ts";
import type { Auth } from "./options.ts";
import { checkNewPassword, hashPassword, type PasswordChecker } from "./passwords.ts";
import { challengeFields, readChallenge } from "./pkce.ts";
import { requireReauthentication } from "./reauthenticate.ts";
import { resolveRedirect } from "./redirects.ts";
import { findUser, fitsInToken, mergeData, userAnswer, type UserAnswer } from "./users.ts";

const body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().optional(),
  nonce: z.string().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
  ...challengeFields,
});
type Given = z.infer<typeof body>;

/** Whoever knew the old password, or holds a mail sent before the change, is out. */
export async function endEverythingElse(tx: Transaction, userId: string, sessionId: string | null): Promise<void> {
  await tx.query("delete from auth.sessions where user_id = $1 and id is distinct from $2", [userId, sessionId]);
  await tx.query("delete from auth.one_time_tokens where user_id = $1", [userId]);
  await tx.query("delete from auth.flow_state where user_id = $1", [userId]);
  // Somebody else's way to another provider and back, begun before.
  await tx.query("delete from auth.oidc_flows where linking_user_id = $1", [userId]);
  await forgetEmailChange(tx, userId);
}

/** What is told of although the request fails: somebody at the session tried to prove that the account is theirs. */
const WRONG_PROOFS = new Set(["current_password_invalid", "reauthentication_not_valid"]);

/** The hash of the new password; null when none is asked for. */
async function hashOfNew(auth: Auth, matches: PasswordChecker, caller: Caller, given: Given): Promise<string | null> {
  const { password, current_password: current, nonce } = given;
  if (typeof password !== "string") return null;
  checkNewPassword(auth, password);
  const { encrypted_password: hash } = caller.user;
  if (current !== undefined && !(await matches(current, hash))) throw currentPasswordInvalid();
  if (await matches(password, hash)) throw samePassword();
  // Last, since it spends the nonce.
  if (auth.requireReauthentication) await requireReauthentication(auth, caller, nonce);
  return hashPassword(password, auth.passwordCost);
}

/**
 * PUT /user: user data, of which a null removes its key, password, and e-mail address. A new address counts only when the present
 * mailbox and the new one have both confirmed it.
 */
export async function updateUser(auth: Auth, matches: PasswordChecker, request: FastifyRequest): Promise<UserAnswer> {
  const caller = await requireUser(auth, request);
  const { id, email: present } = caller.user;
  const given = body.parse(request.body);
  if (given.app_metadata !== undefined) throw notAdmin();
  if (given.phone) throw phoneDisabled("Unsupported phone provider");
  const asked = given.email ? normaliseEmail(given.email) : present;
  const email = asked === present ? null : asked;
  const isPassword = typeof given.password === "string";
  if ((email || isPassword) && caller.aal !== "aal2" && hasVerifiedFactor(caller.user)) throw secondFactorNeeded();
  const challenge = readChallenge(given);
  const redirectTo = resolveRedirect(auth, request);
  const hash = await hashOfNew(auth, matches, caller, given).catch(async (error: unknown) => {
    if (error instanceof AuthError && WRONG_PROOFS.has(error.code)) {
      const traits = { type: "password_change", reason: error.code };
      await audit(auth.db.owner, { action: "verification_failed", actorId: id, request, traits });
    }
    throw error;
  });
  return asPlatform(auth.db, async (tx) => {
    if (email && present) await limitMails(auth, tx, "email_change_current", present);
    if (email) await limitMails(auth, tx, "email_change_new", email);
    const { user } = await lockCaller(tx, auth, caller);
    const merged = mergeData(user.raw_user_meta_data, given.data ?? {});
    if (!fitsInToken(merged)) throw validationFailed("data: too large");
    await tx.query(
      "update auth.users set raw_user_meta_data = $2, encrypted_password = coalesce($3, encrypted_password), updated_at = now() where id = $1",
      [id, JSON.stringify(merged), hash],
    );
    if (hash) await endEverythingElse(tx, id, caller.sessionId);
    if (hash) await audit(tx, { action: "user_updated_password", actorId: id, request });
    if (email) {
      // Read again: a new password has just ended an earlier wish.
      const wishing = await wishEmail(tx, (await findUser(tx, id)) ?? user, email);
      await mailEmailChange(auth, tx, wishing, { redirectTo, challenge });
      await audit(tx, { action: "user_email_change_requested", actorId: id, request });
    }
    if (given.data) await audit(tx, { action: "user_modified", actorId: id, request });
    const updated = await findUser(tx, id);
    if (!updated) throw callerNotFound();
    return userAnswer(updated);
  });
}
