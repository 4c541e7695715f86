import type { FastifyRequest } from "fastify";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Database, Transaction } from "@lampstand/database";
import { audit, hasSignedInFrom } from "./audit.ts";
import type { Caller } from "./caller.ts";
import { AuthError, currentPasswordInvalid, reauthenticationNeeded, reauthenticationNotValid, samePassword } from "./errors.ts";
import { refundLimit } from "./limits.ts";
import { countedNetwork } from "./network.ts";
import type { Auth } from "./options.ts";
import type { PasswordChecker } from "./passwords.ts";
import { redeemCode } from "./redeem-token.ts";
import { limitGuesses } from "./token-password.ts";

/** Seconds for which a sign-in, the code of an authenticator app, the password or a mailed code counts as fresh. */
const PROOF_LIFE = 15 * 60;

/**
 * Whether somebody at this session has proved within `PROOF_LIFE` that the account is theirs (docs/decisions/027-fresh-proof.md). The
 * session's row decides, not the token: a refreshed token proves nothing, and a proof counts before the token is refreshed.
 */
export async function hasRecentProof(tx: Transaction | Database["owner"], sessionId: unknown): Promise<boolean> {
  const found = await tx.query(
    `select from auth.sessions where id::text = $1 and exists (
       select from jsonb_array_elements(amr) as a (proof)
       where to_timestamp((proof ->> 'timestamp')::bigint) > now() - make_interval(secs => $2))`,
    [sessionId, PROOF_LIFE],
  );
  return found.rowCount === 1;
}

/** Throws `reauthentication_needed`, which begins with `what`. */
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
 * Checks what came with a request as a proof: the present password, which has to be right whenever it is given, or a mailed nonce, which
 * is spent when the sign-in is no longer fresh. With neither, the sign-in has to be fresh if something is asked for (`what`). A new
 * password has to differ from the present one, and is looked at before a nonce is spent. Answers which proof the session gains. Throws
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
    // Told to whoever has proved nothing yet, this would be a way to try passwords.
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

/** What is told of although the request fails: somebody at the session tried to prove that the account is theirs. */
const WRONG_PROOFS = new Set(["current_password_invalid", "reauthentication_not_valid"]);

/** Compares with the present password; a wrong one counts as one of a sign-in does. Throws `over_request_rate_limit`. */
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

/** From now on the session counts as fresh. */
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
