import type { FastifyRequest } from "fastify";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Database, Transaction } from "@lampstand/database";
import { audit, hasSignedInFrom } from "./audit.ts";
import { isUuid, type Caller } from "./caller.ts";
import { AuthError, currentPasswordInvalid, reauthenticationNeeded, reauthenticationNotValid, samePassword } from "./errors.ts";
import { refundLimit } from "./limits.ts";
import { countedNetwork } from "./network.ts";
import type { Auth } from "./options.ts";
import type { PasswordChecker } from "./passwords.ts";
import { redeemCode } from "./redeem-token.ts";
import { limitGuesses } from "./token-password.ts";

/** Seconds for which a sign-in, a code (TOTP or mailed) or the password counts as recent. */
const PROOF_LIFE = 15 * 60;

/**
 * Whether the session's user has authenticated within `PROOF_LIFE` (docs/decisions/027-fresh-proof.md). Reads the session's row, not the
 * token, so that a proof counts at once, before the token is refreshed.
 */
export async function hasRecentProof(tx: Transaction | Database["owner"], sessionId: unknown): Promise<boolean> {
  if (!isUuid(sessionId)) return false;
  const found = await tx.query(
    `select from auth.sessions where id = $1 and exists (
       select from jsonb_array_elements(amr) as a (proof)
       where to_timestamp((proof ->> 'timestamp')::bigint) > now() - make_interval(secs => $2))`,
    [sessionId, PROOF_LIFE],
  );
  return found.rowCount === 1;
}

/** Throws `reauthentication_needed`; its message begins with `what`. */
export async function requireRecentProof(
  tx: Transaction | Database["owner"],
  { sessionId }: Pick<Caller, "sessionId">,
  what: string,
): Promise<void> {
  if (!(await hasRecentProof(tx, sessionId))) throw reauthenticationNeeded(what);
}

interface GivenProof {
  current_password?: string | undefined;
  nonce?: string | undefined;
}
type Method = "password" | "otp";

/**
 * Checks the proof sent with a request: the current password (always checked if given), or a mailed nonce (redeemed only if there is no
 * recent proof). With neither, a recent proof is required if `what` names a protected change. A new password must differ from the current
 * one, which is checked before a nonce is redeemed. Returns the method to record for the session, or null. Throws
 * `current_password_invalid`, `reauthentication_needed`, `reauthentication_not_valid`, `same_password` or `over_request_rate_limit`.
 */
export async function checkProof(
  auth: Auth,
  matches: PasswordChecker,
  caller: Caller,
  given: GivenProof & { password: string | null; what: string | null },
  request: FastifyRequest,
): Promise<Method | null> {
  const { current_password: current, nonce, password, what } = given;
  const { user } = caller;
  const isFresh = await hasRecentProof(auth.db.owner, caller.sessionId);
  try {
    if (current !== undefined && !(await isPassword(auth, matches, caller, current, request))) throw currentPasswordInvalid();
    if (current === undefined && nonce === undefined && !isFresh && what !== null) throw reauthenticationNeeded(what);
    const isProven = isFresh || current !== undefined;
    // Without a proof, `same_password` would confirm a guessed password: count it as a guess.
    const isSame = async (text: string): Promise<boolean> =>
      isProven
        ? matches(text, user.encrypted_password, countedNetwork(request))
        : isPassword(auth, matches, caller, text, request);
    if (password !== null && (await isSame(password))) throw samePassword();
    if (current !== undefined) return "password";
    if (isProven || nonce === undefined) return null;
    const { email } = user;
    const taken = email && (await asPlatform(auth.db, async (tx) => redeemCode(auth, tx, email, nonce, ["reauthentication"])));
    if (!taken) throw reauthenticationNotValid();
    return "otp";
  } catch (error) {
    if (error instanceof AuthError && WRONG_PROOFS.has(error.code)) {
      const traits = { type: password === null ? "proof" : "password_change", reason: error.code };
      await audit(auth.db.owner, { action: "verification_failed", actorId: user.id, request, traits });
    }
    throw error;
  }
}

/** Failed proofs, which are recorded in the audit trail. */
const WRONG_PROOFS = new Set(["current_password_invalid", "reauthentication_not_valid"]);

/** Compares with the current password; a wrong one counts like a failed sign-in. Throws `over_request_rate_limit`. */
async function isPassword(
  auth: Auth,
  matches: PasswordChecker,
  { user }: Caller,
  password: string,
  request: FastifyRequest,
): Promise<boolean> {
  const { ip } = request;
  const isKnownNetwork = await asPlatform(auth.db, async (tx) => hasSignedInFrom(tx, user.id, ip));
  const guesses = await limitGuesses(auth, user.email ?? user.id, ip, isKnownNetwork);
  if (!(await matches(password, user.encrypted_password, countedNetwork(request)))) return false;
  await Promise.all(guesses.map((guess) => refundLimit(auth, guess)));
  return true;
}

/** Records a recent proof for the session. */
export async function recordProof(tx: Transaction, caller: Caller, method: Method, request: FastifyRequest): Promise<void> {
  const proof = JSON.stringify([{ method, timestamp: Math.floor(Date.now() / 1000) }]);
  await tx.query(
    `update auth.sessions set amr = $3::jsonb || coalesce((select jsonb_agg(entry order by place)
       from jsonb_array_elements(amr) with ordinality as a (entry, place) where entry ->> 'method' <> $4), '[]')
     where id = $1 and user_id = $2`,
    [caller.sessionId, caller.user.id, proof, method],
  );
  await audit(tx, { action: "user_reauthenticated", actorId: caller.user.id, request, traits: { method } });
}
