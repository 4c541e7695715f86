import type { RouteHandlerMethod } from "fastify";
import { z } from "zod";
import { queryAsUser } from "@lampstand/database";
import { callerOf } from "./caller.ts";
import { invalidRequest, parseInput } from "./errors.ts";
import { checkBucketName } from "./object-ref.ts";
import type { Storage } from "./storage.ts";

const MAX_LIMIT = 1000;

// Strict, so that a request for versions, which are not supported, is refused, not ignored.
const input = z.strictObject({
  prefix: z.string().max(1024).default(""),
  limit: z
    .number()
    .int()
    .min(1)
    .default(MAX_LIMIT)
    .transform((limit) => Math.min(limit, MAX_LIMIT)),
  cursor: z.string().max(4096).optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(["name", "created_at", "updated_at"]).default("name"),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .prefault({}),
  exactMatch: z.boolean().default(false),
  noncurrentVersions: z.literal("exclude").optional(),
  deleteMarkers: z.literal("exclude").optional(),
});

/** Cursor: the time (null when ordered by name) and the name of a page's last entry. */
const place = z.tuple([z.string().nullable(), z.string()]);
type Place = z.infer<typeof place>;

const cursorTo = (last: Place): string => Buffer.from(JSON.stringify(last)).toString("base64url");

function readCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw invalidRequest("cursor: none of this list's");
  }
}

interface Entry {
  id: string | null;
  name: string;
  updated_at: Date;
  created_at: Date;
  last_accessed_at: Date;
  metadata: unknown;
  /** As text, since a JavaScript Date has no microseconds. */
  at: string | null;
}

/**
 * POST /object/list-v2/:bucket: the files whose full name begins with `prefix`, needs SELECT. With `with_delimiter` deeper files are grouped
 * to folders, with the time of the first file. Paged by `cursor`.
 */
export function listObjectsV2(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const bucket = checkBucketName((request.params as { bucket: string }).bucket);
    const { prefix, limit, cursor, with_delimiter, sortBy, exactMatch } = parseInput(input, request.body ?? {});
    const [at, name] = readCursor(cursor) ?? [null, null];
    const time = sortBy.column === "name" ? "null::timestamptz" : sortBy.column;
    const behind = sortBy.order === "asc" ? ">" : "<";
    const isBehind =
      sortBy.column === "name" ? `($4::timestamptz is null and name ${behind} $5)` : `(at, name) ${behind} ($4::timestamptz, $5)`;
    const { rows } = await queryAsUser<Entry>(
      storage.db,
      await callerOf(request, storage),
      {
        // A range, not LIKE: it uses the index (list-objects.ts), and the prefix needs no escaping.
        text: `with below as (
            select o.*, ${time} as at,
              case when $6 and position('/' in substr(o.name, length($2) + 1)) > 0
                then $2 || split_part(substr(o.name, length($2) + 1), '/', 1) || '/' end as folder
            from storage.objects o where o.bucket_id = $1 and o.name >= $2 and o.name < $2 || chr(127) and (not $7 or o.name = $2)
          ), entries as (
            select null::uuid as id, folder collate "C" as name, null::timestamptz as updated_at, null::timestamptz as created_at,
              null::timestamptz as last_accessed_at, null::jsonb as metadata,
              ${sortBy.column === "name" ? "null::timestamptz" : "min(created_at)"} as at
            from below where folder is not null group by folder
            union all
            select id, name, updated_at, created_at, last_accessed_at, metadata, at from below where folder is null
          )
          select id, name, updated_at, created_at, last_accessed_at, metadata, at::text as at from entries
          where $5::text is null or ${isBehind}
          order by entries.at ${sortBy.order}, name ${sortBy.order} limit $3 + 1`,
        values: [bucket, prefix, limit, at, name, with_delimiter, exactMatch],
      },
      { readOnly: true },
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasNext = rows.length > limit && last !== undefined;
    return {
      hasNext,
      ...(hasNext && { nextCursor: cursorTo([last.at, last.name]) }),
      folders: page.flatMap((entry) => (entry.id === null ? [{ name: entry.name, key: entry.name }] : [])),
      objects: page.flatMap(({ at: _at, ...entry }) => (entry.id === null ? [] : [{ ...entry, key: entry.name }])),
    };
  };
}
