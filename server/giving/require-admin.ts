import { queryAsUser, type Claims } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { refusals } from "./refusals.ts";

/** Throws a `FunctionError` unless the caller is an administrator who has shown a second factor. */
export async function requireAdmin({ db }: Pick<FunctionContext, "db">, caller: Claims, userId: string): Promise<void> {
  const { rows } = await queryAsUser<{ admin: boolean }>(
    db,
    { claims: caller },
    { text: "select public.has_role($1, 'admin') as admin", values: [userId] },
  );
  if (!rows[0]?.admin) throw refusals.adminRequired();
}
