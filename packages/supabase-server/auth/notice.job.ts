import { z } from "zod";
import type { MailTransport } from "./mailer.ts";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Database } from "@lampstand/database";
import { writeNotice, type Notice } from "./notice-letters.ts";

const payload = z.object({ id: z.uuid() });

/**
 * The job `auth-notice` {id}: mails a notice to the owner of the account. The row stays locked while the mail is sent, and is deleted
 * once it was accepted; after a failure the queue retries.
 */
export function noticeTask(options: {
  db: Database;
  mailer: MailTransport;
  productName: string;
  /** The contact for owners who did not make the change. */
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
      await mailer.send({ to: notice.email, replyTo: supportEmail, ...writeNotice(notice, options) });
      await tx.query("delete from auth.notices where id = $1", [id]);
    });
  };
}
