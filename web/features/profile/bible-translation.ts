import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { TRANSLATIONS, type Translation } from "../../../shared/sermon.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { toast } from "../../ui/toast.tsx";

const row = z.object({ bible_translation: z.enum(TRANSLATIONS) });

/** The Bible translation that the user's sermons quote. */
export const bibleTranslationQuery = (userId: string) =>
  queryOptions({
    queryKey: ["bible-translation", userId],
    queryFn: async (): Promise<Translation> => {
      const profiles = (await getSupabase()).from("profiles");
      const { data, error } = await profiles.select("bible_translation").eq("id", userId).maybeSingle();
      if (error) throw error;
      return row.parse(data).bible_translation;
    },
  });

/** Saves the choice; says it if that fails, also when the page has been left. */
export function useChooseBible(userId: string) {
  const client = useQueryClient();
  const { queryKey } = bibleTranslationQuery(userId);
  return useMutation({
    mutationFn: async (bible_translation: Translation) => {
      const { error } = await (await getSupabase()).from("profiles").update({ bible_translation }).eq("id", userId);
      if (error) throw error;
    },
    // In the order of the choices.
    scope: { id: queryKey.join(" ") },
    onSuccess: async (_stored, chosen) => {
      // A reading that runs may be older.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, chosen);
    },
    onError: () =>
      toast({ title: "Not saved", description: "Your Bible could not be saved. Please try again.", variant: "destructive" }),
  });
}
