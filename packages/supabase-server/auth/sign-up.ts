import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import { addressHash, audit } from "./audit.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { normaliseEmail } from "./normalise-email.ts";
import { anonymousDisabled, phoneDisabled, unexpectedFailure, validationFailed } from "./errors.ts";
import { limitMails, mailToken, startFlow } from "./mailed-token.ts";
import { countedNetwork } from "./network.ts";
import type { Auth } from "./options.ts";
import { checkNewPassword, hashPassword } from "./passwords.ts";
import { challengeFields, readChallenge } from "./pkce.ts";
import { resolveRedirect } from "./redirects.ts";
import { earlierAttempt, recordAttempt, type UserData } from "./sign-up-attempt.ts";
import { findUser, fitsInToken, userAnswer, type UserAnswer } from "./users.ts";

const body = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...challengeFields,
});

/** Response to a sign-up with a confirmed address: like that for a new account, except for the empty `identities`, as upstream does. */
function obfuscated(email: string, data: UserData): UserAnswer {
  const now = new Date();
  return {
    id: randomUUID(),
    aud: "authenticated",
    role: "",
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** POST /signup: creates an account that has to be confirmed by mail. Returns the User, no session. */
export async function signUp(auth: Auth, request: FastifyRequest): Promise<UserAnswer> {
  const given = body.parse(request.body);
  if (given.phone) {
    throw given.email
      ? validationFailed("Only an email address or phone number should be provided on signup.")
      : phoneDisabled("Phone signups are disabled");
  }
  if (!given.email) throw anonymousDisabled();
  const password = given.password ?? "";
  if (!password) throw validationFailed("Signup requires a valid password");
  checkNewPassword(auth, password);
  const email = normaliseEmail(given.email);
  const data = given.data ?? {};
  if (!fitsInToken(data)) throw validationFailed("data: too large");
  await refuseCommonPassword(password, { email, name: data["full_name"], productName: auth.productName });
  const challenge = readChallenge(given);
  const redirectTo = resolveRedirect(auth, request);

  const earlier = await asPlatform(auth.db, async (tx) => {
    await limitMails(auth, tx, "signup", email);
    return earlierAttempt(tx, email);
  });
  // Also for a confirmed address, so that the response time does not reveal it.
  const hash = await hashPassword(password, auth.passwordCost, earlier, countedNetwork(request));
  return asPlatform(auth.db, async (tx) => {
    const attempt = await recordAttempt(tx, { email, hash, data });
    if (!attempt) {
      await audit(tx, { action: "user_repeated_signup", request, traits: { address: addressHash(auth, email) } });
      return obfuscated(email, data);
    }
    const { user, attemptId } = attempt;
    await audit(tx, { action: "user_signedup", subjectId: user.id, request });
    const flowStateId = await startFlow(tx, "signup", user.id, challenge);
    await mailToken(auth, tx, { type: "signup", userId: user.id, email, attemptId, redirectTo, flowStateId });
    const signedUp = await findUser(tx, user.id);
    if (!signedUp) throw unexpectedFailure();
    return userAnswer(signedUp);
  });
}
