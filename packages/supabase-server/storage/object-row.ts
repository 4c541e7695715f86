import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import { queryAsUser, type RequestContext } from "@lampstand/database";
import type { Storage } from "./storage.ts";
import { ACCOUNT_IS_ACTIVE } from "./authorise-storing.ts";
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

/** The object, whoever asks: for callers that a public bucket admits. */
export async function findAsPlatform(storage: Storage, ref: ObjectRef): Promise<ObjectRow | null> {
  const { rows } = await asPlatform(storage.db, (tx) => tx.query(byName(ref)));
  return rows[0] ? objectRow.parse(rows[0]) : null;
}

// No object is named after somebody else (the policies of every bucket that people write to ask for that), so that the first part of a
// name says whose file it is, also where the server stored it.
const NAMED_AFTER = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/**
 * The object, for whoever has an address that `signer` signed. Null as soon as the account of its signer, of its owner or of whom it is
 * named after is closed, banned or gone.
 */
export async function findSigned(storage: Storage, ref: ObjectRef, signer: string | null): Promise<ObjectRow | null> {
  const { rows } = await asPlatform(storage.db, (tx) =>
    tx.query({
      name: "storage-find-signed",
      text: `${byName(ref).text} and ($3::uuid is null or exists (select from auth.users where id = $3 and ${ACCOUNT_IS_ACTIVE}))
        and (owner is null or exists (select from auth.users u where u.id = objects.owner and ${ACCOUNT_IS_ACTIVE}))
        and not exists (select from auth.users u where u.id = substring(objects.name from '${NAMED_AFTER}')::uuid and not (${ACCOUNT_IS_ACTIVE}))`,
      values: [ref.bucket, ref.name, signer],
    }),
  );
  return rows[0] ? objectRow.parse(rows[0]) : null;
}
