import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getSupabase } from "../../../lib/supabase.ts";

/** The same limit as the table's. */
export const NOTE_MAX_CHARS = 10_000;

const noteRow = z.nullable(z.object({ note: z.string() }));

/** The person's own note on a sermon; empty if there is none. */
export const noteQuery = (sermonId: string) =>
  queryOptions({
    queryKey: ["sermon-note", sermonId],
    queryFn: async () => {
      const notes = (await getSupabase()).from("sermon_notes").select("note").eq("sermon_id", sermonId);
      const { data, error } = await notes.maybeSingle();
      if (error) throw error;
      return noteRow.parse(data)?.note ?? "";
    },
    // Read anew at each visit: it may have been written on another device.
    staleTime: 0,
    gcTime: 0,
  });

export async function saveNote(sermonId: string, note: string): Promise<void> {
  const notes = (await getSupabase()).from("sermon_notes");
  const { error } = note.trim()
    ? await notes.upsert({ sermon_id: sermonId, note: note.replaceAll("\0", "") })
    : await notes.delete().eq("sermon_id", sermonId);
  if (error) throw error;
}
