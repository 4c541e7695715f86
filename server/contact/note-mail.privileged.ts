import type { HistoryEntry } from "../../shared/contact.ts";
import { asService } from "@lampstand/database/as-service";
import type { Database, Transaction } from "@lampstand/database";
import { enqueue } from "../jobs/jobs.ts";
import { refusals } from "./refusals.ts";

/** Stores and queues the notice of a message to support; does nothing if there is one already, or no such message. */
export async function queueNotice(tx: Transaction, submissionId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.contact_mails (submission_id, kind)
     select id, 'notice' from public.contact_submissions where id = $1
     on conflict do nothing returning id`,
    [submissionId],
  );
  for (const mail of rows) await enqueue(tx, "contact-mail", mail);
}

export async function notifyAdmin(db: Database, submissionId: string): Promise<void> {
  await asService(db, (tx) => queueNotice(tx, submissionId));
}

interface Reply {
  submission_id: string;
  /** The address that the administrator saw; it must be that of the message. */
  to_email: string;
  subject: string;
  message: string;
  /** The administrator's user id. */
  author: string;
}

/**
 * Replies to a message: adds to its history, sets its status and stores the mail in one statement, so that two administrators can reply at
 * the same time. Returns the new entry of the history. Throws a `FunctionError` if the message does not exist, has another address, or its
 * sender has deleted their account.
 */
export async function queueReply(db: Database, reply: Reply): Promise<HistoryEntry> {
  const { submission_id: id, to_email: email, subject, message, author } = reply;
  return asService(db, async (tx) => {
    const sentAt = new Date().toISOString();
    const noted = await tx.query<{ id: string }>(
      `with answered as (
         update public.contact_submissions
         set status = 'responded', responded_at = $6::timestamptz,
           email_history = email_history || jsonb_build_object('sent_at', $7::text, 'subject', $3::text, 'message', $4::text)
         where id = $1 and lower(trim(email)) = lower(trim($2)) and email like '%@%' returning id),
       noted as (
         insert into public.contact_mails (submission_id, kind, subject, message, author)
         select id, 'reply', $3, $4, $5::uuid from answered returning id)
       select id from noted`,
      [id, email, subject, message, author, sentAt, sentAt],
    );
    const mail = noted.rows[0];
    if (mail) {
      await enqueue(tx, "contact-mail", { id: mail.id });
      return { sent_at: sentAt, subject, message };
    }
    const found = await tx.query<{ email: string }>("select email from public.contact_submissions where id = $1", [id]);
    const submission = found.rows[0];
    if (!submission) throw refusals.submissionNotFound();
    throw submission.email.includes("@") ? refusals.recipientMismatch() : refusals.recipientGone();
  });
}
