import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "../../db/as-platform.ts";
import { acceptLink } from "./accept-link.ts";
import { codeExpired, validationFailed } from "./errors.ts";
import type { LinkType } from "./mailed-link.ts";
import type { Auth } from "./options.ts";
import { openSession, type SessionAnswer } from "./sessions.ts";

/** Which links a `type` of the dialect accepts. */
export const LINK_TYPES = {
  signup: ["signup"],
  recovery: ["recovery"],
  email: ["signup", "recovery"],
  magiclink: [],
  invite: [],
  email_change: [],
  sms: [],
  phone_change: [],
} as const satisfies Record<string, readonly LinkType[]>;

export const verifyType = z.literal(Object.keys(LINK_TYPES) as (keyof typeof LINK_TYPES)[]);

const body = z.object({
  type: verifyType,
  token_hash: z.string().optional(),
  token: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
});

/** POST /verify: a mailed link's token for a session. */
export async function verify(auth: Auth, request: FastifyRequest): Promise<SessionAnswer> {
  const { type, token_hash: secret, token, email, phone } = body.parse(request.body);
  if (secret === undefined) {
    if (!token || !(email || phone)) throw validationFailed("Verify requires a token_hash, or a token with an email or phone");
    // Our mails hold links, not codes to type, so no typed code is ever right.
    throw codeExpired();
  }
  if (token || email || phone) throw validationFailed("Only the token_hash and type should be provided");
  return asPlatform(auth.db, async (tx) => {
    const { user } = await acceptLink(tx, secret, LINK_TYPES[type]);
    return openSession(auth, tx, user, { method: "otp", userAgent: request.headers["user-agent"] });
  });
}
