import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import { addressHash, audit } from "./audit.ts";
import { normaliseEmail } from "./normalise-email.ts";
import { mailEmailChange, type Asked } from "./email-change.ts";
import { phoneDisabled } from "./errors.ts";
import { limitMails, mailTokenSilently, startFlow, type TokenRequest } from "./mailed-token.ts";
import type { Auth } from "./options.ts";
import { challengeFields, readChallenge } from "./pkce.ts";
import { resolveRedirect } from "./redirects.ts";
import { lockUserByEmail, type UserRow } from "./users.ts";

const body = z.object({
  type: z.literal(["signup", "email_change", "sms", "phone_change"]),
  email: z.string().optional(),
  phone: z.string().optional(),
  ...challengeFields,
});

async function confirmationOf(tx: Transaction, user: UserRow, email: string, asked: Asked): Promise<TokenRequest> {
  // With several pending sign-ups the requester is unknown, so the link confirms the address but activates no password.
  const waiting = await tx.query<{ id: string }>("select id from auth.sign_up_attempts where user_id = $1 limit 2", [user.id]);
  const attemptId = waiting.rows.length === 1 ? (waiting.rows[0]?.id ?? null) : null;
  const flowStateId = await startFlow(tx, "signup", user.id, asked.challenge);
  return { type: "signup", userId: user.id, email, attemptId, redirectTo: asked.redirectTo, flowStateId };
}

/** POST /resend: repeats the mail of a sign-up or an e-mail change. The response does not reveal whether a mail was sent. */
export async function resend(auth: Auth, request: FastifyRequest): Promise<Record<string, never>> {
  const given = body.parse(request.body);
  if (given.phone || given.type === "sms" || given.type === "phone_change") throw phoneDisabled("Phone logins are disabled");
  const email = normaliseEmail(given.email, "Type provided requires an email address");
  const challenge = readChallenge(given);
  const redirectTo = resolveRedirect(auth, request);
  const { type } = given;
  return asPlatform(auth.db, async (tx) => {
    await limitMails(auth, tx, type === "signup" ? "signup" : "email_change_current", email);
    const user = await lockUserByEmail(tx, email);
    const traits = { type, address: addressHash(auth, email) };
    await audit(tx, { action: "user_confirmation_requested", subjectId: user?.id, request, traits });
    const asked = { redirectTo, challenge };
    const mail = (token: TokenRequest): Promise<void> => mailTokenSilently(auth, tx, token, request.log);
    if (user?.email_change && type === "email_change") await mailEmailChange(tx, user, asked, mail);
    if (user && type === "signup" && !user.email_confirmed_at) await mail(await confirmationOf(tx, user, email, asked));
    return {};
  });
}
