import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import { audit, auditEndedSessions } from "../audit.ts";
import { requireUser } from "../caller.ts";
import {
  AuthError,
  callerNotFound,
  challengeElsewhere,
  challengeExpired,
  challengeNotFound,
  factorNotFound,
  overRequestRateLimit,
  sessionNotFound,
  validationFailed,
  wrongFactorCode,
} from "../errors.ts";
import { notifyOwner } from "../notify-owner.ts";
import type { Auth } from "../options.ts";
import { SESSION_COLUMNS, sessionAnswer, type SessionAnswer, type SessionRow } from "../sessions.ts";
import { findUser, lockUser } from "../users.ts";
import { CHALLENGE_LIFE, challengedFrom } from "./challenge.ts";
import { factorIdOf, type Factor } from "./factor.ts";
import { stepOfCode } from "./totp.ts";

const FREE_TRIES = 5;
const FIRST_WAIT = 30;
const LONGEST_WAIT = 3600;

/**
 * Seconds to wait after `wrong` wrong codes in a row. This allows about 24 attempts a day; three of a million codes are valid at any time,
 * so an attacker with the password has a chance of about 1 in 14,000 a day.
 */
const waitAfter = (wrong: number): number =>
  wrong < FREE_TRIES ? 0 : Math.min(FIRST_WAIT * 2 ** (wrong - FREE_TRIES), LONGEST_WAIT);

const body = z.object({ challenge_id: z.uuid(), code: z.string().default("") });

interface FactorRow {
  id: string;
  status: Factor["status"];
  secret: string;
  last_used_step: string | null;
  failed_attempts: number;
  seconds_since_failure: number | null;
}

interface Shown {
  userId: string;
  factorId: string;
  challengeId: string;
  code: string;
  request: FastifyRequest;
}

/** Checks and counts a code; a correct one uses up the challenge. Returns the error, to be thrown after the commit of the count. */
async function checkCode(auth: Auth, tx: Transaction, shown: Shown): Promise<AuthError | null> {
  const found = await tx.query<FactorRow>(
    `select id, status, secret, last_used_step, failed_attempts, extract(epoch from now() - failed_at)::float8 as seconds_since_failure
     from auth.mfa_factors where id = $1 and user_id = $2 for update`,
    [shown.factorId, shown.userId],
  );
  const factor = found.rows[0];
  if (!factor) return factorNotFound();
  const asked = await tx.query<{ network: string; expired: boolean }>(
    `select network, created_at < now() - make_interval(secs => $3) as expired from auth.mfa_challenges
     where id = $1 and factor_id = $2`,
    [shown.challengeId, factor.id, CHALLENGE_LIFE],
  );
  const challenge = asked.rows[0];
  if (!challenge) return challengeNotFound();
  if (challenge.network !== challengedFrom(shown.request)) return challengeElsewhere();
  if (challenge.expired) {
    await tx.query("delete from auth.mfa_challenges where id = $1", [shown.challengeId]);
    return challengeExpired(shown.challengeId);
  }
  const wait = factor.seconds_since_failure === null ? 0 : waitAfter(factor.failed_attempts) - factor.seconds_since_failure;
  if (wait > 0) return overRequestRateLimit(Math.ceil(wait));

  const step = stepOfCode(factor.secret, factor.id, shown.code.replaceAll(/\s/g, ""), auth.keys.jwtSecret);
  const isRight = step !== null && (factor.last_used_step === null || step > Number(factor.last_used_step));
  const traits = { factor_id: factor.id, right: isRight };
  await audit(tx, { action: "verification_attempted", actorId: shown.userId, request: shown.request, traits });
  if (!isRight) {
    await tx.query("update auth.mfa_factors set failed_attempts = failed_attempts + 1, failed_at = now() where id = $1", [
      factor.id,
    ]);
    return wrongFactorCode();
  }
  await tx.query(
    `update auth.mfa_factors set status = 'verified', last_used_step = $2, failed_attempts = 0, failed_at = null, updated_at = now()
     where id = $1`,
    [factor.id, step],
  );
  await tx.query("delete from auth.mfa_challenges where id = $1", [shown.challengeId]);
  if (factor.status === "unverified") {
    const { userId, request } = shown;
    await audit(tx, { action: "factor_verified", actorId: userId, request, traits: { factor_id: factor.id } });
    await notifyOwner(tx, { kind: "mfa_factor_enrolled", userId, request });
  }
  return null;
}

/** Raises the session to aal2 and rotates its tokens; deletes the account's aal1 sessions and unverified factors. */
async function raiseSession(tx: Transaction, sessionId: string, { userId, factorId, request }: Shown): Promise<SessionRow> {
  const proof = JSON.stringify([{ method: "totp", timestamp: Math.floor(Date.now() / 1000) }]);
  const raised = await tx.query<SessionRow>(
    `update auth.sessions set aal = 'aal2', factor_id = $3, refreshed_at = now(),
       amr = $4::jsonb || coalesce((select jsonb_agg(entry order by place) from jsonb_array_elements(amr) with ordinality as a (entry, place)
         where entry ->> 'method' <> 'totp'), '[]'),
       refresh_counter = refresh_counter + 1, refresh_counter_floor = refresh_counter + 1
     where id = $1 and user_id = $2 returning ${SESSION_COLUMNS}`,
    [sessionId, userId, factorId, proof],
  );
  const session = raised.rows[0];
  if (!session) throw sessionNotFound();
  const { rowCount: ended } = await tx.query("delete from auth.sessions where user_id = $1 and aal = 'aal1'", [userId]);
  await auditEndedSessions(tx, { userId, request, reason: "factor_verified", ended });
  await tx.query("delete from auth.mfa_factors where user_id = $1 and status = 'unverified'", [userId]);
  await tx.query("delete from auth.oidc_flows where linking_user_id = $1", [userId]);
  return session;
}

/** POST /factors/:id/verify: raises the session to aal2; the first correct code verifies the factor (docs/dialect.md#second-factors). */
export async function verifyFactor(auth: Auth, request: FastifyRequest): Promise<SessionAnswer> {
  const { user: caller, sessionId } = await requireUser(auth, request);
  if (!sessionId) throw sessionNotFound();
  const factorId = factorIdOf(request);
  const { challenge_id: challengeId, code } = body.parse(request.body);
  if (!code) throw validationFailed("Code needs to be non-empty");
  const answer = await asPlatform(auth.db, async (tx) => {
    if (!(await lockUser(tx, caller.id))) throw callerNotFound();
    const shown = { userId: caller.id, factorId, challengeId, code, request };
    const refusal = await checkCode(auth, tx, shown);
    if (refusal) return refusal;
    const session = await raiseSession(tx, sessionId, shown);
    const user = await findUser(tx, caller.id);
    if (!user) throw callerNotFound();
    return sessionAnswer(auth, user, session);
  });
  // Thrown after the commit, so that the wrong code stays counted.
  if (answer instanceof AuthError) throw answer;
  return answer;
}
