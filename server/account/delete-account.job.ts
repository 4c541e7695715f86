import { z } from "zod";
import { asService } from "@lampstand/database/as-service";
import type { Database, Transaction } from "@lampstand/database";
import type { JobHandler } from "../jobs/queue.ts";
import { failureCode, STEPS, type Deletion, type DeletionContext } from "./deletion-steps.privileged.ts";

export const DELETE_ACCOUNT = "delete-account";
export const RESUME_DELETIONS = "resume-deletions";

const payload = z.object({ id: z.uuid() });
/** Longer than a step takes. One that takes longer runs twice, which does no harm. */
const LEASE = "5 minutes";
/** Tries after which somebody should look: ten minutes of failing. */
const ALERT_AFTER_ATTEMPTS = 8;
/** Tries to tell, over almost a day; then the address is forgotten untold. */
const MAX_MAIL_ATTEMPTS = 30;

/**
 * Job `delete-account` {id}: takes a deletion as far as it goes. Each step may run again at any time, and is done before the next begins:
 * the account is never deleted while its subscription could still charge. A failure is noted as a code, and tried again after 5 seconds
 * at first, each hour at last.
 */
export function deleteAccountTask(context: DeletionContext): JobHandler {
  return async (body, { signal }) => {
    const { id } = payload.parse(body);
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

/** Takes a deletion that is due. Null while somebody else is at it, and once it is over. */
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

/** The next step; null after the last one, which leaves nothing. */
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

/** The process stops: whoever starts next goes on at once. */
async function releaseDeletion(db: Database, { id }: Deletion): Promise<void> {
  await asService(db, async (tx) => {
    await tx.query("update public.account_deletions set due_at = now() where id = $1", [id]);
    await enqueueDeletion(tx, id);
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
    if (rows[0]) await enqueueDeletion(tx, id, rows[0].due_at);
  });
  if (attempts < ALERT_AFTER_ATTEMPTS) log.warn(facts, "a step of an account's deletion failed and will be tried again");
  else log.error(facts, "an account's deletion is stuck");
}

/** Queues the job; the key keeps a waiting one single. */
export async function enqueueDeletion(tx: Transaction, id: string, at: string | null = null): Promise<void> {
  await tx.query("select jobs.enqueue($1, jsonb_build_object('id', $2::text), $1 || ':' || $2, $3)", [DELETE_ACCOUNT, id, at]);
}

/** Queues every deletion that is due: those of a process that died. With `alone` (no other process can exist) at once. */
export async function resumeDeletions(db: Database, options: { alone: boolean }): Promise<void> {
  await asService(db, async (tx) => {
    if (options.alone) await tx.query("update public.account_deletions set due_at = now() where due_at > now()");
    const { rows } = await tx.query<{ id: string }>("select id from public.account_deletions where due_at <= now()");
    for (const { id } of rows) await enqueueDeletion(tx, id);
  });
}
