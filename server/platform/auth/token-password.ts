import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "../../db/as-platform.ts";
import type { Transaction } from "../../db/transaction.ts";
import { banned, emailNotConfirmed, invalidCredentials, phoneDisabled, validationFailed, type WeakPassword } from "./errors.ts";
import type { Auth } from "./options.ts";
import { weakness, type PasswordChecker } from "./passwords.ts";
import { openSession, type SessionAnswer } from "./sessions.ts";
import { findUserByEmail, isBanned, lockUser } from "./users.ts";

const body = z.object({ email: z.string().optional(), phone: z.string().optional(), password: z.string().default("") });

/** The hash to compare with: for an address that nobody has confirmed yet, its latest attempt's, so that its owner learns what is missing. */
async function findPassword(tx: Transaction, email: string): Promise<{ userId: string; hash: string | null } | undefined> {
  const user = await findUserByEmail(tx, email);
  if (!user) return undefined;
  if (user.email_confirmed_at) return { userId: user.id, hash: user.encrypted_password };
  const attempt = await tx.query<{ encrypted_password: string }>(
    "select encrypted_password from auth.sign_up_attempts where user_id = $1 order by created_at desc limit 1",
    [user.id],
  );
  return { userId: user.id, hash: attempt.rows[0]?.encrypted_password ?? user.encrypted_password };
}

/** POST /token?grant_type=password. */
export async function signInWithPassword(
  auth: Auth,
  matches: PasswordChecker,
  request: FastifyRequest,
): Promise<SessionAnswer & { weak_password?: WeakPassword & { message: string } }> {
  const given = body.parse(request.body);
  if (given.phone)
    throw given.email ? validationFailed("Only an email address or phone number should be provided on login.") : phoneDisabled();
  const email = given.email?.trim().toLowerCase() ?? "";
  const found = await asPlatform(auth.db, async (tx) => findPassword(tx, email));
  if (!(await matches(given.password, found?.hash)) || !found) throw invalidCredentials();
  const session = await asPlatform(auth.db, async (tx) => {
    const user = await lockUser(tx, found.userId);
    if (!user) throw invalidCredentials();
    if (isBanned(user)) throw banned();
    if (!user.email_confirmed_at) throw emailNotConfirmed();
    // Changed while the comparison ran.
    if (user.encrypted_password !== found.hash) throw invalidCredentials();
    return openSession(auth, tx, user, { method: "password", userAgent: request.headers["user-agent"] });
  });
  const weak = weakness(auth, given.password);
  return weak ? { ...session, weak_password: weak } : session;
}
