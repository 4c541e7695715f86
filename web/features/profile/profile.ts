import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { getSupabase } from "../../lib/supabase.ts";

const profileRow = z.object({ full_name: z.string().nullable(), avatar_url: z.string().nullable() });
type Profile = z.infer<typeof profileRow>;

/** Spec section 9, avatar fetch retry limit. */
const ATTEMPTS = 3;

/** What a person has told about themselves; null when there is no profile. */
export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: ["profile", userId],
    queryFn: async (): Promise<Profile | null> => {
      const profiles = (await getSupabase()).from("profiles");
      const { data, error } = await profiles.select("full_name, avatar_url").eq("id", userId).maybeSingle();
      if (error) throw error;
      return data && profileRow.parse(data);
    },
    retry: ATTEMPTS - 1,
  });
