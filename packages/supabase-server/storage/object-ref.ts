import { invalidBucketName, invalidKey } from "./errors.ts";

export interface ObjectRef {
  bucket: string;
  name: string;
}

// The names that the protocol allows (docs/dialect.md#buckets).
const BUCKET = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;
const NAME = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
// S3's limit of 1,024 bytes for '<bucket>/<name>/<version>'.
const MAX_NAME = 1024 - 100 - 36 - 2;

export function checkBucketName(bucket: string): string {
  if (!BUCKET.test(bucket) || bucket.trim() !== bucket || bucket === "." || bucket === "..") throw invalidBucketName();
  return bucket;
}

// Used in the API's paths in place of a bucket's name.
const RESERVED = /^(?:authenticated|copy|info|list(?:-v\d+)?|move|public|sign|upload)$/;

/** Checks the bucket name of an object's path. */
export function checkObjectBucket(bucket: string): string {
  if (RESERVED.test(bucket)) throw invalidBucketName();
  return checkBucketName(bucket);
}

/** Throws InvalidKey for a name outside the character set, too long, or with an empty, `.` or `..` segment. */
export function checkName(name: string): string {
  const hollow = name.split("/").some((segment) => segment === "" || segment === "." || segment === "..");
  if (!NAME.test(name) || hollow || name.length > MAX_NAME) throw invalidKey(name.slice(0, MAX_NAME));
  return name;
}

/** The object in the path `/:bucket/*`, already decoded by the router. */
export function readRef(params: unknown): ObjectRef {
  const { bucket, "*": name } = params as { bucket: string; "*": string };
  return { bucket: checkObjectBucket(bucket), name: checkName(name) };
}

export const fullPath = (ref: ObjectRef): string => `${ref.bucket}/${ref.name}`;

/** Key of one version's bytes in the object store. */
export const bytesKey = (ref: ObjectRef, version: string): string => `${fullPath(ref)}/${version}`;
