import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getSupabase } from "../../lib/supabase.ts";

/** Whether this user is an administrator, as the database says (`has_role`). Rejects when it can't be asked. */
export const adminRole = (userId: string) =>
  queryOptions({
    queryKey: ["admin-role", userId],
    queryFn: async () => {
      const { data, error } = await (await getSupabase()).rpc("has_role", { _user_id: userId, _role: "admin" });
      if (error) throw error;
      return z.boolean().parse(data);
    },
    // A refused person should not wait for four attempts; one more covers a lost connection.
    retry: 1,
  });
