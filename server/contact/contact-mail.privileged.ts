import type { Mailer } from "../vendors/mail/mail.ts";
import { asService } from "@lampstand/database/as-service";
import type { JobHandler } from "../jobs/jobs.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { sendFromOutbox } from "../letters/mail-outbox.privileged.ts";
import { contactMail, type DueContactMail } from "./contact-letters.ts";

interface ContactMailContext extends Pick<FunctionContext, "db" | "publicUrl"> {
  mailer: Mailer;
  /** Receives the notices, and is the Reply-To of the replies. */
  supportEmail: string;
}

/** Job `contact-mail`: sends the notice of a message, or the reply to it, from the stored texts. */
export function sendContactMail({ db, mailer, ...addresses }: ContactMailContext): JobHandler<"contact-mail"> {
  return ({ id }) =>
    sendFromOutbox({ db, mailer }, "public.contact_mails", id, async () => {
      const { rows } = await asService(db, (tx) =>
        tx.query<DueContactMail>(
          `select m.kind, m.subject, m.message as reply, s.name, s.email, s.message, s.created_at as "writtenAt"
           from public.contact_mails m join public.contact_submissions s on s.id = m.submission_id where m.id = $1`,
          [id],
        ),
      );
      // The address is overwritten when its account is deleted (deletion-steps.privileged.ts).
      return rows[0]?.email.includes("@") ? contactMail(rows[0], addresses) : null;
    });
}
