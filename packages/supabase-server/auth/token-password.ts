import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import { addressHash, audit, hasSignedInFrom } from "./audit.ts";
import {
  AuthError,
  banned,
  emailNotConfirmed,
  invalidCredentials,
  overRequestRateLimit,
  phoneDisabled,
  validationFailed,
  type WeakPassword,
} from "./errors.ts";
import { refundLimit, consumeLimits, secondsToWait, type Charge } from "./limits.ts";
import { countedNetwork, networkOf } from "./network.ts";
import type { Auth } from "./options.ts";
import { weakness, type PasswordChecker } from "./passwords.ts";
import { openSession, type SessionAnswer } from "./sessions.ts";
import { findUserByEmail, lockUser } from "./users.ts";

const body = z.object({ email: z.string().optional(), phone: z.string().optional(), password: z.string().default("") });

/** The hash to compare with. For an unconfirmed address its latest attempt's: with the right password the answer is `email_not_confirmed`. */
async function findPassword(tx: Transaction, email: string): Promise<{ userId: string; hash: string | null } | undefined> {
  const user = await findUserByEmail(tx, email);
  if (!user) return undefined;
  if (user.email_confirmed_at) return { userId: user.id, hash: user.encrypted_password };
  const attempt = await tx.query<{ encrypted_password: string }>(
    `select encrypted_password from auth.sign_up_attempts where user_id = $1 and encrypted_password is not null
     order by created_at desc limit 1`,
    [user.id],
  );
  return { userId: user.id, hash: attempt.rows[0]?.encrypted_password ?? user.encrypted_password };
}

/**
 * Counts a password guess before comparing, so that concurrent ones can't exceed the limit. A network from which the person has signed in
 * before is exempt from the account's overall limit, so that strangers can't lock them out (docs/decisions/007-auth-limits.md).
 */
export async function limitGuesses(auth: Auth, email: string, ip: string, isKnownNetwork: boolean): Promise<Charge[]> {
  const guesses: Charge[] = [{ limit: "passwordFromAddress", who: `${email} ${networkOf(ip)}` }];
  if (!isKnownNetwork) guesses.push({ limit: "passwordFromAnywhere", who: email });
  const exceeded = await consumeLimits(auth, guesses);
  if (exceeded.length > 0) throw overRequestRateLimit(Math.max(...exceeded.map((name) => secondsToWait(auth, name))));
  return guesses;
}

/** POST /token?grant_type=password. */
export async function signInWithPassword(
  auth: Auth,
  matches: PasswordChecker,
  request: FastifyRequest,
): Promise<SessionAnswer & { weak_password?: WeakPassword & { message: string } }> {
  const given = body.parse(request.body);
  if (given.phone) {
    throw given.email
      ? validationFailed("Only an email address or phone number should be provided on login.")
      : phoneDisabled("Phone logins are disabled");
  }
  const email = given.email?.trim().toLowerCase();
  if (!email) throw validationFailed("missing email or phone");
  const { found, isKnownNetwork } = await asPlatform(auth.db, async (tx) => {
    const account = await findPassword(tx, email);
    return { found: account, isKnownNetwork: await hasSignedInFrom(tx, account?.userId ?? null, request.ip) };
  });
  const guesses = await limitGuesses(auth, email, request.ip, isKnownNetwork);
  const failed = async (error: AuthError): Promise<never> => {
    const traits = { reason: error.code, address: addressHash(auth, email) };
    await audit(auth.db.owner, { action: "login_failed", subjectId: found?.userId, request, traits });
    throw error;
  };
  if (!(await matches(given.password, found?.hash, countedNetwork(request))) || !found) return failed(invalidCredentials());
  await Promise.all(guesses.map((guess) => refundLimit(auth, guess)));
  const opening = asPlatform(auth.db, async (tx) => {
    const user = await lockUser(tx, found.userId);
    if (!user) throw invalidCredentials();
    if (user.is_banned) throw banned();
    if (!user.email_confirmed_at) throw emailNotConfirmed();
    // The password was changed during the comparison.
    if (user.encrypted_password !== found.hash) throw invalidCredentials();
    await audit(tx, { action: "login", actorId: user.id, request, traits: { method: "password" } });
    return openSession(auth, tx, user, { method: "password", userAgent: request.headers["user-agent"] });
  });
  const session = await opening.catch(async (error: unknown) =>
    error instanceof AuthError ? failed(error) : Promise.reject(error),
  );
  const weak = weakness(auth, given.password);
  return weak ? { ...session, weak_password: weak } : session;
}
