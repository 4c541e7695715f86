import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getSupabase } from "../../lib/supabase.ts";

/** "unproven": they were given the role, and their session lacks the second factor without which it does not count. */
export type AdminStatus = "admin" | "unproven" | "none";

const rows = z.array(z.object({ role: z.string() }));

/** Whether this user is an administrator, as the database says (`has_role`). Rejects when it can't be asked. */
export const adminRole = (userId: string) =>
  queryOptions({
    queryKey: ["admin-role", userId],
    queryFn: async (): Promise<AdminStatus> => {
      const supabase = await getSupabase();
      const counts = await supabase.rpc("has_role", { _user_id: userId, _role: "admin" });
      if (counts.error) throw counts.error;
      if (z.boolean().parse(counts.data)) return "admin";
      const given = await supabase.from("user_roles").select("role").match({ user_id: userId, role: "admin" });
      if (given.error) throw given.error;
      return rows.parse(given.data).length > 0 ? "unproven" : "none";
    },
    // A refused person should not wait for four attempts; one more covers a lost connection.
    retry: 1,
    // Whoever sets up their second factor and comes back is asked about anew.
    gcTime: 0,
  });
