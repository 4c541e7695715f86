import { useState, type FormEvent, type ReactNode } from "react";
import type { SermonLink } from "../../../../shared/endpoints/links.ts";
import { LINK_LIMITS } from "../../../../shared/sermon-link.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogFooter } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import type { Shown } from "./sermon-links.ts";

/** The day of a moment in the reader's zone, as a date field has it. */
function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
/** The end of that day in the reader's zone. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

interface LinkFormProps {
  /** The link that is changed; without one, a new link is made. */
  link?: SermonLink | undefined;
  /** What the person asked for, where it is known. */
  topic: string | undefined;
  failure: string | null;
  isBusy: boolean;
  onSubmit: (shown: Shown) => void;
  onCancel: () => void;
}

/** What the page of a link shows of its giver: nothing that is not ticked. */
export function LinkForm({ link, topic, failure, isBusy, onSubmit, onCancel }: LinkFormProps) {
  const [name, setName] = useState(link?.name ?? "");
  const [showsName, setShowsName] = useState(Boolean(link?.name));
  const [dedication, setDedication] = useState(link?.dedication ?? "");
  const [isDedicated, setIsDedicated] = useState(Boolean(link?.dedication));
  const [showsTopic, setShowsTopic] = useState(link?.showsTopic ?? false);
  const [until, setUntil] = useState(link?.endsAt ? dayOf(new Date(link.endsAt)) : "");
  const [today] = useState(() => dayOf(new Date()));
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    onSubmit({
      name: showsName ? name.trim() || null : null,
      dedication: isDedicated ? dedication.trim() || null : null,
      showsTopic,
      endsAt: until ? endOf(until) : null,
    });
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <fieldset className="grid gap-1">
        <legend className="mb-1">The page shows the sermon, its picture and its recording. Of you it shows what you tick.</legend>
        <Tick label="My name" checked={showsName} onChange={setShowsName} />
        {showsName ? (
          <Field label="Your name, as others will read it" className="mb-2 ml-8">
            <Input
              value={name}
              required
              maxLength={LINK_LIMITS.name}
              autoComplete="name"
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
        ) : null}
        <Tick label="A line of dedication" checked={isDedicated} onChange={setIsDedicated} />
        {isDedicated ? (
          <Field label="Dedication" hint="Such as: For Naomi, with love" className="mb-2 ml-8">
            <Input
              value={dedication}
              required
              maxLength={LINK_LIMITS.dedication}
              onChange={({ target }) => setDedication(target.value)}
            />
          </Field>
        ) : null}
        <Tick label="What I asked for, in my own words" checked={showsTopic} onChange={setShowsTopic} />
        {showsTopic && topic ? (
          <p
            dir="auto"
            className="ml-8 max-h-28 overflow-y-auto border-l-2 pl-3 font-serif text-sm whitespace-pre-line wrap-anywhere"
          >
            {topic}
          </p>
        ) : null}
      </fieldset>
      <Field label="Open until" hint="Without a date it stays open until you take it back.">
        <Input type="date" min={today} value={until} onChange={({ target }) => setUntil(target.value)} />
      </Field>
      {failure ? (
        <p role="alert" className="font-medium text-destructive">
          {failure}
        </p>
      ) : null}
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Not now
        </Button>
        <Button type="submit" aria-disabled={isBusy || undefined} aria-busy={isBusy}>
          {isBusy ? "Saving..." : link ? "Save Changes" : "Make the link"}
        </Button>
      </DialogFooter>
    </form>
  );
}

interface TickProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-primary"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}
