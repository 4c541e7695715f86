import { queryOptions } from "@tanstack/react-query";
import { getSupabase } from "../../lib/supabase.ts";

/** The authenticator apps of whoever has signed in, fresh from the service. */
export const factors = () =>
  queryOptions({
    queryKey: ["auth", "factors"],
    queryFn: async () => {
      const { data, error } = await (await getSupabase()).auth.mfa.listFactors();
      if (error) throw error;
      return data;
    },
    // Whoever waits for the code step should not wait for four attempts.
    retry: 1,
  });
