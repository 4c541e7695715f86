import type { FastifyRequest } from "fastify";
import { asPlatform } from "../../db/as-platform.ts";
import { audit } from "./audit.ts";
import { requireUser, type Caller } from "./caller.ts";
import { AuthError, reauthenticationNeeded, reauthenticationNotValid } from "./errors.ts";
import { limitMails, mailToken } from "./mailed-token.ts";
import type { Auth } from "./options.ts";
import { takeCode } from "./take-token.ts";

/** GET /reauthenticate: mails six digits, the nonce with which PUT /user changes a password. */
export async function reauthenticate(auth: Auth, request: FastifyRequest): Promise<Record<string, never>> {
  const { user } = await requireUser(auth, request);
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

/**
 * Lets a password change pass in a session younger than a day or with the mailed nonce, which is spent. Throws
 * `reauthentication_needed`, or after counting the try `reauthentication_not_valid`.
 */
export async function requireReauthentication(auth: Auth, { user, sessionId }: Caller, nonce: string | undefined): Promise<void> {
  const fresh = await auth.db.owner.query(
    "select from auth.sessions where id = $1 and created_at > now() - interval '24 hours'",
    [sessionId],
  );
  if (fresh.rowCount) return;
  if (!nonce) throw reauthenticationNeeded();
  const { email } = user;
  const taken = email && (await asPlatform(auth.db, async (tx) => takeCode(auth, tx, email, nonce, ["reauthentication"])));
  if (!taken) throw reauthenticationNotValid();
}
