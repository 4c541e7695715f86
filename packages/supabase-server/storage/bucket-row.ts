import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import { noSuchBucket } from "./errors.ts";
import type { Storage } from "./storage.ts";

export const bucketRow = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.uuid().nullable(),
  public: z.boolean(),
  // PostgreSQL sends a bigint as text.
  file_size_limit: z.coerce.number().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
  created_at: z.date(),
  updated_at: z.date(),
});
export type Bucket = z.infer<typeof bucketRow>;

export const BUCKET_COLUMNS = "id, name, owner, public, file_size_limit, allowed_mime_types, created_at, updated_at";

/** The bucket and its rules, for any caller. Throws NoSuchBucket. */
export async function findBucket(storage: Storage, id: string): Promise<Bucket> {
  const { rows } = await asPlatform(storage.db, (tx) =>
    tx.query(`select ${BUCKET_COLUMNS} from storage.buckets where id = $1`, [id]),
  );
  if (!rows[0]) throw noSuchBucket();
  return bucketRow.parse(rows[0]);
}

/** Whether the bucket allows this media type, exactly or by `image/*`. Parameters such as a charset are ignored. */
export function allowsMimeType(bucket: Bucket, contentType: string): boolean {
  if (!bucket.allowed_mime_types) return true;
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  const family = `${type.split("/")[0]}/*`;
  return bucket.allowed_mime_types.some((allowed) => [type, family, "*/*"].includes(allowed.toLowerCase()));
}
