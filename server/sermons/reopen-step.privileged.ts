import { RETRIES_PER_DAY } from "../../shared/constants.ts";
import type { Database, Transaction } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { rejectIfDeleting } from "../account/reject-if-deleting.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { enqueue } from "../jobs/jobs.ts";

/**
 * Makes the voice or image step of a written sermon, and the save step after it, pending again and queues the runner. `admit`
 * runs in the same transaction and can refuse. Does nothing if another request has already done so: the step is running, or
 * `serves` accepts its output. Throws a `FunctionError` while another generation of the person is running, when there is no
 * text, or after `RETRIES_PER_DAY` times in 24 hours.
 */
export async function reopenStep(
  db: Database,
  generationId: string,
  kind: "voice" | "image",
  { serves, admit }: { serves: (output: unknown) => boolean; admit?: (tx: Transaction) => Promise<void> },
): Promise<void> {
  await asService(db, async (tx) => {
    const found = await tx.query<{ user_id: string }>("select user_id from public.generations where id = $1", [generationId]);
    const userId = found.rows[0]?.user_id;
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`generation:${userId}`]);
    if (userId) await rejectIfDeleting(tx, userId);
    const step = await tx.query<{ status: string; output: unknown; running: boolean; isSpent: boolean }>(
      `select s.status, s.output, g.state = 'running' as running,
         s.asked_again >= $3 and s.asked_again_at > now() - interval '24 hours' as "isSpent"
       from public.generation_steps s join public.generations g on g.id = s.generation_id where g.id = $1 and s.kind = $2`,
      [generationId, kind, RETRIES_PER_DAY],
    );
    const { status, output, running, isSpent } = step.rows[0] ?? {};
    if (running && (status === "pending" || status === "in-progress")) return;
    if (status === "completed" && serves(output)) return;
    const busy = await tx.query("select from public.generations where user_id = $1 and state = 'running'", [userId]);
    if (busy.rowCount)
      throw new FunctionError(
        409,
        "generation_running",
        "Another sermon is being written for you. Please try again in a moment.",
      );
    if (isSpent)
      throw new FunctionError(
        409,
        "retries_used",
        `The ${kind === "voice" ? "recording" : "picture"} of this sermon has been tried as often as it can be today. Please try again tomorrow.`,
      );
    await admit?.(tx);
    const reopened = await tx.query(
      "update public.generations set state = 'running', finished_at = null where id = $1 and text_sha256 is not null",
      [generationId],
    );
    if (reopened.rowCount === 0) throw new FunctionError(409, "no_text", "There is no text to make it from.");
    // The attempt number is kept: it fences off the step's former runner.
    await tx.query(
      `update public.generation_steps set status = 'pending', output = null, error_code = null, lease_until = null, tries = 0
       where generation_id = $1 and kind in ($2, 'save')`,
      [generationId, kind],
    );
    await tx.query(
      `update public.generation_steps
       set asked_again = case when asked_again_at > now() - interval '24 hours' then asked_again + 1 else 1 end,
         asked_again_at = case when asked_again_at > now() - interval '24 hours' then asked_again_at else now() end
       where generation_id = $1 and kind = $2`,
      [generationId, kind],
    );
    await enqueue(tx, "run-generation", { generationId });
  });
}
