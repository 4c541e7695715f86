import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { enqueue } from "../jobs/jobs.ts";

interface ResumeOptions {
  /** No other process can exist: the leases of dead ones are ended at once. */
  alone: boolean;
  /** Also those whose job has failed and waits for its next attempt, as when somebody has mended something and starts the program again. */
  failed: boolean;
}

/**
 * Job `resume-generations`, each minute and at the start: queues every running generation that no runner works on, because its process
 * died. One that waits for its voice to be named has a job, which waits as well.
 */
export async function resumeGenerations(db: Database, { alone, failed }: ResumeOptions): Promise<void> {
  return asService(db, async (tx) => {
    if (alone) await tx.query("update public.generation_steps set lease_until = now() where lease_until > now()");
    // The key is the one that `enqueue` gives the job.
    const orphans = await tx.query<{ id: string }>(
      `select g.id from public.generations g
       where g.state = 'running' and ($1 or g.created_at < now() - interval '30 seconds')
         and not exists (select from public.generation_steps s where s.generation_id = g.id and s.lease_until > now())
         and ($2 or not jobs.waits('run-generation:' || g.id))`,
      [alone, failed],
    );
    for (const { id } of orphans.rows) await enqueue(tx, "run-generation", { generationId: id });
  });
}
