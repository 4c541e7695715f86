import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import { addressHash, audit } from "./audit.ts";
import { normaliseEmail } from "./normalise-email.ts";
import { limitMails, mailTokenSilently, startFlow } from "./mailed-token.ts";
import type { Auth } from "./options.ts";
import { challengeFields, readChallenge } from "./pkce.ts";
import { resolveRedirect } from "./redirects.ts";
import { lockUserByEmail } from "./users.ts";

const body = z.object({ email: z.string().optional(), ...challengeFields });

/** POST /recover: mails a link to set a new password. The response does not reveal whether the address has an account. */
export async function recover(auth: Auth, request: FastifyRequest): Promise<Record<string, never>> {
  const given = body.parse(request.body);
  const email = normaliseEmail(given.email, "Password recovery requires an email");
  const challenge = readChallenge(given);
  const redirectTo = resolveRedirect(auth, request);
  return asPlatform(auth.db, async (tx) => {
    await limitMails(auth, tx, "recovery", email);
    const user = await lockUserByEmail(tx, email);
    const traits = { address: addressHash(auth, email) };
    await audit(tx, { action: "user_recovery_requested", subjectId: user?.id, request, traits });
    if (!user) return {};
    const flowStateId = await startFlow(tx, "recovery", user.id, challenge);
    await mailTokenSilently(auth, tx, { type: "recovery", userId: user.id, email, redirectTo, flowStateId }, request.log);
    return {};
  });
}
