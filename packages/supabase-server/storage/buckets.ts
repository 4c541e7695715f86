import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import { DatabaseError } from "pg";
import { z } from "zod";
import { asUser, queryAsUser, type Transaction } from "@lampstand/database";
import { bucketRow, BUCKET_COLUMNS } from "./bucket-row.ts";
import { callerOf } from "./caller.ts";
import { bucketExists, bucketNotEmpty, invalidRequest, noSuchBucket, parseInput, tooLarge } from "./errors.ts";
import { bytesKey, checkBucketName, checkObjectBucket } from "./object-ref.ts";
import type { Storage } from "./storage.ts";
import { discard } from "./unreferenced-bytes.ts";

// Row level security applies to all of these; buckets have no policies, so only service_role has access.

const idOf = (request: FastifyRequest): string => checkBucketName((request.params as { bucket: string }).bucket);

const listInput = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
  search: z.string().max(100).default(""),
});

/** GET /bucket?limit&offset&sortColumn&sortOrder&search. */
export function listBuckets(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const { limit, offset, sortColumn, sortOrder, search } = parseInput(listInput, request.query);
    const text = `select ${BUCKET_COLUMNS} from storage.buckets where position(lower($1) in lower(name)) > 0
      order by ${sortColumn} ${sortOrder} limit $2 offset $3`;
    const { rows } = await queryAsUser(
      storage.db,
      await callerOf(request, storage),
      { text, values: [search, limit, offset] },
      { readOnly: true },
    );
    return rows.map((row) => bucketRow.parse(row));
  };
}

/** GET /bucket/:bucket. */
export function getBucket(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const query = { text: `select ${BUCKET_COLUMNS} from storage.buckets where id = $1`, values: [idOf(request)] };
    const { rows } = await queryAsUser(storage.db, await callerOf(request, storage), query, { readOnly: true });
    if (!rows[0]) throw noSuchBucket();
    return bucketRow.parse(rows[0]);
  };
}

const UNITS: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };
const size = z.union([z.number().int().min(0), z.string().regex(/^\d{1,12}(b|kb|mb|gb)?$/i)]).nullable();
const settings = z.object({
  public: z.boolean().optional(),
  file_size_limit: size.optional(),
  allowed_mime_types: z
    .array(z.string().regex(/^(\*|[\w!#$&^.+-]+)\/(\*|[\w!#$&^.+-]+)$/))
    .nullable()
    .optional(),
  type: z.literal("STANDARD", { error: "only STANDARD buckets are supported" }).optional(),
});
const createInput = settings.extend({ id: z.string().optional(), name: z.string() });

/** Bytes of `20mb`, `20000000` or 20000000. */
function bytesOf(storage: Storage, limit: z.infer<typeof size>): number | null {
  if (limit === null) return null;
  const [, digits, unit = "b"] = /^(\d+)([a-z]+)?$/i.exec(String(limit)) ?? [];
  const bytes = Number(digits) * (UNITS[unit.toLowerCase()] ?? 1);
  if (bytes > storage.maxObjectBytes) throw tooLarge();
  return bytes;
}

/** POST /bucket `{id, name, public, file_size_limit, allowed_mime_types}`. */
export function createBucket(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const input = parseInput(createInput, request.body);
    const id = checkObjectBucket(input.id ?? input.name);
    const caller = await callerOf(request, storage);
    const owner = caller.claims.sub ?? null;
    await queryAsUser(storage.db, caller, {
      text: `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
        values ($1, $2, $3::uuid, $3::text, $4, $5, $6)`,
      values: [
        id,
        checkBucketName(input.name),
        owner,
        input.public ?? false,
        bytesOf(storage, input.file_size_limit ?? null),
        input.allowed_mime_types ?? null,
      ],
    }).catch((error: unknown) => {
      throw error instanceof DatabaseError && error.code === "23505" ? bucketExists() : error;
    });
    return { name: id };
  };
}

/** PUT /bucket/:bucket, the given settings only. */
export function updateBucket(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const input = parseInput(settings, request.body);
    const changes: Record<string, unknown> = { public: input.public, allowed_mime_types: input.allowed_mime_types };
    if (input.file_size_limit !== undefined) changes["file_size_limit"] = bytesOf(storage, input.file_size_limit);
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    if (given.length === 0) throw invalidRequest("nothing to update");
    const { rowCount } = await queryAsUser(storage.db, await callerOf(request, storage), {
      text: `update storage.buckets set updated_at = now(), ${given.map(([column], index) => `${column} = $${index + 2}`).join(", ")} where id = $1`,
      values: [idOf(request), ...given.map(([, value]) => value)],
    });
    if (rowCount !== 1) throw noSuchBucket();
    return { message: "Successfully updated" };
  };
}

const allowDelete = (tx: Transaction) => tx.query("select set_config('storage.allow_delete_query', 'true', true)");

/** POST /bucket/:bucket/empty: deletes what the caller may delete, before responding (hosted Supabase does it later). */
export function emptyBucket(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const bucket = idOf(request);
    const keys = await asUser(storage.db, await callerOf(request, storage), async (tx) => {
      const found = await tx.query("select from storage.buckets where id = $1", [bucket]);
      if (found.rowCount !== 1) throw noSuchBucket();
      await allowDelete(tx);
      const { rows } = await tx.query<{ name: string; version: string | null }>(
        "delete from storage.objects where bucket_id = $1 returning name, version",
        [bucket],
      );
      return rows.flatMap(({ name, version }) => (version ? [bytesKey({ bucket, name }, version)] : []));
    });
    await discard(storage, keys, request.log);
    return { message: "Empty bucket has been queued. Completion may take up to an hour." };
  };
}

/** DELETE /bucket/:bucket, when it is empty. */
export function deleteBucket(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const deleted = await asUser(storage.db, await callerOf(request, storage), async (tx) => {
      await allowDelete(tx);
      const { rowCount } = await tx.query("delete from storage.buckets where id = $1", [idOf(request)]);
      return rowCount === 1;
    }).catch((error: unknown) => {
      throw error instanceof DatabaseError && error.code === "23503" ? bucketNotEmpty() : error;
    });
    if (!deleted) throw noSuchBucket();
    return { message: "Successfully deleted" };
  };
}
