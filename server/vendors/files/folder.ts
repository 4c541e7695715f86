import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import type { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, paginateListObjectsV2 } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { Folder } from "./files.ts";
import { connectS3, type S3Settings } from "./s3.ts";

/** The folder at a path or at `s3://bucket/prefix`. `s3` says how buckets are reached; its own bucket plays no part. */
export function openFolder(address: string, s3: Omit<S3Settings, "bucket">): Folder {
  if (!address.startsWith("s3://")) return diskFolder(resolve(address));
  const { hostname, pathname } = new URL(address);
  return bucketFolder({ ...s3, bucket: hostname }, pathname.replace(/^\/+|\/+$/g, ""));
}

/** Of files that are being written, in case of a crash: the next backup deletes what it does not know. */
const UNFINISHED = ".unfinished";

export function diskFolder(root: string): Folder {
  return {
    name: root,

    async list(prefix) {
      const start = join(root, prefix);
      const entries = await readdir(start, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      });
      const sizes = new Map<string, number>();
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const file = join(entry.parentPath, entry.name);
        sizes.set(relative(root, file).replaceAll("\\", "/"), (await stat(file)).size);
      }
      return sizes;
    },

    async put(path, body) {
      const target = join(root, path);
      const draft = `${target}.${randomUUID()}${UNFINISHED}`;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      try {
        await using handle = await open(draft, "wx", 0o600);
        await handle.writeFile(body);
        await handle.sync();
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    get: (path) =>
      open(join(root, path)).then(
        (handle) => handle.createReadStream(),
        (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return null;
          throw error;
        },
      ),

    async delete(paths) {
      for (const path of paths) await rm(join(root, path), { force: true });
    },
  };
}

function bucketFolder(settings: S3Settings, prefix: string): Folder {
  const client = connectS3(settings);
  const start = prefix && `${prefix}/`;
  const place = (path: string) => ({ Bucket: settings.bucket, Key: start + path });
  return {
    name: `s3://${settings.bucket}/${prefix}`,

    async list(below) {
      const sizes = new Map<string, number>();
      for await (const page of paginateListObjectsV2({ client }, { Bucket: settings.bucket, Prefix: start + below }))
        for (const { Key = "", Size = 0 } of page.Contents ?? []) sizes.set(Key.slice(start.length), Size);
      return sizes;
    },

    async put(path, body) {
      await new Upload({ client, params: { ...place(path), Body: body }, queueSize: 1 }).done();
    },

    async get(path) {
      const answer = await client.send(new GetObjectCommand(place(path))).catch((error: unknown) => {
        if (error instanceof NoSuchKey) return null;
        throw error;
      });
      return answer && (answer.Body as Readable);
    },

    async delete(paths) {
      for (const path of paths) await client.send(new DeleteObjectCommand(place(path)));
    },
  };
}
