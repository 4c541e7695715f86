import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getSupabase } from "../../lib/supabase.ts";

/** "second-factor-missing": the user has the role, which is not effective until the session has verified a second factor. */
export type AdminStatus = "admin" | "second-factor-missing" | "none";

const rows = z.array(z.object({ role: z.string() }));

/** Whether the user was given the role, which is effective only in a session that has verified a second factor. */
export async function isAssignedAdmin(supabase: SupabaseClient, userId: string): Promise<boolean> {
  const { data, error } = await supabase.from("user_roles").select("role").match({ user_id: userId, role: "admin" });
  if (error) throw error;
  return rows.parse(data).length > 0;
}

/** Whether the user is an administrator, according to the database (`has_role`). Rejects when the database can't be reached. */
export const adminRole = (userId: string) =>
  queryOptions({
    queryKey: ["admin-role", userId],
    queryFn: async (): Promise<AdminStatus> => {
      const supabase = await getSupabase();
      const hasRole = await supabase.rpc("has_role", { _user_id: userId, _role: "admin" });
      if (hasRole.error) throw hasRole.error;
      if (z.boolean().parse(hasRole.data)) return "admin";
      return (await isAssignedAdmin(supabase, userId)) ? "second-factor-missing" : "none";
    },
    // Not cached: the answer changes when the user sets up a second factor and returns.
    gcTime: 0,
  });
