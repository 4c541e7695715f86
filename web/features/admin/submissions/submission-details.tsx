import { useState, type ReactNode } from "react";
import { CONTACT_LIMITS, CONTACT_STATUSES, type ContactSubmission } from "../../../../shared/contact.ts";
import { cn } from "../../../lib/cn.ts";
import { formatMoment } from "../../../lib/date.ts";
import { Button } from "../../../ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { ReplyDialog } from "./reply-dialog.tsx";
import { sourceName, STATUS_NAMES } from "./submission.ts";
import { useUpdateSubmission } from "./update-submission.ts";

interface SubmissionDetailsProps {
  submission: ContactSubmission;
  /** Receives the message with the reply in its history. */
  onReplied: (submission: ContactSubmission) => void;
  onSaved: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

/** Content of the dialog that shows a message and edits its status and notes. */
export function SubmissionDetails({ submission, onReplied, onSaved, onCloseAutoFocus }: SubmissionDetailsProps) {
  const [chosen, setChosen] = useState<ContactSubmission["status"] | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [replying, setReplying] = useState(false);
  const update = useUpdateSubmission();
  const status = chosen ?? submission.status;
  const notes = typed ?? submission.admin_notes ?? "";
  const changed = chosen !== null || typed !== null;

  return (
    <DialogContent
      className="max-w-2xl outline-none"
      onOpenAutoFocus={focusDialog}
      onCloseAutoFocus={onCloseAutoFocus}
      // A click outside must not close the dialog and lose what was written.
      onInteractOutside={(event) => changed && event.preventDefault()}
    >
      <DialogHeader>
        <DialogTitle>Contact submission</DialogTitle>
        <DialogDescription className="wrap-anywhere">
          From <bdi>{submission.name}</bdi>
        </DialogDescription>
      </DialogHeader>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Detail name="Date">{formatMoment(submission.created_at)}</Detail>
        <Detail name="Source">{sourceName(submission.form_source)}</Detail>
        <Detail name="Name">
          <bdi>{submission.name}</bdi>
        </Detail>
        <Detail name="Email">{submission.email}</Detail>
        <Detail name="Message" className="sm:col-span-2">
          <p dir="auto" className="whitespace-pre-wrap">
            {submission.message}
          </p>
        </Detail>
      </dl>
      <History replies={submission.email_history} unsent={submission.unsent_replies} />
      <Field label="Status">
        <Select
          value={status}
          onChange={(event) => setChosen(CONTACT_STATUSES.find((name) => name === event.target.value) ?? null)}
        >
          {CONTACT_STATUSES.map((name) => (
            <option key={name} value={name}>
              {STATUS_NAMES[name]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Admin notes" hint="Seen by administrators only.">
        <Textarea
          className="max-h-60 min-h-24"
          maxLength={CONTACT_LIMITS.notes}
          value={notes}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline" disabled={update.isPending}>
            Cancel
          </Button>
        </DialogClose>
        <Dialog open={replying} onOpenChange={setReplying}>
          <DialogTrigger asChild>
            <Button variant="outline" disabled={update.isPending}>
              Reply
            </Button>
          </DialogTrigger>
          {replying ? (
            <ReplyDialog
              submission={submission}
              onSent={(replied) => {
                setReplying(false);
                // The reply set the status to "responded".
                setChosen(null);
                onReplied(replied);
              }}
            />
          ) : null}
        </Dialog>
        <Button
          disabled={update.isPending}
          aria-busy={update.isPending}
          onClick={() => update.mutate({ id: submission.id, status, notes }, { onSuccess: onSaved })}
        >
          {update.isPending ? "Saving..." : "Save Changes"}
        </Button>
      </DialogFooter>
    </DialogContent>
  );
}

/** Focuses the dialog itself, so that screen readers start with the message instead of the first control. */
function focusDialog(event: Event) {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

function Detail({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={cn("grid gap-0.5", className)}>
      <dt className="text-sm font-semibold">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

interface HistoryProps {
  replies: ContactSubmission["email_history"];
  /** Replies that the mail server has not accepted yet. */
  unsent: number;
}

function History({ replies, unsent }: HistoryProps) {
  return (
    <section className="grid gap-2" aria-label="Email history">
      <h3 className="font-sans text-sm font-semibold tracking-normal">Email history</h3>
      {replies.length === 0 ? <p className="text-muted-foreground">No reply has been sent yet.</p> : null}
      <ol className="grid gap-3">
        {replies.map(({ sent_at, subject, message }) => (
          <li key={sent_at} className="grid gap-1 border-l-2 pl-4">
            <p className="text-sm text-muted-foreground">{formatMoment(sent_at)}</p>
            <p dir="auto" className="font-semibold wrap-anywhere">
              {subject}
            </p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {message}
            </p>
          </li>
        ))}
      </ol>
      {unsent > 0 ? (
        <p className="text-sm text-muted-foreground">
          {unsent === 1 ? "One reply waits" : `${unsent} replies wait`} for the mail server, and will be sent as soon as it
          answers.
        </p>
      ) : null}
    </section>
  );
}
