import type { Mailer } from "../vendors/mail/mail.ts";
import { PaymentsError } from "../vendors/payments/payments.ts";
import { asService } from "@lampstand/database/as-service";
import type { Database, Transaction } from "@lampstand/database";
import { endCustomer } from "../billing/end-customer.ts";
import { withKeyedMutex } from "../billing/keyed-mutex.ts";
import { lockUser, syncSubscriptions } from "../billing/sync-subscriptions.privileged.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { writeLetter } from "../letters/letter.ts";
import { accountDeletedLetter } from "./account-letters.ts";

export type DeletionContext = FunctionContext & { mailer: Mailer };

type StepName = "subscription" | "files" | "rows" | "user" | "mail";

/** A row of `public.account_deletions`, taken by this worker. */
export interface Deletion {
  id: string;
  userId: string;
  email: string;
  step: StepName;
  attempts: number;
}

interface Step {
  /** May run again after it was done, or half done. */
  run(context: DeletionContext, deletion: Deletion): Promise<void>;
  next: StepName | null;
}

/** Files that one request to storage names. */
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

/** What is noted of a failure: never its text, which can quote the person. */
export function failureCode(error: unknown): string {
  if (error instanceof PaymentsError) return `payments_${error.code}`;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^\w{1,64}$/.test(code) ? code : "failed";
}

/** While this runs nobody stores what the provider tells of this person, so that neither waits for the other's rows. */
async function withBillingLock(db: Database, userId: string, work: (tx: Transaction) => Promise<void>): Promise<void> {
  await withKeyedMutex(userId, () =>
    asService(db, async (tx) => {
      await lockUser(tx, userId);
      await work(tx);
    }),
  );
}

/**
 * Everything that could charge ends at the provider, now and without a refund: what could still be paid first, so that nothing begins behind
 * it. The cards are forgotten. What else the provider keeps of its customer stays there: its invoices are the accounts of a purchase.
 */
async function endSubscriptions(context: DeletionContext, { userId }: Deletion): Promise<void> {
  const { db, payments } = context;
  await withBillingLock(db, userId, async (tx) => {
    const { rows } = await tx.query<{ id: string }>("select stripe_customer_id as id from public.customers where id = $1", [
      userId,
    ]);
    const customer = rows[0]?.id;
    if (!customer) return;
    await endCustomer(payments, customer);
    // A trial that we had not heard of is claimed, by its card too, before its account is forgotten.
    await syncSubscriptions(context, tx, userId, customer);
    await payments.forgetCards(customer);
  });
}

/** Every file under the person's name, in whatever bucket, once nobody adds another. */
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
      `select bucket_id as bucket, name from storage.objects
       where owner_id = $1 or (name >= $1 and starts_with(name, $1)) order by bucket_id, name limit $2`,
      [userId, BATCH],
    );
    return rows;
  });
}

/** The runner of a sermon that was stopped may store a file until its lease is over. */
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

/** The bulk of what goes with the account, and what does not go with it by itself. */
async function deleteRows({ db }: DeletionContext, { userId, email }: Deletion): Promise<void> {
  await withBillingLock(db, userId, async (tx) => {
    for (const table of ["sermons", "generations"]) await tx.query(`delete from public.${table} where user_id = $1`, [userId]);
    // Without it no token stores a file any more (policy on storage.objects).
    await tx.query("delete from public.profiles where id = $1", [userId]);
    await tx.query("select billing.forget_referrer($1, $2)", [userId, email]);
    // The installation's daily bounds go on counting, without whom.
    await tx.query("update public.vendor_starts set user_id = $2, generation_id = gen_random_uuid() where user_id = $1", [
      userId,
      NIL_UUID,
    ]);
    await tx.query(
      `delete from public.contact_mails m using public.contact_submissions s
       where s.id = m.submission_id and m.kind = 'reply' and lower(trim(s.email)) = lower($1)`,
      [email],
    );
    // That somebody wrote, when, and whether it was answered, stays for the counts; who and what goes.
    await tx.query(
      `update public.contact_submissions set name = 'Deleted account', email = 'deleted', message = 'Deleted with the account.',
         admin_notes = null, email_history = '[]' where lower(trim(email)) = lower($1)`,
      [email],
    );
  });
}

/** The account, with every row that refers to it; and what was stored or queued while it went. */
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

/** In this order, each done before the next begins. */
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
