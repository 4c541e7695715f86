import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";

export interface MediaFile {
  path: string;
  body: Uint8Array;
  contentType: string;
}

/**
 * Uploads new files. Each is first put into the deletion outbox, due in an hour; it is deleted then unless a sermon refers to it.
 * So a process that dies between the upload and the row leaves nothing behind.
 */
export async function storeMedia(
  context: { db: Database; supabase: SupabaseClient },
  owner: { user_id: string },
  bucket: string,
  files: readonly MediaFile[],
): Promise<void> {
  await asService(context.db, (tx) =>
    tx.query(
      "insert into public.media_deletions (user_id, bucket, path, at) select $1, $2, unnest($3::text[]), now() + interval '1 hour'",
      [owner.user_id, bucket, files.map((file) => file.path)],
    ),
  );
  for (const file of files) {
    const { error } = await context.supabase.storage.from(bucket).upload(file.path, file.body, { contentType: file.contentType });
    if (error) throw new Error(`could not store a ${file.contentType} file: ${error.message}`);
  }
}
