import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PROFILE } from "../../../shared/messages/profile.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { toast } from "../../ui/toast.tsx";
import { profileQuery } from "./profile.ts";

/** Saves the name in the profile and in the account's user metadata. Says whether both were saved, also when the form has been left. */
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
    onSuccess: (full_name) => {
      cache.setQueryData(profileQuery(userId).queryKey, (profile) => profile && { ...profile, full_name });
      toast({ title: PROFILE.saved });
    },
    onError: () => toast({ title: PROFILE.saveFailed, variant: "destructive" }),
  });
}
