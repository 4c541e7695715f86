import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getSupabase } from "../../lib/supabase.ts";

/** "unproven": the user has the role, but it only counts with a second factor, which this session has not shown. */
export type AdminStatus = "admin" | "unproven" | "none";

const rows = z.array(z.object({ role: z.string() }));

/** Whether the user is an administrator, according to the database (`has_role`). Rejects when the database can't be reached. */
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
    // One retry for a lost connection; the default of three would keep refused people waiting.
    retry: 1,
    // Not cached: the answer changes when the user sets up a second factor and returns.
    gcTime: 0,
  });
