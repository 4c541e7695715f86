import { z } from "zod";
import { asPlatform } from "../../db/as-platform.ts";
import { queryAsUser, type RequestContext } from "../../db/as-user.ts";
import type { Storage } from "./storage.ts";
import type { ObjectRef } from "./object-ref.ts";

const objectMetadata = z.looseObject({
  /** With its quotes. */
  eTag: z.string(),
  /** Bytes. */
  size: z.number(),
  mimetype: z.string(),
  cacheControl: z.string(),
  lastModified: z.iso.datetime(),
  contentLength: z.number(),
  httpStatusCode: z.number(),
});
export type ObjectMetadata = z.infer<typeof objectMetadata>;

export const objectRow = z.object({
  id: z.uuid(),
  bucket_id: z.string(),
  name: z.string(),
  owner: z.uuid().nullable(),
  owner_id: z.string().nullable(),
  version: z.string().nullable(),
  metadata: objectMetadata.nullable(),
  user_metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.date(),
  updated_at: z.date(),
  last_accessed_at: z.date(),
});
export type ObjectRow = z.infer<typeof objectRow>;

export const OBJECT_COLUMNS =
  "id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at";

const byName = (ref: ObjectRef) => ({
  name: "storage-find-object",
  text: `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`,
  values: [ref.bucket, ref.name],
});

/** The object, if the caller's policies show it. */
export async function findAsCaller(storage: Storage, context: RequestContext, ref: ObjectRef): Promise<ObjectRow | null> {
  const { rows } = await queryAsUser(storage.db, context, byName(ref), { readOnly: true });
  return rows[0] ? objectRow.parse(rows[0]) : null;
}

/** The object, whoever asks: for callers that a public bucket or a signature admits. */
export async function findAsPlatform(storage: Storage, ref: ObjectRef): Promise<ObjectRow | null> {
  const { rows } = await asPlatform(storage.db, (tx) => tx.query(byName(ref)));
  return rows[0] ? objectRow.parse(rows[0]) : null;
}
