import { queryOptions } from "@tanstack/react-query";
import { getSupabase } from "../../lib/supabase.ts";

/** The user's authenticator apps, fetched from the service. */
export const factors = () =>
  queryOptions({
    queryKey: ["auth", "factors"],
    queryFn: async () => {
      const { data, error } = await (await getSupabase()).auth.mfa.listFactors();
      if (error) throw error;
      return data;
    },
    // The default of four attempts would keep the person waiting at the code step.
    retry: 1,
  });
