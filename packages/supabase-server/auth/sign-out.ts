import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import { audit } from "./audit.ts";
import { requireUser } from "./caller.ts";
import type { Auth } from "./options.ts";

const query = z.object({ scope: z.literal(["global", "local", "others"]).default("global") });

/** POST /logout: ends sessions of the caller. Access tokens already issued still verify until they expire. */
export async function signOut(auth: Auth, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { user, sessionId } = await requireUser(auth, request);
  const { scope } = query.parse(request.query);
  await asPlatform(auth.db, async (tx) => {
    const ended = await tx.query(
      `delete from auth.sessions where user_id = $1
         and case $3 when 'global' then true when 'local' then id = $2 when 'others' then id is distinct from $2 end`,
      [user.id, sessionId, scope],
    );
    await audit(tx, { action: "logout", actorId: user.id, request, traits: { scope, ended: ended.rowCount ?? 0 } });
  });
  return reply.code(204).send();
}
