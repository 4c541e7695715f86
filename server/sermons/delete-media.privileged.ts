import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { enqueue, type JobHandler } from "../jobs/jobs.ts";

/** Notified by the database when a sermon was deleted. */
export const MEDIA_DELETIONS_CHANNEL = "media_deletions";
const BATCH = 200;

interface Due {
  id: string;
  user_id: string;
  bucket: string;
  path: string;
  wanted: boolean;
}

/**
 * Deletes the files of the deletion outbox: those that no sermon refers to, once their generation has ended, and only in their
 * owner's folder.
 */
export function deleteMedia(context: { db: Database; supabase: SupabaseClient }): JobHandler<"delete-media"> {
  return async (_payload, { signal }) => {
    for (let batch = BATCH; batch === BATCH && !signal.aborted;) batch = await deleteBatch(context);
  };
}

async function deleteBatch({ db, supabase }: { db: Database; supabase: SupabaseClient }): Promise<number> {
  const due = await asService(db, async (tx) => {
    const rows = await tx.query<Due>(
      `select d.id, d.user_id, d.bucket, d.path,
         exists (select from public.sermons s where s.user_id = d.user_id
           and (s.image_url = d.path or s.audio_url = regexp_replace(d.path, '\\.json$', '.mp3'))) as wanted
       from public.media_deletions d
       where d.at <= now() and not exists (select from public.generations g
         where g.user_id = d.user_id and g.state = 'running' and split_part(d.path, '/', 2) = g.id::text)
       order by d.id limit $1`,
      [BATCH],
    );
    return rows.rows;
  });
  const unwanted = due.filter((file) => !file.wanted && file.path.startsWith(file.user_id));
  for (const bucket of new Set(unwanted.map((file) => file.bucket))) {
    const paths = unwanted.filter((file) => file.bucket === bucket).map((file) => file.path);
    const { error } = await supabase.storage.from(bucket).remove(paths);
    if (error) throw new Error(`could not delete media: ${error.message}`);
  }
  await asService(db, (tx) =>
    tx.query("delete from public.media_deletions where id = any($1::bigint[])", [due.map((file) => file.id)]),
  );
  return due.length;
}

/** Queues the job at once, instead of at the next minute. */
export async function queueMediaDeletion(db: Database): Promise<void> {
  await asService(db, (tx) => enqueue(tx, "delete-media", {}));
}
