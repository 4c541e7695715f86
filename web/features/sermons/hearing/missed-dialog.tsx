import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { TopicReadings } from "../../../../shared/endpoints/sermons.ts";
import { NO_READING } from "../../../../shared/reading.ts";
import { cn } from "../../../lib/cn.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "../../../ui/dialog.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { useRewriteSermon, type Made } from "./missed.ts";
import { readingsQuery, themeOf } from "./topic-readings.ts";

interface MissedDialogProps {
  id: string;
  made: Made;
  onBegun: () => void;
  onClose: () => void;
}

/** What else a topic could have meant than what its sermon was written on: label by key. */
function otherReadings({ reading }: Made, { readings, audience }: TopicReadings): [key: string, label: string][] {
  const missed = reading ?? readings[0]?.key ?? "";
  const others = readings
    .filter(({ key }) => themeOf(key) !== themeOf(missed) && themeOf(key) !== NO_READING)
    .map(({ key, heard }): [string, string] => [key, heard]);
  return [...others, [`${NO_READING}.${missed.split(".")[1] ?? audience}`, "None of these: take nothing for granted"]];
}

/** Focuses the first choice when there is one: the dialog opens before. */
const focusFirst = (first: HTMLInputElement | null) => first?.focus();

/** Asks what the sermon should have been about, and has it written anew. */
export default function MissedDialog({ id, made, onBegun, onClose }: MissedDialogProps) {
  const readings = useQuery(readingsQuery(made.prompt));
  const [chosen, setChosen] = useState<string>();
  const rewriting = useRewriteSermon(() => {
    onClose();
    onBegun();
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen) rewriting.mutate({ sermonId: id, reading: chosen });
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <form className="grid gap-5" onSubmit={submit}>
          <DialogHeader>
            <DialogTitle>What should it have been?</DialogTitle>
            <DialogDescription>
              I write it anew from your own words, once. It costs you no day of your trial and no minutes, and this one stays in
              My Sermons.
            </DialogDescription>
          </DialogHeader>
          {readings.data ? (
            <div role="radiogroup" aria-label="What it should have been" className="grid gap-3">
              {otherReadings(made, readings.data).map(([key, label], i) => (
                <label
                  key={key}
                  className="flex min-h-11 items-center gap-3 rounded-md border px-3 py-2 has-checked:border-primary"
                >
                  <input
                    ref={i === 0 ? focusFirst : undefined}
                    type="radio"
                    name="reading"
                    className="size-4 shrink-0 rounded-full accent-primary"
                    checked={chosen === key}
                    disabled={rewriting.isPending}
                    onChange={() => setChosen(key)}
                  />
                  <span className={cn("text-pretty", themeOf(key) !== NO_READING && "font-serif sm:text-lg")}>{label}</span>
                </label>
              ))}
            </div>
          ) : readings.isError ? (
            <p role="alert">Your words could not be read again just now. Please try again in a moment.</p>
          ) : (
            <Spinner label="Reading your words again..." />
          )}
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Keep it as it is
            </Button>
            <Button type="submit" disabled={!chosen || rewriting.isPending}>
              {rewriting.isPending ? "Beginning..." : "Write it anew"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
