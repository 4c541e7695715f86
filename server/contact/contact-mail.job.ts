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
  /** Who reads the notices, and whom people answer. */
  supportEmail: string;
}

/**
 * Job `contact-mail` {id}: sends one mail about a message, with the words and the address that are stored. Its row is held until the mail
 * server has taken it, so nobody else sends it meanwhile, and a failure leaves it for the queue's next try.
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
      // Whoever deleted their account in the meantime has no address any more.
      if (due.email.includes("@")) await mailer.send(contactMail(due, addresses));
      await tx.query("update public.contact_mails set sent_at = now() where id = $1", [id]);
    });
  };
}
