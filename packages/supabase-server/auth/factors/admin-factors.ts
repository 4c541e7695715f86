import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import { audit } from "../audit.ts";
import { AuthError, factorNotFound, userNotFound } from "../errors.ts";
import { notifyOwner } from "../notify-owner.ts";
import type { Auth } from "../options.ts";
import { lockUser, type UserRow } from "../users.ts";
import { deleteFactor, factorIdOf, type Factor } from "./factor.ts";

async function userOf(tx: Transaction, request: FastifyRequest): Promise<UserRow> {
  const id = z.object({ id: z.uuid() }).safeParse(request.params);
  if (!id.success) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  const user = await lockUser(tx, id.data.id);
  if (!user) throw userNotFound();
  return user;
}

/** GET /admin/users/:id/factors. */
export async function getFactors(auth: Auth, request: FastifyRequest): Promise<Factor[]> {
  return asPlatform(auth.db, async (tx) => (await userOf(tx, request)).factors);
}

/** DELETE /admin/users/:id/factors/:factorId, for somebody who has lost all devices with a factor. */
export async function deleteFactorOfUser(auth: Auth, request: FastifyRequest): Promise<Factor> {
  return asPlatform(auth.db, async (tx) => {
    const user = await userOf(tx, request);
    const id = factorIdOf(request, "factorId");
    const factor = user.factors.find((owned) => owned.id === id);
    if (!factor) throw factorNotFound();
    await deleteFactor(tx, user.id, id);
    await audit(tx, { action: "factor_deleted", subjectId: user.id, request, traits: { factor_id: id } });
    if (factor.status === "verified") await notifyOwner(tx, { kind: "mfa_factor_unenrolled", userId: user.id });
    return factor;
  });
}
