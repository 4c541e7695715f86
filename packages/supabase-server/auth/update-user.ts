import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import { audit, auditEndedSessions } from "./audit.ts";
import { lockCaller, requireSecondFactor, requireUser } from "./caller.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { normaliseEmail } from "./normalise-email.ts";
import { forgetEmailChange, mailEmailChange, requestEmailChange } from "./email-change.ts";
import { callerNotFound, notAdmin, phoneDisabled, secondFactorNeeded, validationFailed } from "./errors.ts";
import { limitMails, mailToken } from "./mailed-token.ts";
import { countedNetwork } from "./network.ts";
import { notifyOwner } from "./notify-owner.ts";
import type { Auth } from "./options.ts";
import { checkNewPassword, hashPassword, type PasswordChecker } from "./passwords.ts";
import { challengeFields, readChallenge } from "./pkce.ts";
import { checkProof, recordProof } from "./recent-proof.ts";
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

/** Ends the account's other sessions, mailed tokens and flows after its password changed. Returns the number of ended sessions. */
export async function revokeOtherCredentials(tx: Transaction, userId: string, sessionId: string | null): Promise<number | null> {
  const ended = await tx.query("delete from auth.sessions where user_id = $1 and id is distinct from $2", [userId, sessionId]);
  await tx.query("delete from auth.one_time_tokens where user_id = $1", [userId]);
  await tx.query("delete from auth.flow_state where user_id = $1", [userId]);
  // Provider linking that was started before, possibly by somebody else.
  await tx.query("delete from auth.oidc_flows where linking_user_id = $1", [userId]);
  await forgetEmailChange(tx, userId);
  return ended.rowCount;
}

/**
 * PUT /user: changes metadata (null removes a key), password and e-mail address. A new address takes effect when the current and the new
 * mailbox have both confirmed it. With only `current_password` or `nonce` it records a recent proof for the session.
 */
export async function updateUser(auth: Auth, matches: PasswordChecker, request: FastifyRequest): Promise<UserAnswer> {
  const caller = await requireUser(auth, request);
  const { id, email: present } = caller.user;
  await requireSecondFactor(auth.db.owner, caller, secondFactorNeeded());
  const given = body.parse(request.body);
  if (given.app_metadata !== undefined) throw notAdmin();
  if (given.phone) throw phoneDisabled("Unsupported phone provider");
  const asked = given.email ? normaliseEmail(given.email) : present;
  const email = asked === present ? null : asked;
  const password = given.password ?? null;
  const challenge = readChallenge(given);
  const redirectTo = resolveRedirect(auth, request);
  if (password !== null) {
    checkNewPassword(auth, password);
    await refuseCommonPassword(password, {
      email: present,
      name: caller.user.raw_user_meta_data["full_name"],
      productName: auth.productName,
    });
  }
  const what = password !== null ? "Password update" : email ? "Email update" : null;
  const proof = await checkProof(auth, matches, caller, { ...given, password, what }, request);
  const hash = password === null ? null : await hashPassword(password, auth.passwordCost, undefined, countedNetwork(request));
  return asPlatform(auth.db, async (tx) => {
    if (email && present) await limitMails(auth, tx, "email_change_current", present);
    if (email) await limitMails(auth, tx, "email_change_new", email);
    const { user } = await lockCaller(tx, caller);
    if (proof) await recordProof(tx, caller, proof, request);
    const merged = mergeData(user.raw_user_meta_data, given.data ?? {});
    if (!fitsInToken(merged)) throw validationFailed("data: too large");
    await tx.query(
      "update auth.users set raw_user_meta_data = $2, encrypted_password = coalesce($3, encrypted_password), updated_at = now() where id = $1",
      [id, JSON.stringify(merged), hash],
    );
    if (hash) {
      const ended = await revokeOtherCredentials(tx, id, caller.sessionId);
      await audit(tx, { action: "user_updated_password", actorId: id, request });
      await auditEndedSessions(tx, { userId: id, request, reason: "password_changed", ended });
      await notifyOwner(tx, { kind: "password_changed", userId: id, request });
    }
    if (email) {
      // Read again: a new password has just cancelled an earlier request.
      const pendingUser = await requestEmailChange(tx, (await findUser(tx, id)) ?? user, email);
      await mailEmailChange(tx, pendingUser, { redirectTo, challenge }, (token) => mailToken(auth, tx, token));
      await audit(tx, { action: "user_email_change_requested", actorId: id, request });
    }
    if (given.data) await audit(tx, { action: "user_modified", actorId: id, request });
    const updated = await findUser(tx, id);
    if (!updated) throw callerNotFound();
    return userAnswer(updated);
  });
}
