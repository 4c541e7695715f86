import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { keepLease, LEASE } from "../jobs/lease.privileged.ts";
import type { Mail, Mailer } from "../vendors/mail/mail.ts";

/** Tables with a row for each mail, inserted in the transaction that is its reason, together with the job that sends it. */
export type MailOutbox = "billing.mails" | "public.contact_mails";

/**
 * Sends the mail `id` of an outbox, once: leases its row, asks `compose` for the mail, sends it, and marks the row as sent. No transaction
 * is open meanwhile. When `compose` resolves null nothing is sent, and the row, if `compose` left it, is done as well. Rejects while
 * another worker has the row and when the mail server did not accept the mail, so that the queue tries again. A process that dies
 * between the two last steps lets the mail be sent twice, with the same Message-ID, which mailboxes show once.
 */
export async function sendFromOutbox(
  { db, mailer }: { db: Database; mailer: Mailer },
  outbox: MailOutbox,
  id: string,
  compose: () => Promise<Omit<Mail, "id"> | null>,
): Promise<void> {
  const end = await takeMail(db, outbox, id);
  if (end === null) return;
  const release = keepLease(db, { table: outbox, key: "id", id, column: "leased_until" }, end);
  try {
    const mail = await compose();
    if (mail) await mailer.send({ id, ...mail });
    await asService(db, (tx) => tx.query(`update ${outbox} set sent_at = now() where id = $1`, [id]));
  } finally {
    await release();
  }
}

/** Leases the row and returns the lease's end. Null when the mail was sent, or is not wanted any more. */
async function takeMail(db: Database, outbox: MailOutbox, id: string): Promise<string | null> {
  return asService(db, async (tx) => {
    const found = await tx.query<{ free: boolean }>(
      `select leased_until <= now() as free from ${outbox} where id = $1 and sent_at is null for update`,
      [id],
    );
    if (!found.rows[0]) return null;
    if (!found.rows[0].free) throw new Error("another worker is sending this mail");
    const { rows } = await tx.query<{ end: string }>(
      `update ${outbox} set leased_until = now() + $2::interval where id = $1 returning leased_until::text as end`,
      [id, LEASE],
    );
    return rows[0]?.end ?? null;
  });
}
