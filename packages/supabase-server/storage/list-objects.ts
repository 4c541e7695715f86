import type { RouteHandlerMethod } from "fastify";
import { z } from "zod";
import { queryAsUser } from "@lampstand/database";
import { callerOf } from "./caller.ts";
import { parseInput } from "./errors.ts";
import { checkBucketName } from "./object-ref.ts";
import type { Storage } from "./storage.ts";

const input = z.object({
  prefix: z.string().max(1024),
  limit: z.number().int().min(1).default(100),
  offset: z.number().int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(["name", "updated_at", "created_at", "last_accessed_at"]).default("name"),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .prefault({}),
  search: z.string().max(1024).default(""),
});

const MAX_LIMIT = 1500;

/**
 * POST /object/list/:bucket: files and folders one level below `prefix`, needs SELECT. Only folders with a file visible to the caller are
 * listed, with null for all but the name. Ordered by name folders are among the files, ordered by time before them.
 */
export function listObjects(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const bucket = checkBucketName((request.params as { bucket: string }).bucket);
    const { prefix, limit, offset, sortBy, search } = parseInput(input, request.body);
    const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
    // A range, not starts_with: with row level security only leakproof operators can use the index. Names are ASCII, and '0' follows '/'.
    const past = folder === "" ? "\x7f" : `${folder.slice(0, -1)}0`;
    const order = sortBy.column === "name" ? "" : `id is not null, ${sortBy.column} ${sortBy.order},`;
    const { rows } = await queryAsUser(
      storage.db,
      await callerOf(request, storage),
      {
        text: `with below as (
            select o.*, substr(o.name, length($2) + 1) as rest from storage.objects o 
            where o.bucket_id = $1 and o.name >= $2 and o.name < $6
          ), level as (
            select distinct split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
              null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
            from below where position('/' in rest) > 0
            union all
            select rest, id, updated_at, created_at, last_accessed_at, metadata from below where position('/' in rest) = 0
          )
          select * from level where starts_with(lower(name), lower($3))
          order by ${order} lower(name) ${sortBy.order}, id nulls first limit $4 offset $5`,
        values: [bucket, folder, search, Math.min(limit, MAX_LIMIT), offset, past],
      },
      { readOnly: true },
    );
    return rows;
  };
}
