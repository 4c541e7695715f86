import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSupabase } from "../../lib/supabase.ts";
import { profileQuery } from "./profile.ts";

/** Saves the name in the profile and in the account's user metadata. Rejects if one of the two failed. */
export function useSaveName(userId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (full_name: string) => {
      const client = await getSupabase();
      const changed = { full_name, updated_at: new Date().toISOString() };
      const { error } = await client.from("profiles").update(changed).eq("id", userId);
      if (error) throw error;
      const account = await client.auth.updateUser({ data: { full_name } });
      if (account.error) throw account.error;
      return full_name;
    },
    onSuccess: (full_name) =>
      cache.setQueryData(profileQuery(userId).queryKey, (profile) => profile && { ...profile, full_name }),
  });
}
