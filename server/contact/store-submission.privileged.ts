import { asService } from "@lampstand/database/as-service";
import type { Database } from "@lampstand/database";
import { queueNotice } from "./note-mail.privileged.ts";

interface Submission {
  name: string;
  email: string;
  message: string;
  formSource: string;
}

/**
 * Stores a message and queues its notice to support, in one transaction; returns its id. The same message within ten minutes is not stored
 * again: the id is that of the first.
 */
export async function storeSubmission(db: Database, { name, email, message, formSource }: Submission): Promise<string> {
  return asService(db, async (tx) => {
    // Of two simultaneous requests the second waits for the first and finds its row.
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [JSON.stringify([name, email, message])]);
    const { rows } = await tx.query<{ id: string }>(
      `with kept as (
         select id from public.contact_submissions
         where created_at > now() - interval '10 minutes' and name = $1 and email = $2 and message = $3 limit 1),
       added as (
         insert into public.contact_submissions (name, email, message, form_source)
         select $1, $2, $3, $4 where not exists (select from kept) returning id)
       select id from kept union all select id from added`,
      [name, email, message, formSource],
    );
    const id = rows[0]?.id;
    if (!id) throw new Error("no message was kept");
    await queueNotice(tx, id);
    return id;
  });
}
