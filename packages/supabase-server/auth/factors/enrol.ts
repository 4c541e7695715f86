import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import { audit } from "../audit.ts";
import { requireSecondFactor, requireUser } from "../caller.ts";
import {
  callerNotFound,
  factorNameConflict,
  insufficientAal,
  phoneFactorDisabled,
  sessionNotFound,
  tooManyFactors,
  validationFailed,
  webAuthnFactorDisabled,
} from "../errors.ts";
import type { Auth } from "../options.ts";
import { requireRecentProof } from "../recent-proof.ts";
import { findUser, lockUser } from "../users.ts";
import { makeSecret, type NewSecret } from "./totp.ts";

const MAX_FACTORS = 10;
/** Seconds after which an unfinished enrolment is deleted by the next one, as upstream does. */
const UNFINISHED_LIFE = 300;

const body = z.object({
  friendly_name: z.string().max(255).nullish(),
  factor_type: z.string().optional(),
  // Has to fit into a QR code together with the label.
  issuer: z.string().max(64).nullish(),
});

interface Enrolled {
  id: string;
  type: "totp";
  friendly_name: string;
  totp: NewSecret["shown"];
}

function checkType(type: string | undefined): void {
  if (type === "phone") throw phoneFactorDisabled();
  if (type === "webauthn") throw webAuthnFactorDisabled();
  if (type !== "totp") throw validationFailed("factor_type needs to be totp, phone, or webauthn");
}

/** POST /factors: enrols an authenticator app; it is unverified until its first correct code. */
export async function enrolFactor(auth: Auth, request: FastifyRequest): Promise<Enrolled> {
  const { user: caller, sessionId, aal } = await requireUser(auth, request);
  if (!sessionId) throw sessionNotFound();
  const given = body.parse(request.body);
  checkType(given.factor_type);
  const name = given.friendly_name ?? "";
  const id = randomUUID();
  const issuer = given.issuer || new URL(auth.publicUrl).host;
  const secret = makeSecret(id, issuer, caller.email ?? caller.id, auth.keys.jwtSecret);
  await asPlatform(auth.db, async (tx) => {
    if (!(await lockUser(tx, caller.id))) throw callerNotFound();
    await tx.query(
      `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
         and created_at < now() - make_interval(secs => $2)`,
      [caller.id, UNFINISHED_LIFE],
    );
    const user = await findUser(tx, caller.id);
    if (!user) throw callerNotFound();
    await requireSecondFactor(tx, { user, aal }, insufficientAal(403, "AAL2 required to enroll a new factor"));
    if (user.factors.some((factor) => factor.friendly_name === name)) throw factorNameConflict(name);
    if (user.factors.length >= MAX_FACTORS) throw tooManyFactors();
    await requireRecentProof(tx, { sessionId }, "Factor enrollment");
    await tx.query(
      "insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret) values ($1, $2, $3, 'totp', $4)",
      [id, user.id, name, secret.sealed],
    );
    await audit(tx, { action: "factor_in_progress", actorId: user.id, request, traits: { factor_id: id } });
  });
  return { id, type: "totp", friendly_name: name, totp: secret.shown };
}
