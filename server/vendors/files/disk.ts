import { randomUUID } from "node:crypto";
import { access, constants, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { measure, objectPath, type ObjectStore, type StoredObject } from "./files.ts";

/** An upload that is older was left by a crash: a request may last five minutes (server/http/server.ts). */
const UNFINISHED_MS = 60 * 60_000;

/**
 * The built-in object store: files under `root`, for one installation, which may have several processes. At start it deletes uploads that a
 * crash left unfinished. Rejects when `root` is not writable.
 */
export async function createDiskStore({ root }: { root: string }): Promise<ObjectStore> {
  const objects = join(root, "objects");
  // On the same file system as the objects, so that a rename is atomic.
  const incoming = join(root, "incoming");
  await mkdir(objects, { recursive: true, mode: 0o700 });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  for (const name of await readdir(incoming)) {
    const file = join(incoming, name);
    // Another process may just have finished it.
    const began = await stat(file).then(({ mtimeMs }) => mtimeMs, nullIfMissing);
    if (began !== null && Date.now() - began > UNFINISHED_MS) await rm(file, { force: true });
  }

  const fileOf = (key: string): string => join(objects, objectPath(key));

  return {
    engine: "files on disk",

    async put(key, body) {
      const file = join(incoming, randomUUID());
      try {
        const stored = await writeThrough(file, body);
        const target = fileOf(key);
        const created = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await rename(file, target);
        await syncFolder(dirname(target));
        if (created) await syncFolder(objects);
        return stored;
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
    },

    async get(key, range) {
      const handle = await open(fileOf(key)).catch(nullIfMissing);
      // An open file can be read to its end even after it was deleted.
      return handle && handle.createReadStream(range ?? {});
    },

    async delete(keys) {
      const files = keys.map(fileOf);
      await Promise.all(files.map((file) => rm(file, { force: true })));
      await Promise.all([...new Set(files.map(dirname))].map((folder) => syncFolder(folder).catch(nullIfMissing)));
    },

    async check() {
      await access(incoming, constants.W_OK);
      if ((await statfs(incoming)).bavail === 0) throw new Error("The disk is full");
    },
  };
}

/** Writes a new file and flushes it to the disk. */
async function writeThrough(file: string, body: Readable | Uint8Array): Promise<StoredObject> {
  const { bytes, stored } = measure(body);
  await using handle = await open(file, "wx", 0o600);
  await handle.writeFile(bytes);
  await handle.sync();
  return stored();
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

/** A new file name survives a power cut only after its folder is flushed, see fsync(2). Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder, "r");
  await handle.sync();
}
