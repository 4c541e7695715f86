import { z } from "zod";
import { queryAsPlatform } from "@lampstand/database/as-platform";
import { queryAsUser, type RequestContext } from "@lampstand/database";
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

/** The object, if the caller's policies allow SELECT. */
export async function findAsCaller(storage: Storage, context: RequestContext, ref: ObjectRef): Promise<ObjectRow | null> {
  const { rows } = await queryAsUser(storage.db, context, byName(ref), { readOnly: true });
  return rows[0] ? objectRow.parse(rows[0]) : null;
}

/** The object regardless of policies, for public buckets. */
export async function findAsPlatform(storage: Storage, ref: ObjectRef): Promise<ObjectRow | null> {
  const { rows } = await queryAsPlatform(storage.db, byName(ref));
  return rows[0] ? objectRow.parse(rows[0]) : null;
}

// The policies of all user-writable buckets require that a name begins with the user's own id, so its first part identifies the person,
// also for files stored by the server.
const NAMED_AFTER = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/**
 * The object of a signed URL. Null once the account of the signer, of the owner, or of the person in its name is closed, banned or deleted.
 */
export async function findSigned(storage: Storage, ref: ObjectRef, signer: string | null): Promise<ObjectRow | null> {
  const { rows } = await queryAsPlatform(storage.db, {
    name: "storage-find-signed",
    text: `${byName(ref).text} and ($3::uuid is null or exists (select from auth.users u where u.id = $3 and auth.is_active(u)))
      and (owner is null or exists (select from auth.users u where u.id = objects.owner and auth.is_active(u)))
      and not exists (select from auth.users u where u.id = substring(objects.name from '${NAMED_AFTER}')::uuid and not auth.is_active(u))`,
    values: [ref.bucket, ref.name, signer],
  });
  return rows[0] ? objectRow.parse(rows[0]) : null;
}
