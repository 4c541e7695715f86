import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { TRANSLATIONS, type Translation } from "../../../shared/sermon.ts";
import { getSupabase } from "../../lib/supabase.ts";

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

/** Saves the choice, with an optimistic update that is rolled back on failure. */
export function useChooseBible(userId: string) {
  const client = useQueryClient();
  const { queryKey } = bibleTranslationQuery(userId);
  return useMutation({
    mutationFn: async (bible_translation: Translation) => {
      const { error } = await (await getSupabase()).from("profiles").update({ bible_translation }).eq("id", userId);
      if (error) throw error;
    },
    onMutate: async (chosen) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, chosen);
      return { before };
    },
    onError: (_error, _chosen, context) => client.setQueryData(queryKey, context?.before),
  });
}
