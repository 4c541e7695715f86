import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Transaction } from "@lampstand/database";
import { AuthError, factorNotFound } from "../errors.ts";

/** A second factor in API responses (docs/dialect.md#second-factors); its secret is returned only at enrolment. */
export interface Factor {
  id: string;
  friendly_name: string;
  factor_type: "totp";
  status: "unverified" | "verified";
  phone: "";
  created_at: string;
  updated_at: string;
  last_challenged_at: string | null;
}

/** SQL: the factors of row `u` of auth.users, as a JSON array of `Factor`. */
export const FACTORS_OF_USER = `coalesce((select json_agg(json_build_object('id', f.id, 'friendly_name', f.friendly_name,
    'factor_type', f.factor_type, 'status', f.status, 'phone', '', 'created_at', f.created_at, 'updated_at', f.updated_at,
    'last_challenged_at', f.last_challenged_at) order by f.created_at, f.id) from auth.mfa_factors f where f.user_id = u.id), '[]')`;

/** The factor id in the path. Throws 404 `validation_failed`. */
export function factorIdOf(request: FastifyRequest, name = "id"): string {
  const id = z.uuid().safeParse((request.params as Record<string, unknown>)[name]);
  if (!id.success) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  return id.data;
}

/** Deletes a factor and lowers the sessions it had raised to aal1. Throws `mfa_factor_not_found`. */
export async function deleteFactor(tx: Transaction, userId: string, factorId: string): Promise<void> {
  await tx.query(
    `update auth.sessions set aal = 'aal1', factor_id = null,
       amr = (select coalesce(jsonb_agg(entry order by place), '[]') from jsonb_array_elements(amr) with ordinality as a (entry, place)
         where entry ->> 'method' <> 'totp')
     where user_id = $1 and factor_id = $2`,
    [userId, factorId],
  );
  const deleted = await tx.query("delete from auth.mfa_factors where id = $1 and user_id = $2", [factorId, userId]);
  if (!deleted.rowCount) throw factorNotFound();
}
