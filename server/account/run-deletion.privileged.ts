import { asService } from "@lampstand/database/as-service";
import type { Database } from "@lampstand/database";
import { enqueue, type JobHandler } from "../jobs/jobs.ts";
import { failureCode, STEPS, type Deletion, type DeletionContext } from "./deletion-steps.privileged.ts";

/** Longer than a step takes. A step that takes longer runs twice, which is safe. */
const LEASE = "5 minutes";
/** Failed attempts after which the log has an error instead of a warning: about ten minutes. */
const ALERT_AFTER_ATTEMPTS = 8;
/** Attempts to send the last mail, over almost a day; then the address is deleted without it. */
const MAX_MAIL_ATTEMPTS = 30;

/**
 * Job `delete-account`: runs the steps of a deletion in order. Each step is idempotent, and ends before the next begins: the account
 * is never deleted while its subscription could still charge. A failure is stored as a code, and the step tried again after 5 seconds,
 * then after twice as long each time, up to an hour.
 */
export function runDeletion(context: DeletionContext): JobHandler<"delete-account"> {
  return async ({ id }, { signal }) => {
    let deletion = await claim(context.db, id);
    while (deletion && !signal.aborted) {
      try {
        await STEPS[deletion.step].run(context, deletion);
      } catch (error) {
        await retryDeletionLater(context, deletion, failureCode(error));
        return;
      }
      deletion = await advance(context.db, deletion);
    }
    if (deletion) await releaseDeletion(context.db, deletion);
  };
}

const COLUMNS = `id, user_id as "userId", email, step, attempts`;

/** Leases a deletion that is due. Null while another worker has it, and when it is finished. */
async function claim(db: Database, id: string): Promise<Deletion | null> {
  return asService(db, async (tx) => {
    const { rows } = await tx.query<Deletion>(
      `update public.account_deletions set attempts = attempts + 1, due_at = now() + $2::interval
       where id = $1 and due_at <= now() returning ${COLUMNS}`,
      [id, LEASE],
    );
    return rows[0] ?? null;
  });
}

/** Moves the deletion to its next step. After the last one deletes its row and returns null. */
async function advance(db: Database, { id, step }: Deletion): Promise<Deletion | null> {
  const { next } = STEPS[step];
  return asService(db, async (tx) => {
    if (next === null) {
      await tx.query("delete from public.account_deletions where id = $1", [id]);
      return null;
    }
    const { rows } = await tx.query<Deletion>(
      `update public.account_deletions set step = $3, attempts = 1, last_error = null, due_at = now() + $4::interval
       where id = $1 and step = $2 returning ${COLUMNS}`,
      [id, step, next, LEASE],
    );
    return rows[0] ?? null;
  });
}

/** Gives up the lease when the process stops, so that the next one continues at once. */
async function releaseDeletion(db: Database, { id }: Deletion): Promise<void> {
  await asService(db, async (tx) => {
    await tx.query("update public.account_deletions set due_at = now() where id = $1", [id]);
    await enqueue(tx, "delete-account", { id });
  });
}

async function retryDeletionLater({ db, log }: DeletionContext, { id, step, attempts }: Deletion, code: string): Promise<void> {
  const facts = { deletion: id, step, code, attempts };
  if (step === "mail" && attempts >= MAX_MAIL_ATTEMPTS) {
    await asService(db, (tx) => tx.query("delete from public.account_deletions where id = $1", [id]));
    log.error(facts, "an account was deleted, and its person could not be told");
    return;
  }
  await asService(db, async (tx) => {
    const { rows } = await tx.query<{ due_at: string }>(
      `update public.account_deletions
       set last_error = $3, due_at = now() + least(interval '5 seconds' * 2 ^ least($4::int - 1, 12), interval '1 hour')
       where id = $1 and step = $2 returning due_at::text`,
      [id, step, code, attempts],
    );
    if (rows[0]) await enqueue(tx, "delete-account", { id }, { runAt: rows[0].due_at });
  });
  if (attempts < ALERT_AFTER_ATTEMPTS) log.warn(facts, "a step of an account's deletion failed and will be tried again");
  else log.error(facts, "an account's deletion is stuck");
}

/** Job `resume-deletions`, each minute and at the start: queues deletions whose lease has expired because their process died. With `alone` (no other process can exist) it expires all leases. */
export async function resumeDeletions(db: Database, options: { alone: boolean }): Promise<void> {
  await asService(db, async (tx) => {
    if (options.alone) await tx.query("update public.account_deletions set due_at = now() where due_at > now()");
    const { rows } = await tx.query<{ id: string }>("select id from public.account_deletions where due_at <= now()");
    for (const { id } of rows) await enqueue(tx, "delete-account", { id });
  });
}
