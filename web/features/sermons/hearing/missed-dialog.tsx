import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Suspense, useState, type FormEvent } from "react";
import type { TopicReadings } from "../../../../shared/endpoints/sermons.ts";
import { NO_READING, parseReadingKey, printReadingKey, type ReadingKey } from "../../../../shared/reading.ts";
import { cn } from "../../../lib/cn.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "../../../ui/dialog.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { useRewriteSermon, type Made } from "./missed.ts";
import { PossibleFacts } from "./possible-facts.tsx";
import { readingsQuery } from "./topic-readings.ts";
import { confirming } from "./use-heard.ts";

const SubjectChoice = lazyPart(() => import("./subject-choice.tsx"));

interface MissedDialogProps {
  id: string;
  made: Made;
  onBegun: () => void;
  onClose: () => void;
}

/** What the server takes by itself. */
const likeliest = ({ readings, audience }: TopicReadings): ReadingKey =>
  readings[0] ? parseReadingKey(readings[0].key) : { theme: NO_READING, audience, confirmed: [] };

/** What else a topic could have meant than this theme: label by theme. */
function otherThemes(missed: string, { readings }: TopicReadings): [theme: string, label: string][] {
  const others = readings
    .map(({ key, heard }): [string, string] => [parseReadingKey(key).theme, heard])
    .filter(([theme]) => theme !== missed && theme !== NO_READING);
  return [...others, [NO_READING, "None of these: take nothing for granted"]];
}

/** Focuses the first choice when there is one: the dialog opens before. */
const focusFirst = (first: HTMLInputElement | null) => first?.focus();

/** Asks what the sermon should have been about, and has it written anew. */
export default function MissedDialog({ id, made, onBegun, onClose }: MissedDialogProps) {
  const before = made.reading === null ? undefined : parseReadingKey(made.reading);
  const [chosen, setChosen] = useState<string>();
  // With what was confirmed before, so that it can be said again and taken back.
  const told = { audience: before?.audience, confirmed: before?.confirmed };
  const readings = useQuery(readingsQuery(made.prompt, told));
  const theme = chosen === NO_READING ? undefined : chosen;
  const { data: ofChosen } = useQuery({ ...readingsQuery(made.prompt, { ...told, theme }), placeholderData: keepPreviousData });
  const [confirmed, setConfirmed] = useState(before?.confirmed ?? []);
  // Its theme may have been right, and what is so was missed.
  const isChosen = chosen !== undefined || confirmed.some((fact) => !before?.confirmed.includes(fact));
  const rewriting = useRewriteSermon(() => {
    onClose();
    onBegun();
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!readings.data || !isChosen) return;
    const reading = before ?? likeliest(readings.data);
    rewriting.mutate({ sermonId: id, reading: printReadingKey({ ...reading, theme: chosen ?? reading.theme, confirmed }) });
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
            <>
              <div role="radiogroup" aria-label="What it should have been" className="grid gap-3">
                {otherThemes((before ?? likeliest(readings.data)).theme, readings.data).map(([theme, label], i) => (
                  <label
                    key={theme}
                    className="flex min-h-11 items-center gap-3 rounded-md border px-3 py-2 has-checked:border-primary"
                  >
                    <input
                      ref={i === 0 ? focusFirst : undefined}
                      type="radio"
                      name="reading"
                      className="size-4 shrink-0 rounded-full accent-primary"
                      checked={chosen === theme}
                      disabled={rewriting.isPending}
                      onChange={() => setChosen(theme)}
                    />
                    <span className={cn("text-pretty", theme !== NO_READING && "font-serif sm:text-lg")}>{label}</span>
                  </label>
                ))}
              </div>
              <Suspense>
                <SubjectChoice theme={chosen ?? ""} disabled={rewriting.isPending} onChoose={setChosen} />
              </Suspense>
              <PossibleFacts
                possible={(ofChosen ?? readings.data).possible}
                confirmed={confirmed}
                disabled={rewriting.isPending}
                onConfirm={(fact, isSo) => setConfirmed(confirming(confirmed, fact, isSo))}
              />
            </>
          ) : readings.isError ? (
            <p role="alert">Your words could not be read again just now. Please try again in a moment.</p>
          ) : (
            <Spinner label="Reading your words again..." />
          )}
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Keep it as it is
            </Button>
            <Button type="submit" disabled={!isChosen || rewriting.isPending}>
              {rewriting.isPending ? "Beginning..." : "Write it anew"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
