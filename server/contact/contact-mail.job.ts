import { z } from "zod";
import type { Mailer } from "../vendors/mail/mail.ts";
import { asService } from "@lampstand/database/as-service";
import type { JobHandler } from "../jobs/queue.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { contactMail, type DueContactMail } from "./contact-letters.ts";

export const CONTACT_MAIL = "contact-mail";

const payload = z.object({ id: z.uuid() });

interface ContactMailContext extends Pick<FunctionContext, "db" | "publicUrl"> {
  mailer: Mailer;
  /** Receives the notices, and is the Reply-To of the replies. */
  supportEmail: string;
}

/**
 * Job `contact-mail` {id}: sends the notice of a message, or the reply to it, from the stored texts. The row stays locked until the mail
 * server has accepted the mail, so that no other worker sends it, and a failure leaves it for the queue's next attempt.
 */
export function sendContactMail({ db, mailer, ...addresses }: ContactMailContext): JobHandler {
  return async (body) => {
    const { id } = payload.parse(body);
    await asService(db, async (tx) => {
      const { rows } = await tx.query<DueContactMail>(
        `select m.kind, m.subject, m.message as reply, s.name, s.email, s.message, s.created_at as "writtenAt"
         from public.contact_mails m join public.contact_submissions s on s.id = m.submission_id
         where m.id = $1 and m.sent_at is null for update of m skip locked`,
        [id],
      );
      const due = rows[0];
      if (!due) return;
      // The address is overwritten when its account is deleted (deletion-steps.privileged.ts).
      if (due.email.includes("@")) await mailer.send(contactMail(due, addresses));
      await tx.query("update public.contact_mails set sent_at = now() where id = $1", [id]);
    });
  };
}
