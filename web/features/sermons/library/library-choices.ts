import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getSupabase } from "../../../lib/supabase.ts";

const choices = z.object({ themes: z.array(z.string()), voices: z.array(z.string()), minutes: z.array(z.number()) });

/** What the person's sermons can be narrowed down to. */
export const libraryChoicesQuery = (userId: string) =>
  queryOptions({
    queryKey: ["library-choices", userId],
    queryFn: async () => {
      const { data, error } = await (await getSupabase()).rpc("library_choices");
      if (error) throw error;
      return choices.parse(data);
    },
  });
