import { setTimeout as pause } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";

export interface MediaFile {
  path: string;
  body: Uint8Array;
  contentType: string;
}

/**
 * Milliseconds before each further try of an upload, two minutes altogether: a recording costs more to speak again than to keep at hand
 * while the bucket is away for a moment.
 */
const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000];
const SERVERS_FAULT = 500;
const TOO_MANY = 429;

async function upload(
  bucket: ReturnType<SupabaseClient["storage"]["from"]>,
  { path, body, contentType }: MediaFile,
  signal: AbortSignal,
  pausesMs: readonly number[],
): Promise<void> {
  for (let failed = 0; ; failed++) {
    // A try whose answer was lost may have stored the file; the path is this upload's alone, so it may be written over.
    const { error } = await bucket.upload(path, body, { contentType, upsert: failed > 0 });
    if (!error) return;
    const { status = SERVERS_FAULT } = error;
    const pauseMs = status >= SERVERS_FAULT || status === TOO_MANY ? pausesMs[failed] : undefined;
    if (pauseMs === undefined) throw new Error(`could not store a ${contentType} file: ${error.message}`);
    await pause(pauseMs, undefined, { signal });
  }
}

/**
 * Uploads new files, each several times if the bucket fails. Each is first put into the deletion outbox, due in an hour; it is deleted
 * then unless a sermon refers to it. So a process that dies between the upload and the row leaves nothing behind. Rejects when `signal` aborts
 * during a pause.
 */
export async function storeMedia(
  context: { db: Database; supabase: SupabaseClient },
  owner: { user_id: string },
  bucket: string,
  files: readonly MediaFile[],
  { signal, pausesMs = PAUSES_MS }: { signal: AbortSignal; pausesMs?: readonly number[] },
): Promise<void> {
  await asService(context.db, (tx) =>
    tx.query(
      "insert into public.media_deletions (user_id, bucket, path, at) select $1, $2, unnest($3::text[]), now() + interval '1 hour'",
      [owner.user_id, bucket, files.map((file) => file.path)],
    ),
  );
  for (const file of files) await upload(context.supabase.storage.from(bucket), file, signal, pausesMs);
}
