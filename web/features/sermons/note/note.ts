import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getSupabase } from "../../../lib/supabase.ts";
import { keepUnsentNote, readUnsentNote, withUnsent } from "./unsent-notes.ts";

/** The same limit as the table's. */
export const NOTE_MAX_CHARS = 10_000;

const noteRow = z.nullable(z.object({ note: z.string() }));

/** The person's own note on a sermon, and what of it the server has; empty if there is none. */
export const noteQuery = (userId: string, sermonId: string) =>
  queryOptions({
    queryKey: ["sermon-note", userId, sermonId],
    queryFn: async () => {
      const notes = (await getSupabase()).from("sermon_notes").select("note").eq("sermon_id", sermonId);
      const { data, error } = await notes.maybeSingle();
      if (error) throw error;
      const stored = noteRow.parse(data)?.note ?? "";
      return { stored, note: withUnsent(stored, readUnsentNote(userId, sermonId)) };
    },
    // Read anew at each visit: it may have been written on another device.
    staleTime: 0,
    gcTime: 0,
  });

/** As it is stored: a blank note is none. */
export const cleanNote = (text: string): string => (text.trim() ? text.replaceAll("\0", "") : "");

/** `note` is a clean one. It is forgotten here once it is stored, unless another was typed meanwhile. */
export async function saveNote(userId: string, sermonId: string, note: string): Promise<void> {
  const notes = (await getSupabase()).from("sermon_notes");
  const { error } = note ? await notes.upsert({ sermon_id: sermonId, note }) : await notes.delete().eq("sermon_id", sermonId);
  if (error) throw error;
  const typed = readUnsentNote(userId, sermonId);
  if (typed) keepUnsentNote(userId, sermonId, typed.note === note ? null : { ...typed, base: note });
}
