import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { cleanNote, NOTE_MAX_CHARS, noteQuery, saveNote } from "./note.ts";
import { keepUnsentNote } from "./unsent-notes.ts";
import { useAutosave, type Saving } from "./use-autosave.ts";

const PAUSE_MS = 1000;

const STATES: Record<Saving, string> = {
  waiting: "Saving...",
  saved: "Saved",
  failed: "Not saved yet. It is kept in this browser and tried again.",
};

/** A note that the person writes on a sermon, for nobody else; saved as it is typed. */
export function SermonNote({ userId, sermonId }: { userId: string; sermonId: string }) {
  const { data, isError, refetch } = useQuery(noteQuery(userId, sermonId));
  return (
    <div className="mt-8 border-t pt-6">
      {isError ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-muted-foreground">Your note could not be loaded.</p>
          <Button variant="outline" size="sm" className="min-h-11" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : data === undefined ? null : (
        <NoteField userId={userId} sermonId={sermonId} {...data} />
      )}
    </div>
  );
}

interface NoteFieldProps {
  userId: string;
  sermonId: string;
  note: string;
  /** What the server has of it. */
  stored: string;
}

function NoteField({ userId, sermonId, note, stored }: NoteFieldProps) {
  const [text, setText] = useState(note);
  const base = useRef(stored);
  const save = useCallback(
    async (clean: string) => {
      await saveNote(userId, sermonId, clean);
      base.current = clean;
    },
    [userId, sermonId],
  );
  const { state, change, flush } = useAutosave(save, PAUSE_MS);
  const keep = useCallback(
    (typed: string) => {
      const clean = cleanNote(typed);
      keepUnsentNote(userId, sermonId, { note: clean, base: base.current });
      change(clean);
    },
    [userId, sermonId, change],
  );
  // What an earlier visit could not store. As it was found: what is read again later may be older than what was typed since.
  const [found] = useState({ note, isUnsent: note !== stored });
  useEffect(() => {
    if (found.isUnsent) keep(found.note);
  }, [found, keep]);
  return (
    <>
      <Field label="Your note" hint="Only you can read it.">
        <Textarea
          dir="auto"
          rows={3}
          maxLength={NOTE_MAX_CHARS}
          className="field-sizing-content max-h-96 font-serif"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            keep(event.target.value);
          }}
          onBlur={flush}
        />
      </Field>
      <output className="mt-1 block min-h-5 text-sm text-muted-foreground">{state ? STATES[state] : null}</output>
    </>
  );
}
