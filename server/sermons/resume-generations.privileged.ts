import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { enqueue } from "../jobs/jobs.ts";

/**
 * Job `resume-generations`, each minute and at the start: queues every running generation that no runner works on, because its process
 * died; those that wait for a voice to be named see that again, and wait on. With `alone` (no other process can exist) the leases of dead processes are ended at once.
 */
export async function resumeGenerations(db: Database, options: { alone: boolean }): Promise<void> {
  return asService(db, async (tx) => {
    if (options.alone) await tx.query("update public.generation_steps set lease_until = now() where lease_until > now()");
    const orphans = await tx.query<{ id: string }>(
      `select g.id from public.generations g
       where g.state = 'running' and ($1 or g.created_at < now() - interval '30 seconds')
         and not exists (select from public.generation_steps s where s.generation_id = g.id and s.lease_until > now())`,
      [options.alone],
    );
    for (const { id } of orphans.rows) await enqueue(tx, "run-generation", { generationId: id });
  });
}
