import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import { audit } from "./audit.ts";
import { normaliseEmail } from "./normalise-email.ts";
import { emailExists, userNotFound, validationFailed } from "./errors.ts";
import { mailToken } from "./mailed-token.ts";
import type { Auth } from "./options.ts";
import { resolveRedirect } from "./redirects.ts";
import { recordAttempt } from "./sign-up-attempt.ts";
import { findUser, fitsInToken, userAnswer, type UserAnswer } from "./users.ts";

const body = z.object({ email: z.string().optional(), data: z.record(z.string(), z.unknown()).nullish() });

/** POST /invite: creates an account without a password and mails its invitation. Throws `email_exists` for a confirmed address. */
export async function invite(auth: Auth, request: FastifyRequest): Promise<UserAnswer> {
  const given = body.parse(request.body);
  const email = normaliseEmail(given.email);
  const data = given.data ?? {};
  if (!fitsInToken(data)) throw validationFailed("data: too large");
  const redirectTo = resolveRedirect(auth, request);
  return asPlatform(auth.db, async (tx) => {
    const attempt = await recordAttempt(tx, { email, hash: null, data, byAdmin: true });
    if (!attempt) throw emailExists();
    const { user, attemptId } = attempt;
    await tx.query("update auth.users set invited_at = now() where id = $1", [user.id]);
    await audit(tx, { action: "user_invited", subjectId: user.id, request });
    await mailToken(auth, tx, { type: "invite", userId: user.id, email, attemptId, redirectTo });
    const invited = await findUser(tx, user.id);
    if (!invited) throw userNotFound();
    return userAnswer(invited);
  });
}
