import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import { audit } from "./audit.ts";
import { normaliseEmail } from "./normalise-email.ts";
import { requestEmailChange } from "./email-change.ts";
import { AuthError, emailExists, userNotFound, validationFailed } from "./errors.ts";
import { verifyAddress } from "./link-address.ts";
import { createActiveToken, type TokenType } from "./mailed-token.ts";
import type { Auth } from "./options.ts";
import { checkNewPassword, hashPassword } from "./passwords.ts";
import { resolveRedirect } from "./redirects.ts";
import { earlierAttempt, recordAttempt, type UserData } from "./sign-up-attempt.ts";
import { findUser, findUserByEmail, fitsInToken, lockUserByEmail, userAnswer, type UserAnswer } from "./users.ts";

type LinkType = Exclude<TokenType, "reauthentication">;

const body = z.object({
  type: z.literal(["signup", "magiclink", "recovery", "invite", "email_change_current", "email_change_new"]),
  email: z.string().optional(),
  password: z.string().optional(),
  new_email: z.string().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  redirect_to: z.string().optional(),
});

interface Wanted {
  type: LinkType;
  email: string;
  newEmail: string | null;
  /** Hash of the password that a sign-up link activates. */
  hash: string | null;
  data: UserData;
}

async function readWanted(auth: Auth, given: z.infer<typeof body>): Promise<Wanted> {
  const { type, password } = given;
  const data = given.data ?? {};
  if (!fitsInToken(data)) throw validationFailed("data: too large");
  if (type === "signup" && !password) throw validationFailed("Signup requires a valid password");
  const email = normaliseEmail(given.email);
  const newEmail = type.startsWith("email_change") ? normaliseEmail(given.new_email) : null;
  if (type !== "signup" || !password) return { type, email, newEmail, hash: null, data };
  checkNewPassword(auth, password);
  const earlier = await asPlatform(auth.db, async (tx) => earlierAttempt(tx, email));
  return { type, email, newEmail, hash: await hashPassword(password, auth.passwordCost, earlier), data };
}

interface Target {
  type: LinkType;
  userId: string;
  /** The mailbox that the link proves. */
  email: string;
  attemptId?: string;
}

/** Records a sign-up, with or without a password. Null when the address is confirmed already. */
async function signUp(tx: Transaction, type: "signup" | "invite", wanted: Wanted): Promise<Target | null> {
  const { email } = wanted;
  const attempt = await recordAttempt(tx, { ...wanted, byAdmin: true });
  if (!attempt) return null;
  const { user, attemptId } = attempt;
  if (type === "invite") await tx.query("update auth.users set invited_at = now() where id = $1", [user.id]);
  return { type, userId: user.id, email, attemptId };
}

async function findTarget(tx: Transaction, wanted: Wanted): Promise<Target> {
  const { type, email, newEmail } = wanted;
  if (type === "signup" || type === "invite") {
    const target = await signUp(tx, type, wanted);
    if (!target) throw emailExists();
    return target;
  }
  const user = await lockUserByEmail(tx, email);
  if (!user) {
    const target = type === "magiclink" ? await signUp(tx, "signup", wanted) : null;
    if (!target) throw new AuthError(404, "user_not_found", "User with this email not found");
    return target;
  }
  if (!newEmail) return { type, userId: user.id, email };
  if (await findUserByEmail(tx, newEmail)) throw emailExists();
  await requestEmailChange(tx, user, newEmail);
  return { type, userId: user.id, email: type === "email_change_new" ? newEmail : email };
}

export interface GeneratedLink extends UserAnswer {
  action_link: string;
  email_otp: string;
  hashed_token: string;
  verification_type: LinkType;
  redirect_to: string;
}

/**
 * POST /admin/generate_link: a link and its code for mails that the caller sends itself. A magic link for an unknown address becomes a
 * sign-up link, as upstream does.
 */
export async function generateLink(auth: Auth, request: FastifyRequest): Promise<GeneratedLink> {
  const given = body.parse(request.body);
  const wanted = await readWanted(auth, given);
  const query = request.query as { redirect_to?: unknown };
  const redirectTo = resolveRedirect(auth, {
    headers: request.headers,
    query: { redirect_to: given.redirect_to ?? query.redirect_to },
  });
  return asPlatform(auth.db, async (tx) => {
    const target = await findTarget(tx, wanted);
    const { token, secret, code } = await createActiveToken(auth, tx, { ...target, redirectTo });
    await audit(tx, { action: "link_generated", subjectId: target.userId, request, traits: { type: target.type } });
    const user = await findUser(tx, target.userId);
    if (!user) throw userNotFound();
    return {
      ...userAnswer(user),
      action_link: verifyAddress(auth.publicUrl, { ...token, secret }),
      email_otp: code,
      hashed_token: secret,
      verification_type: target.type,
      redirect_to: redirectTo,
    };
  });
}
