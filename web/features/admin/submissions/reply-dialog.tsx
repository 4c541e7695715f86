import { useRef, useState, type FormEvent } from "react";
import { CONTACT_LIMITS, type ContactSubmission } from "../../../../shared/contact.ts";
import { REPLY } from "../../../../shared/messages/contact.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogClose, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { useReply } from "./reply-to-submission.ts";

interface ReplyDialogProps {
  submission: ContactSubmission;
  /** Receives the message with the reply in its history. */
  onSent: (submission: ContactSubmission) => void;
  onCloseAutoFocus?: (event: Event) => void;
}

/** Content of the reply dialog. */
export function ReplyDialog({ submission, onSent, onCloseAutoFocus }: ReplyDialogProps) {
  const [subject, setSubject] = useState<string>(REPLY.subject);
  const [message, setMessage] = useState(() => REPLY.body(submission.name));
  const reply = useReply(submission);
  const editor = useRef<HTMLTextAreaElement>(null);
  const canSend = subject.trim() !== "" && message.trim() !== "" && !reply.isPending;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (canSend) reply.mutate({ subject: subject.trim(), message: message.trim() }, { onSuccess: onSent });
  }
  function focusEditor(event: Event) {
    event.preventDefault();
    const cursor = REPLY.body("").indexOf("\n\n\n") + submission.name.length + 2;
    editor.current?.focus();
    editor.current?.setSelectionRange(cursor, cursor);
  }
  return (
    // A click outside must not close the dialog and lose what was written.
    <DialogContent
      className="max-w-2xl"
      onOpenAutoFocus={focusEditor}
      onInteractOutside={(event) => event.preventDefault()}
      {...(onCloseAutoFocus && { onCloseAutoFocus })}
    >
      <form className="grid gap-5" onSubmit={submit}>
        <DialogHeader>
          <DialogTitle>Reply by email</DialogTitle>
          <DialogDescription>It is sent from the support address, and kept with the message.</DialogDescription>
        </DialogHeader>
        <Field label="To">
          <Input readOnly value={submission.email} />
        </Field>
        <Field label="Subject">
          <Input value={subject} maxLength={CONTACT_LIMITS.subject} onChange={(event) => setSubject(event.target.value)} />
        </Field>
        <Field label="Message">
          <Textarea
            ref={editor}
            className="max-h-96 min-h-56"
            value={message}
            maxLength={CONTACT_LIMITS.message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </Field>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline" disabled={reply.isPending}>
              Cancel
            </Button>
          </DialogClose>
          <Button type="submit" disabled={!canSend} aria-busy={reply.isPending}>
            {reply.isPending ? "Sending..." : "Send Email"}
          </Button>
        </DialogFooter>
      </form>
    </DialogContent>
  );
}
