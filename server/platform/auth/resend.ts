import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "../../db/as-platform.ts";
import { normaliseEmail } from "./email-address.ts";
import { phoneDisabled } from "./errors.ts";
import { limitMails, mailLink } from "./mailed-link.ts";
import type { Auth } from "./options.ts";
import { challengeFields, readChallenge } from "./pkce.ts";
import { resolveRedirect } from "./redirects.ts";
import { lockUserByEmail } from "./users.ts";

const body = z.object({
  type: z.literal(["signup", "email_change", "sms", "phone_change"]),
  email: z.string().optional(),
  phone: z.string().optional(),
  ...challengeFields,
});

/** POST /resend: the confirmation mail once more. Says nothing about whether there was anything to send. */
export async function resend(auth: Auth, request: FastifyRequest): Promise<Record<string, never>> {
  const given = body.parse(request.body);
  if (given.phone || given.type === "sms" || given.type === "phone_change") throw phoneDisabled();
  const email = normaliseEmail(given.email);
  const challenge = readChallenge(given);
  const redirectTo = resolveRedirect(auth, request);
  if (given.type !== "signup") return {};
  return asPlatform(auth.db, async (tx) => {
    await limitMails(auth, tx, "signup", email);
    const user = await lockUserByEmail(tx, email);
    if (!user || user.email_confirmed_at) return {};
    // With several passwords waiting nobody knows whose mail this is, so its link activates none: it only proves the address.
    const waiting = await tx.query<{ id: string }>("select id from auth.sign_up_attempts where user_id = $1 limit 2", [user.id]);
    const attemptId = waiting.rows.length === 1 ? (waiting.rows[0]?.id ?? null) : null;
    await mailLink(auth, tx, { type: "signup", userId: user.id, attemptId, redirectTo, challenge });
    return {};
  });
}
