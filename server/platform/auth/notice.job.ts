import { z } from "zod";
import type { Mailer } from "../../adapters/mail/mail.ts";
import { asPlatform } from "../../db/as-platform.ts";
import type { Database } from "../../db/database.ts";
import { writeNotice, type Notice } from "./notice-letters.ts";

const payload = z.object({ id: z.uuid() });

/**
 * The job `auth-notice` {id}: tells the owner of an account what was done to it. The row is held until the mail server has taken the
 * mail, and then goes; a failure leaves it for the queue's next try.
 */
export function noticeTask(options: {
  db: Database;
  mailer: Mailer;
  /** Whom people write to when it was not them. */
  supportEmail: string;
}): (data: unknown) => Promise<void> {
  const { db, mailer, supportEmail } = options;
  return async (data) => {
    const { id } = payload.parse(data);
    await asPlatform(db, async (tx) => {
      const { rows } = await tx.query<Notice & { email: string }>(
        "select kind, email, device, created_at as at from auth.notices where id = $1 for update skip locked",
        [id],
      );
      const notice = rows[0];
      if (!notice) return;
      await mailer.send({ to: notice.email, replyTo: supportEmail, ...writeNotice(notice, supportEmail) });
      await tx.query("delete from auth.notices where id = $1", [id]);
    });
  };
}
