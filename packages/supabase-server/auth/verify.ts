import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import { acceptToken } from "./accept-token.ts";
import { addressHash, audit } from "./audit.ts";
import { normaliseEmail } from "./normalise-email.ts";
import { FIRST_CONFIRMATION } from "./email-change.ts";
import { codeExpired, linkExpired, validationFailed, type AuthError } from "./errors.ts";
import type { TokenType } from "./mailed-token.ts";
import type { Auth } from "./options.ts";
import { openSession, type SessionAnswer } from "./sessions.ts";
import { redeemCode, redeemLink, type RedeemedToken } from "./redeem-token.ts";

/** The token types that each `type` parameter accepts. Reauthentication codes are accepted only as `nonce` of PUT /user. */
export const TOKEN_TYPES = {
  signup: ["signup"],
  invite: ["invite"],
  magiclink: ["magiclink"],
  recovery: ["recovery"],
  email: ["signup", "invite", "magiclink", "recovery"],
  email_change: ["email_change_current", "email_change_new"],
  reauthentication: [],
  sms: [],
  phone_change: [],
} as const satisfies Record<string, readonly TokenType[]>;

export const verifyType = z.literal(Object.keys(TOKEN_TYPES) as (keyof typeof TOKEN_TYPES)[]);

const body = z.object({
  type: verifyType,
  token_hash: z.string().optional(),
  token: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
});

interface Proof {
  take(tx: Transaction): Promise<RedeemedToken | null>;
  refusal(): AuthError;
  traits: Record<string, string>;
}

function readProof(auth: Auth, given: z.infer<typeof body>): Proof {
  const { type, token_hash: secret, token, email, phone } = given;
  const types = TOKEN_TYPES[type];
  if (secret) {
    if (token || email || phone) throw validationFailed("Only the token_hash and type should be provided");
    return { take: async (tx) => redeemLink(tx, secret, types), refusal: linkExpired, traits: { type } };
  }
  if (!token) throw validationFailed("Verify requires a token or a token hash");
  if (Boolean(email) === Boolean(phone))
    throw validationFailed("Only an email address or phone number should be provided on verify");
  // No codes are sent to phones, so none can be right.
  if (phone) return { take: async () => null, refusal: codeExpired, traits: { type } };
  const address = normaliseEmail(email);
  return {
    take: async (tx) => redeemCode(auth, tx, address, token, types),
    refusal: codeExpired,
    traits: { type, address: addressHash(auth, address) },
  };
}

interface Verified extends SessionAnswer {
  /** The password chosen at sign-up was not taken over (accept-token.ts); the account has none until this session sets one. */
  password_needed?: true;
}

/**
 * POST /verify: exchanges a link's token or a mailed code for a session. The first confirmation of an e-mail change gets a message instead.
 */
export async function verify(auth: Auth, request: FastifyRequest): Promise<Verified | { msg: string; code: "200" }> {
  const proof = readProof(auth, body.parse(request.body));
  const answer = await asPlatform(auth.db, async (tx) => {
    const taken = await proof.take(tx);
    if (!taken) return null;
    const { user, token, awaitsOtherMailbox, passwordNeeded } = await acceptToken(tx, taken, request);
    if (awaitsOtherMailbox) return { msg: FIRST_CONFIRMATION, code: "200" as const };
    await audit(tx, { action: "login", actorId: user.id, request, traits: { method: "otp", type: token.token_type } });
    const session = await openSession(auth, tx, user, { method: "otp", userAgent: request.headers["user-agent"] });
    return passwordNeeded ? { ...session, password_needed: true as const } : session;
  });
  if (answer) return answer;
  // Thrown after the commit, so that the wrong code stays counted.
  await audit(auth.db.owner, { action: "verification_failed", request, traits: proof.traits });
  throw proof.refusal();
}
