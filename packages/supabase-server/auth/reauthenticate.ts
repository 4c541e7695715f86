import type { FastifyRequest } from "fastify";
import { asPlatform } from "@lampstand/database/as-platform";
import { audit } from "./audit.ts";
import { requireUser } from "./caller.ts";
import { AuthError, secondFactorNeeded } from "./errors.ts";
import { hasVerifiedFactor } from "./factors/factor.ts";
import { limitMails, mailToken } from "./mailed-token.ts";
import type { Auth } from "./options.ts";

/** GET /reauthenticate: mails six digits, the `nonce` of PUT /user. */
export async function reauthenticate(auth: Auth, request: FastifyRequest): Promise<Record<string, never>> {
  const { user, aal } = await requireUser(auth, request);
  if (aal !== "aal2" && hasVerifiedFactor(user)) throw secondFactorNeeded();
  const { id, email } = user;
  if (!email)
    throw new AuthError(400, "validation_failed", "Reauthentication requires the user to have an email or a phone number");
  if (!user.email_confirmed_at) throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
  await asPlatform(auth.db, async (tx) => {
    await limitMails(auth, tx, "reauthentication", email);
    await mailToken(auth, tx, { type: "reauthentication", userId: id, email, redirectTo: new URL(auth.publicUrl).href });
    await audit(tx, { action: "user_reauthenticate_requested", actorId: id, request });
  });
  return {};
}
