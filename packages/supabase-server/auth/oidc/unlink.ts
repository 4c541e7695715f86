import type { FastifyRequest } from "fastify";
import pg from "pg";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import { audit } from "../audit.ts";
import { requireSecondFactor, requireUser } from "../caller.ts";
import {
  AuthError,
  callerNotFound,
  identityEmailConflict,
  identityNotFound,
  insufficientAal,
  manualLinkingDisabled,
  singleIdentity,
} from "../errors.ts";
import { notifyOwner } from "../notify-owner.ts";
import type { Auth } from "../options.ts";
import { requireRecentProof } from "../recent-proof.ts";
import { findUser, lockUser, type UserRow } from "../users.ts";
import { refreshProviders } from "./identity-account.ts";

/** The account's address without identity `without`: a verified one of the others (the e-mail identity's first), else the present one. */
function remainingEmail(user: UserRow, without: string): string | null {
  const rest = user.identities.filter(
    ({ id, email, identity_data: data }) => id !== without && email !== null && data["email_verified"] === true,
  );
  return (rest.find(({ provider }) => provider === "email") ?? rest[0])?.email ?? user.email;
}

/** DELETE /user/identities/:id: removes a way to sign in; with the e-mail identity also the password. */
export async function unlinkIdentity(auth: Auth, request: FastifyRequest): Promise<Record<string, never>> {
  if (!auth.manualLinking) throw manualLinkingDisabled();
  const caller = await requireUser(auth, request);
  const id = z.object({ id: z.uuid() }).safeParse(request.params);
  if (!id.success) throw new AuthError(404, "validation_failed", "identity_id must be an UUID");
  await requireSecondFactor(auth.db.owner, caller, insufficientAal(403, "AAL2 required to unlink an identity"));
  await requireRecentProof(auth.db.owner, caller, "Identity unlinking");
  try {
    await asPlatform(auth.db, async (tx) => {
      await lockUser(tx, caller.user.id);
      // Read under the lock, so that concurrent requests can't remove the last identity.
      const user = await findUser(tx, caller.user.id);
      if (!user) throw callerNotFound();
      if (user.identities.length <= 1) throw singleIdentity();
      const identity = user.identities.find((owned) => owned.id === id.data.id);
      if (!identity) throw identityNotFound();
      await tx.query("delete from auth.identities where id = $1", [identity.id]);
      await tx.query(
        `update auth.users set email = $2, encrypted_password = case when $3 then null else encrypted_password end, updated_at = now()
         where id = $1`,
        [user.id, remainingEmail(user, identity.id), identity.provider === "email"],
      );
      await refreshProviders(tx, user.id);
      await audit(tx, { action: "identity_unlinked", actorId: user.id, request, traits: { provider: identity.provider } });
      await notifyOwner(tx, { kind: "identity_unlinked", userId: user.id, email: user.email, request });
    });
  } catch (error) {
    // 23505: another account has the remaining address.
    if (error instanceof pg.DatabaseError && error.code === "23505") throw identityEmailConflict();
    throw error;
  }
  return {};
}
