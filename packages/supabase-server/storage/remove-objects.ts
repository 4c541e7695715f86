import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import { z } from "zod";
import { asUser } from "@lampstand/database";
import { callerOf } from "./caller.ts";
import { noSuchObject, parseInput } from "./errors.ts";
import { bytesKey, checkBucketName, readRef } from "./object-ref.ts";
import { objectRow, OBJECT_COLUMNS, type ObjectRow } from "./object-row.ts";
import type { Storage } from "./storage.ts";
import { discard } from "./unreferenced-bytes.ts";

async function remove(storage: Storage, request: FastifyRequest, bucket: string, names: string[]): Promise<ObjectRow[]> {
  const removed = await asUser(storage.db, await callerOf(request, storage), async (tx) => {
    await tx.query("select set_config('storage.allow_delete_query', 'true', true)");
    const { rows } = await tx.query(
      `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${OBJECT_COLUMNS}`,
      [bucket, names],
    );
    return rows.map((row) => objectRow.parse(row));
  });
  const keys = removed.flatMap((row) => (row.version ? [bytesKey({ bucket, name: row.name }, row.version)] : []));
  await discard(storage, keys, request.log);
  return removed;
}

const input = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/** DELETE /object/:bucket `{prefixes}` (exact names), needs SELECT and DELETE. Returns the removed objects; others are skipped silently. */
export function removeObjects(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const bucket = checkBucketName((request.params as { bucket: string }).bucket);
    return remove(storage, request, bucket, parseInput(input, request.body).prefixes);
  };
}

/** DELETE /object/:bucket/*, needs SELECT and DELETE. */
export function removeObject(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const ref = readRef(request.params);
    const removed = await remove(storage, request, ref.bucket, [ref.name]);
    if (removed.length === 0) throw noSuchObject();
    return { message: "Successfully deleted" };
  };
}
