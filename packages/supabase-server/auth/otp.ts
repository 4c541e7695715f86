import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import { audit } from "./audit.ts";
import { normaliseEmail } from "./normalise-email.ts";
import { phoneDisabled, validationFailed } from "./errors.ts";
import { limitMails, mailTokenSilently, startFlow } from "./mailed-token.ts";
import type { Auth } from "./options.ts";
import { challengeFields, readChallenge } from "./pkce.ts";
import { resolveRedirect } from "./redirects.ts";
import { recordAttempt } from "./sign-up-attempt.ts";
import { findUserByEmail, fitsInToken, lockUserByEmail } from "./users.ts";

const body = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  create_user: z.boolean().default(true),
  ...challengeFields,
});

/**
 * POST /otp: mails a link and a code to sign in with; to an unconfirmed address a sign-up without a password; to an unknown one nothing if
 * `create_user` is false. The response is always the same, while upstream's `otp_disabled` reveals who has an account
 * (docs/decisions/026-unknown-addresses.md).
 */
export async function otp(auth: Auth, request: FastifyRequest): Promise<Record<string, never>> {
  const given = body.parse(request.body);
  if (given.phone) {
    throw given.email
      ? validationFailed("Only an email address or phone number should be provided")
      : phoneDisabled("Unsupported phone provider");
  }
  const email = normaliseEmail(given.email, "One of email or phone must be set");
  const data = given.data ?? {};
  if (!fitsInToken(data)) throw validationFailed("data: too large");
  const challenge = readChallenge(given);
  const redirectTo = resolveRedirect(auth, request);
  await asPlatform(auth.db, async (tx) => {
    await limitMails(auth, tx, "magiclink", email);
    if (!given.create_user && !(await findUserByEmail(tx, email))) return;
    const attempt = await recordAttempt(tx, { email, hash: null, data });
    const user = attempt?.user ?? (await lockUserByEmail(tx, email));
    if (!user) return;
    const type = attempt ? "signup" : "magiclink";
    const flowStateId = await startFlow(tx, type, user.id, challenge);
    const attemptId = attempt?.attemptId ?? null;
    const action = attempt?.isNew ? "user_signedup" : attempt ? "user_confirmation_requested" : "user_magiclink_requested";
    await audit(tx, { action, subjectId: user.id, request });
    await mailTokenSilently(auth, tx, { type, userId: user.id, email, attemptId, redirectTo, flowStateId }, request.log);
  });
  return {};
}
