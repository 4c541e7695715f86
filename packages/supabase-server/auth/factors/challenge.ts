import type { FastifyRequest } from "fastify";
import { asPlatform } from "@lampstand/database/as-platform";
import { audit } from "../audit.ts";
import { requireUser } from "../caller.ts";
import { factorNotFound } from "../errors.ts";
import { networkOf } from "../network.ts";
import type { Auth } from "../options.ts";
import { factorIdOf } from "./factor.ts";

/** Seconds. */
export const CHALLENGE_LIFE = 300;

/** The network of a challenge; its code has to come from the same. "unknown" for an unparsable forwarded address. */
export const challengedFrom = (request: FastifyRequest): string => networkOf(request.ip) ?? "unknown";

/** POST /factors/:id/challenge: starts the five minutes in which a code is accepted. */
export async function challengeFactor(
  auth: Auth,
  request: FastifyRequest,
): Promise<{ id: string; type: "totp"; expires_at: number }> {
  const { user } = await requireUser(auth, request);
  const factorId = factorIdOf(request);
  return asPlatform(auth.db, async (tx) => {
    const challenged = await tx.query(
      "update auth.mfa_factors set last_challenged_at = now(), updated_at = now() where id = $1 and user_id = $2",
      [factorId, user.id],
    );
    if (!challenged.rowCount) throw factorNotFound();
    await tx.query("delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - make_interval(secs => $2)", [
      factorId,
      2 * CHALLENGE_LIFE,
    ]);
    const made = await tx.query<{ id: string; expires_at: number }>(
      `insert into auth.mfa_challenges (factor_id, network) values ($1, $2)
       returning id, floor(extract(epoch from created_at + make_interval(secs => $3)))::int as expires_at`,
      [factorId, challengedFrom(request), CHALLENGE_LIFE],
    );
    const challenge = made.rows[0];
    if (!challenge) throw new Error("insert returned no challenge");
    await audit(tx, { action: "challenge_created", actorId: user.id, request, traits: { factor_id: factorId } });
    return { id: challenge.id, type: "totp", expires_at: challenge.expires_at };
  });
}
