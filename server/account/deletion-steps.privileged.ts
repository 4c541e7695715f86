import type { Mailer } from "../vendors/mail/mail.ts";
import { PaymentsError } from "../vendors/payments/payments.ts";
import { asService } from "@lampstand/database/as-service";
import type { Database, Transaction } from "@lampstand/database";
import { endCustomer } from "../billing/stop-unwanted-charges.privileged.ts";
import { lockUser, syncCustomer } from "../billing/sync-customer.privileged.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { writeLetter } from "../letters/letter.ts";
import { accountDeletedLetter } from "./account-letters.ts";

export type DeletionContext = FunctionContext & { mailer: Mailer };

type StepName = "subscription" | "files" | "rows" | "user" | "mail";

/** A row of `public.account_deletions`, leased by this worker. */
export interface Deletion {
  id: string;
  userId: string;
  email: string;
  step: StepName;
  attempts: number;
}

interface Step {
  /** Idempotent: may run again after it succeeded or failed halfway. */
  run(context: DeletionContext, deletion: Deletion): Promise<void>;
  next: StepName | null;
}

/** Files per request to storage. */
const BATCH = 500;
const NIL_UUID = "00000000-0000-0000-0000-000000000000";

class StepError extends Error {
  override readonly name = "StepError";
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** The code of a failure to store and log; not its text, which can quote personal data. */
export function failureCode(error: unknown): string {
  if (error instanceof PaymentsError) return `payments_${error.code}`;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^\w{1,64}$/.test(code) ? code : "failed";
}

/** Runs `work` under the user's billing lock, so that it and a billing sync do not block each other's rows. */
async function withBillingLock(db: Database, userId: string, work: (tx: Transaction) => Promise<void>): Promise<void> {
  await asService(db, async (tx) => {
    await lockUser(tx, userId);
    await work(tx);
  });
}

/**
 * Ends everything at the provider that could charge the customer, and detaches the cards. The customer and the invoices stay there, since
 * they are needed for accounting.
 */
async function endSubscriptions(context: DeletionContext, { userId }: Deletion): Promise<void> {
  const { db, payments } = context;
  const { rows } = await asService(db, (tx) =>
    tx.query<{ id: string }>("select stripe_customer_id as id from public.customers where id = $1", [userId]),
  );
  const customer = rows[0]?.id;
  if (!customer) return;
  await endCustomer(payments, customer);
  // Records the claim of a trial whose webhook has not come yet, with its card, so that it can't be used again by a new account.
  await syncCustomer(context, customer);
  await payments.forgetCards(customer);
}

/** Deletes the user's files in all buckets. Call it when nothing adds files any more. */
async function deleteFiles({ db, supabase }: Pick<DeletionContext, "db" | "supabase">, userId: string): Promise<void> {
  for (;;) {
    const files = await filesOf(db, userId);
    if (files.length === 0) return;
    for (const bucket of new Set(files.map((file) => file.bucket))) {
      const names = files.filter((file) => file.bucket === bucket).map((file) => file.name);
      const { data, error } = await supabase.storage.from(bucket).remove(names);
      if (error || data.length === 0) throw new StepError("storage_failed", { cause: error });
    }
  }
}

async function filesOf(db: Database, userId: string): Promise<{ bucket: string; name: string }[]> {
  return asService(db, async (tx) => {
    const { rows } = await tx.query<{ bucket: string; name: string }>(
      // Each half by an index. Names are ASCII, so nothing that begins with the id follows the last character.
      `select bucket_id as bucket, name from storage.objects where owner_id = $1
       union
       select bucket_id, name from storage.objects
         where bucket_id in (select id from storage.buckets) and name >= $1 and name < $1 || chr(127)
       order by bucket, name limit $2`,
      [userId, BATCH],
    );
    return rows;
  });
}

/** Throws while a generation's lease runs: its worker may still store a file. The step is then tried again later. */
async function throwIfGenerationRuns(db: Database, userId: string): Promise<void> {
  const { rowCount } = await asService(db, (tx) =>
    tx.query(
      `select from public.generation_steps s join public.generations g on g.id = s.generation_id
       where g.user_id = $1 and s.lease_until > now() limit 1`,
      [userId],
    ),
  );
  if (rowCount) throw new StepError("generation_running");
}

/** Deletes the large tables ahead of the account, and what deleting the account does not cascade to. */
async function deleteRows({ db }: DeletionContext, { userId, email }: Deletion): Promise<void> {
  await withBillingLock(db, userId, async (tx) => {
    for (const table of ["sermons", "generations"]) await tx.query(`delete from public.${table} where user_id = $1`, [userId]);
    // Without a profile no access token can store a file (policy on storage.objects).
    await tx.query("delete from public.profiles where id = $1", [userId]);
    await tx.query("select billing.forget_referrer($1, $2)", [userId, email]);
    // These rows still count towards the daily budgets, so they are anonymized instead of deleted.
    await tx.query("update public.vendor_starts set user_id = $2, generation_id = gen_random_uuid() where user_id = $1", [
      userId,
      NIL_UUID,
    ]);
    await tx.query(
      `delete from public.contact_mails m using public.contact_submissions s
       where s.id = m.submission_id and m.kind = 'reply' and lower(trim(s.email)) = lower($1)`,
      [email],
    );
    // Contact messages are anonymized: date and status stay for the statistics.
    await tx.query(
      `update public.contact_submissions set name = 'Deleted account', email = 'deleted', message = 'Deleted with the account.',
         admin_notes = null, email_history = '[]' where lower(trim(email)) = lower($1)`,
      [email],
    );
  });
}

/** Deletes the account, which cascades to the rows that refer to it; then files and queue entries added meanwhile. */
async function deleteUser({ db, supabase }: DeletionContext, { userId }: Deletion): Promise<void> {
  await withBillingLock(db, userId, async () => {
    const { error } = await supabase.auth.admin.deleteUser(userId);
    if (error && error.code !== "user_not_found") throw error;
  });
  await deleteFiles({ db, supabase }, userId);
  await asService(db, (tx) => tx.query("delete from public.media_deletions where user_id = $1", [userId]));
}

async function sendDeletionMail({ mailer, publicUrl }: DeletionContext, { id, email }: Deletion): Promise<void> {
  await mailer.send({ id, to: email, ...writeLetter(accountDeletedLetter(publicUrl)) }).catch((error: unknown) => {
    throw new StepError("mail_failed", { cause: error });
  });
}

/** They run in this order, each one after the previous has succeeded. */
export const STEPS: Record<StepName, Step> = {
  subscription: { run: endSubscriptions, next: "files" },
  files: {
    run: async (context, { userId }) => {
      await throwIfGenerationRuns(context.db, userId);
      await deleteFiles(context, userId);
    },
    next: "rows",
  },
  rows: { run: deleteRows, next: "user" },
  user: { run: deleteUser, next: "mail" },
  mail: { run: sendDeletionMail, next: null },
};
