import * as z from "zod/mini";
import { unsentNotesKey } from "../../../lib/draft-key.ts";

/** A note that may not have reached the server yet, and the one that stood there when it was typed. */
const unsentNote = z.object({ note: z.string(), base: z.string() });
export type UnsentNote = z.infer<typeof unsentNote>;

/** By the sermon's id. */
const unsentNotes = z.record(z.uuid(), unsentNote);

function readAll(userId: string): Record<string, UnsentNote> {
  try {
    return unsentNotes.parse(JSON.parse(localStorage.getItem(unsentNotesKey(userId)) ?? "{}"));
  } catch {
    return {};
  }
}

export const readUnsentNote = (userId: string, sermonId: string): UnsentNote | undefined => readAll(userId)[sermonId];

/** Keeps it in this browser until it is stored; null forgets it. */
export function keepUnsentNote(userId: string, sermonId: string, unsent: UnsentNote | null): void {
  const { [sermonId]: _, ...others } = readAll(userId);
  const all = unsent ? { ...others, [sermonId]: unsent } : others;
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(unsentNotesKey(userId));
    else localStorage.setItem(unsentNotesKey(userId), JSON.stringify(all));
  } catch {
    // Storage is unavailable or full: the note lasts until the page is left.
  }
}

/** What was typed here, and what was written elsewhere since then, below each other: neither replaces the other. */
export function withUnsent(there: string, unsent: UnsentNote | undefined): string {
  if (!unsent || unsent.note === there) return there;
  if (unsent.base === there || there === "") return unsent.note;
  return unsent.note === "" ? there : `${there}\n\n${unsent.note}`;
}
