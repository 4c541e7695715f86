import type { FastifyRequest } from "fastify";
import { asPlatform } from "@lampstand/database/as-platform";
import { audit } from "../audit.ts";
import { requireSecondFactor, requireUser } from "../caller.ts";
import { callerNotFound, factorNotFound, insufficientAal } from "../errors.ts";
import { notifyOwner } from "../notify-owner.ts";
import type { Auth } from "../options.ts";
import { requireRecentProof } from "../recent-proof.ts";
import { findUser, lockUser } from "../users.ts";
import { deleteFactor, factorIdOf } from "./factor.ts";

/** DELETE /factors/:id. With a verified factor this requires an aal2 session; to delete a verified one also a recent proof. */
export async function unenrolFactor(auth: Auth, request: FastifyRequest): Promise<{ id: string }> {
  const { user: caller, aal, sessionId } = await requireUser(auth, request);
  const id = factorIdOf(request);
  await asPlatform(auth.db, async (tx) => {
    await lockUser(tx, caller.id);
    // Read again under the lock: a concurrent request may have verified the factor.
    const user = await findUser(tx, caller.id);
    if (!user) throw callerNotFound();
    await requireSecondFactor(tx, { user, aal }, insufficientAal(422, "AAL2 required to unenroll verified factor"));
    const factor = user.factors.find((owned) => owned.id === id);
    if (!factor) throw factorNotFound();
    if (factor.status === "verified") await requireRecentProof(tx, { sessionId }, "Factor removal");
    await deleteFactor(tx, caller.id, id);
    await audit(tx, {
      action: "factor_unenrolled",
      actorId: caller.id,
      request,
      traits: { factor_id: id, status: factor.status },
    });
    if (factor.status === "verified") await notifyOwner(tx, { kind: "mfa_factor_unenrolled", userId: caller.id, request });
  });
  return { id };
}
