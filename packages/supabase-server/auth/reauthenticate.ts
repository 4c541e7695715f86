import type { FastifyRequest } from "fastify";
import { asPlatform } from "@lampstand/database/as-platform";
import { audit } from "./audit.ts";
import { requireSecondFactor, requireUser } from "./caller.ts";
import { AuthError, secondFactorNeeded } from "./errors.ts";
import { limitMails, mailToken } from "./mailed-token.ts";
import type { Auth } from "./options.ts";

/** GET /reauthenticate: mails six digits, the `nonce` of PUT /user. */
export async function reauthenticate(auth: Auth, request: FastifyRequest): Promise<Record<string, never>> {
  const caller = await requireUser(auth, request);
  await requireSecondFactor(auth.db.owner, caller, secondFactorNeeded());
  const { id, email, email_confirmed_at: confirmedAt } = caller.user;
  if (!email)
    throw new AuthError(400, "validation_failed", "Reauthentication requires the user to have an email or a phone number");
  if (!confirmedAt) throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
  await asPlatform(auth.db, async (tx) => {
    await limitMails(auth, tx, "reauthentication", email);
    await mailToken(auth, tx, { type: "reauthentication", userId: id, email, redirectTo: new URL(auth.publicUrl).href });
    await audit(tx, { action: "user_reauthenticate_requested", actorId: id, request });
  });
  return {};
}
