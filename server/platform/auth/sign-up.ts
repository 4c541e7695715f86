import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "../../db/as-platform.ts";
import type { Transaction } from "../../db/transaction.ts";
import { normaliseEmail } from "./email-address.ts";
import { anonymousDisabled, phoneDisabled, unexpectedFailure, validationFailed } from "./errors.ts";
import { limitMails, mailLink } from "./mailed-link.ts";
import type { Auth } from "./options.ts";
import { checkNewPassword, hashPassword } from "./passwords.ts";
import { challengeFields, readChallenge } from "./pkce.ts";
import { resolveRedirect } from "./redirects.ts";
import { addUser, findUser, fitsInToken, lockUserByEmail, userAnswer, type UserAnswer } from "./users.ts";

const body = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...challengeFields,
});

type UserData = Record<string, unknown>;

/** What a stranger is told who signs up with a confirmed address: like a new account, but for the empty identities (contract 1.4). */
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

/** Counts the mail, and finds the hash of an earlier attempt, whose salt the new one shares. */
async function admit(auth: Auth, tx: Transaction, email: string): Promise<string | undefined> {
  await limitMails(auth, tx, "signup", email);
  const earlier = await tx.query<{ encrypted_password: string }>(
    `select a.encrypted_password from auth.sign_up_attempts a join auth.users u on u.id = a.user_id
     where u.email = $1 order by a.created_at desc limit 1`,
    [email],
  );
  return earlier.rows[0]?.encrypted_password;
}

/** The attempt with this password; earlier ones go when their links have expired. */
async function recordAttempt(auth: Auth, tx: Transaction, userId: string, hash: string, data: UserData): Promise<string> {
  await tx.query("delete from auth.sign_up_attempts where user_id = $1 and created_at < now() - make_interval(secs => $2)", [
    userId,
    auth.signUpLinkLife,
  ]);
  const recorded = await tx.query<{ id: string }>(
    `insert into auth.sign_up_attempts (user_id, encrypted_password, data) values ($1, $2, $3)
     on conflict (user_id, encrypted_password) do update set data = excluded.data, created_at = excluded.created_at returning id`,
    [userId, hash, JSON.stringify(data)],
  );
  const id = recorded.rows[0]?.id;
  if (!id) throw unexpectedFailure();
  return id;
}

/** POST /signup: an account that waits for its mailed confirmation. Answers the bare User, no session. */
export async function signUp(auth: Auth, request: FastifyRequest): Promise<UserAnswer> {
  const given = body.parse(request.body);
  if (given.phone)
    throw given.email ? validationFailed("Only an email address or phone number should be provided on signup.") : phoneDisabled();
  if (given.email === undefined && !given.password) throw anonymousDisabled();
  const password = given.password ?? "";
  if (!password) throw validationFailed("Signup requires a valid password");
  checkNewPassword(auth, password);
  const email = normaliseEmail(given.email);
  const data = given.data ?? {};
  if (!fitsInToken(data)) throw validationFailed("data: too large");
  const challenge = readChallenge(given);
  const redirectTo = resolveRedirect(auth, request);

  const earlier = await asPlatform(auth.db, async (tx) => admit(auth, tx, email));
  // Also for an address whose sign-up changes nothing: the time must not tell.
  const hash = await hashPassword(password, auth.passwordCost, earlier);
  return asPlatform(auth.db, async (tx) => {
    const fields = (sub: string): UserData => ({ ...data, sub, email, email_verified: false, phone_verified: false });
    const id = randomUUID();
    await addUser(tx, { id, email, encryptedPassword: null, confirmed: false, userData: fields(id) });
    const user = await lockUserByEmail(tx, email);
    if (!user || user.email_confirmed_at) return obfuscated(email, data);
    await tx.query("update auth.users set raw_user_meta_data = $2 where id = $1", [user.id, JSON.stringify(fields(user.id))]);
    const attemptId = await recordAttempt(auth, tx, user.id, hash, data);
    await mailLink(auth, tx, { type: "signup", userId: user.id, attemptId, redirectTo, challenge });
    const signedUp = await findUser(tx, user.id);
    if (!signedUp) throw unexpectedFailure();
    return userAnswer(signedUp);
  });
}
