import type { RouteHandlerMethod } from "fastify";
import { z } from "zod";
import { queryAsUser } from "@lampstand/database";
import { countWrite } from "./upload-limits.ts";
import { findBucket } from "./bucket-row.ts";
import { callerOf } from "./caller.ts";
import { noSuchObject, parseInput } from "./errors.ts";
import { checkBucketName, checkName, fullPath, readRef } from "./object-ref.ts";
import { findAsCaller } from "./object-row.ts";
import { signDownload, signUpload } from "./signed-token.ts";
import type { Storage } from "./storage.ts";
import { wantsUpsert } from "./upload.ts";
import { tryWrite } from "./write-object.ts";

// Longer times are refused, not shortened, since the caller relies on the expiry.
const DAY = 86_400;
const expiresIn = z.number().int().min(1).max(DAY);
// Strict, so that unsupported options (`transform`, versions) are refused, not ignored.
const one = z.strictObject({ expiresIn });
const many = z.strictObject({ expiresIn, paths: z.array(z.string()).min(1).max(1000) });

const linkTo = (path: string, token: string): string => `/object/sign/${path}?token=${token}`;

/** POST /object/sign/:bucket/* `{expiresIn}` (seconds, a day at most), needs SELECT. */
export function createSignedUrl(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const ref = readRef(request.params);
    const input = parseInput(one, request.body);
    const caller = await callerOf(request, storage);
    if (!(await findAsCaller(storage, caller, ref))) throw noSuchObject();
    return { signedURL: linkTo(fullPath(ref), await signDownload(storage.keys, ref, input.expiresIn, caller.claims)) };
  };
}

/** POST /object/sign/:bucket `{expiresIn, paths}`, needs SELECT; paths that the caller can't see get an error entry. */
export function createSignedUrls(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const bucket = checkBucketName((request.params as { bucket: string }).bucket);
    const input = parseInput(many, request.body);
    for (const path of input.paths) checkName(path);
    const caller = await callerOf(request, storage);
    const { rows } = await queryAsUser<{ name: string }>(
      storage.db,
      caller,
      { text: "select name from storage.objects where bucket_id = $1 and name = any($2)", values: [bucket, input.paths] },
      { readOnly: true },
    );
    const visible = new Set(rows.map((row) => row.name));
    return Promise.all(
      input.paths.map(async (path) => {
        if (!visible.has(path)) {
          return { path, error: "Either the object does not exist or you do not have access to it", signedURL: null };
        }
        const ref = { bucket, name: path };
        const token = await signDownload(storage.keys, ref, input.expiresIn, caller.claims);
        return { path, error: null, signedURL: linkTo(fullPath(ref), token) };
      }),
    );
  };
}

/** POST /object/upload/sign/:bucket/* with `x-upsert`: a token for an upload with the caller's rights. */
export function createSignedUploadUrl(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const ref = readRef(request.params);
    const caller = await callerOf(request, storage);
    await findBucket(storage, ref.bucket);
    const owner = caller.claims.sub ?? null;
    const upsert = wantsUpsert(request);
    const draft = { ref, owner, contentType: "application/octet-stream", cacheControl: "no-cache", userMetadata: null };
    await tryWrite(storage, caller, upsert ? "upsert" : "insert", draft);
    await countWrite(storage, caller);
    const token = await signUpload(storage.keys, ref, { upsert, claims: caller.claims });
    return { url: `/object/upload/sign/${fullPath(ref)}?token=${token}`, token };
  };
}
