import { z } from "zod";
import type { MailTransport } from "./mailer.ts";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Database, Transaction } from "@lampstand/database";
import { writeNotice, type Notice } from "./notice-letters.ts";

const payload = z.object({ id: z.uuid() });

/** Longer than a mail server may take. After a crash in between the notice waits for so long. */
const LEASE = "5 minutes";

/**
 * The job `auth-notice` {id}: mails a notice to the owner of the account. The row is leased while the mail is sent, without a transaction,
 * and deleted once it was accepted. Rejects when it was not, and while another worker has the row, so that the queue retries.
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
    const notice = await asPlatform(db, (tx) => lease(tx, id));
    if (!notice) return;
    try {
      await mailer.send({ to: notice.email, replyTo: supportEmail, ...writeNotice(notice, options) });
    } catch (error) {
      await asPlatform(db, (tx) => tx.query("update auth.notices set leased_until = default where id = $1", [id]));
      throw error;
    }
    await asPlatform(db, (tx) => tx.query("delete from auth.notices where id = $1", [id]));
  };
}

/** Null when the notice was mailed, or is not wanted any more. */
async function lease(tx: Transaction, id: string): Promise<(Notice & { email: string }) | null> {
  const { rows } = await tx.query<Notice & { email: string }>(
    `update auth.notices set leased_until = now() + $2::interval where id = $1 and leased_until <= now()
     returning kind, email, device, created_at as at`,
    [id, LEASE],
  );
  if (rows[0]) return rows[0];
  const { rowCount } = await tx.query("select from auth.notices where id = $1", [id]);
  if (rowCount) throw new Error("another worker is mailing this notice");
  return null;
}
