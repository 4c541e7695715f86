import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { NOTE_MAX_CHARS, noteQuery, saveNote } from "./note.ts";
import { useAutosave, type Saving } from "./use-autosave.ts";

const PAUSE_MS = 1000;

const STATES: Record<Saving, string> = {
  waiting: "Saving...",
  saved: "Saved",
  failed: "Not saved yet. It will be tried again when you go on typing.",
};

/** A note that the person writes on a sermon, for nobody else; saved as it is typed. */
export function SermonNote({ sermonId }: { sermonId: string }) {
  const { data, isError, refetch } = useQuery(noteQuery(sermonId));
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
        <NoteField sermonId={sermonId} stored={data} />
      )}
    </div>
  );
}

function NoteField({ sermonId, stored }: { sermonId: string; stored: string }) {
  const [text, setText] = useState(stored);
  const save = useCallback((note: string) => saveNote(sermonId, note), [sermonId]);
  const { state, change, flush } = useAutosave(save, PAUSE_MS);
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
            change(event.target.value);
          }}
          onBlur={flush}
        />
      </Field>
      <output className="mt-1 block min-h-5 text-sm text-muted-foreground">{state ? STATES[state] : null}</output>
    </>
  );
}
