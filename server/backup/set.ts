import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { finished, pipeline } from "node:stream/promises";
import { createInterface } from "node:readline";
import { pipeline as pipeBoth, Readable } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { type Folder, objectPath } from "../vendors/files/files.ts";
import type { Config } from "../config/config.ts";
import { type FileEntry, fileEntry, type Manifest, manifest } from "./manifest.ts";

// Where the parts of a set lie in the folder of backups (docs/decisions/068-backup.md#layout).

export class BackupError extends Error {
  override readonly name = "BackupError";
}

export const SETS = "sets/";
export const FILES = "files/";

export const inSet = (set: string, path: string): string => `${SETS}${set}/${path}`;
export const MANIFEST = "manifest.json";
export const FILE_LIST = "files.jsonl.zst";
export const SECRETS = "keys.json";

/** File in DATA_DIR while a restore into it has not finished. */
export const unfinishedRestore = (dataDir: string): string => join(dataDir, "restoring");

/** The one place of an object's bytes, for every set that names it: an object never changes, a new version has another key. */
export const filePath = (key: string): string => FILES + objectPath(key);

/** Compresses and stores a file; returns the SHA-256 of the compressed bytes. */
export async function putCompressed(folder: Folder, path: string, body: Readable): Promise<string> {
  const hash = createHash("sha256");
  const compressed = body.pipe(createZstdCompress());
  // `pipe` does not pass errors on.
  body.on("error", (error) => compressed.destroy(error));
  const hashed = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of compressed as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    await folder.put(path, Readable.from(hashed(), { objectMode: false }));
  } catch (error) {
    // A table is read to its end all the same: before that, its connection answers to nothing else.
    body.unpipe(compressed).resume();
    await finished(body).catch(() => {});
    throw error;
  }
  return hash.digest("hex");
}

export async function read(folder: Folder, path: string): Promise<Readable> {
  const stream = await folder.get(path);
  if (!stream) throw new BackupError(`${folder.name} has no ${path}.`);
  return stream;
}

/** The bytes of a compressed file, decompressed. */
export async function readCompressed(folder: Folder, path: string): Promise<Readable> {
  const compressed = await read(folder, path);
  // Either ends the other; an error is heard of by whoever reads.
  return pipeBoth(compressed, createZstdDecompress(), () => {});
}

export async function digestOf(folder: Folder, path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(await read(folder, path), hash);
  return hash.digest("hex");
}

/** The names of finished sets, newest first, and of unfinished ones. */
export async function listSets(
  folder: Folder,
): Promise<{ finished: string[]; unfinished: string[]; paths: Map<string, number> }> {
  const paths = await folder.list(SETS);
  const names = [...new Set([...paths.keys()].map((path) => path.split("/")[1] ?? ""))].toSorted().toReversed();
  const isFinished = (name: string): boolean => paths.has(inSet(name, MANIFEST));
  return { finished: names.filter(isFinished), unfinished: names.filter((name) => !isFinished(name)), paths };
}

export async function readManifest(folder: Folder, set: string): Promise<Manifest> {
  const path = inSet(set, MANIFEST);
  const parsed = manifest.safeParse(JSON.parse(await text(await read(folder, path))));
  if (!parsed.success) throw new BackupError(`${folder.name}/${path} ${parsed.error.issues[0]?.message ?? "is not valid"}.`);
  return parsed.data;
}

/** The files of a set. */
export async function* readFileList(folder: Folder, set: string): AsyncGenerator<FileEntry> {
  const lines = createInterface({ input: await readCompressed(folder, inSet(set, FILE_LIST)), crlfDelay: Infinity });
  for await (const line of lines) yield fileEntry.parse(JSON.parse(line));
}

/**
 * What is wrong with a set, a line each: a part that is missing or was changed, a file that is missing or has another size. `deep` also
 * reads every file and compares its digest. `files`: what lies in the folder, for who knows already.
 */
export async function problemsOf(
  folder: Folder,
  set: string,
  { deep, files: known }: { deep: boolean; files?: ReadonlyMap<string, number> },
): Promise<string[]> {
  const { tables, files } = await readManifest(folder, set);
  const problems: string[] = [];
  const parts = [...tables.map(({ path, sha256 }) => ({ path, sha256 })), { path: FILE_LIST, sha256: files.listSha256 }];
  const { paths } = await listSets(folder);
  for (const { path, sha256 } of parts) {
    if (!paths.has(inSet(set, path))) problems.push(`${path} is missing`);
    else if ((await digestOf(folder, inSet(set, path))) !== sha256) problems.push(`${path} was changed`);
  }
  if (problems.length > 0) return problems;
  const stored = known ?? (await folder.list(FILES));
  for await (const { key, size, sha256 } of readFileList(folder, set)) {
    const path = filePath(key);
    if (!stored.has(path)) problems.push(`the file ${path} is missing`);
    else if (stored.get(path) !== size) problems.push(`the file ${path} has another size`);
    else if (deep && (await digestOf(folder, path)) !== sha256) problems.push(`the file ${path} was changed`);
  }
  return problems;
}

/** The content of `keys.json` in DATA_DIR; null if the keys are settings, and where the program has not started yet. */
export async function readSecrets({ keys, dataDir }: Pick<Config, "keys" | "dataDir">): Promise<string | null> {
  if (keys.jwtSecret) return null;
  return readFile(join(dataDir, SECRETS), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/** The keys in a set; null if it has none. */
export async function secretsOf(folder: Folder, set: string): Promise<string | null> {
  const stream = await folder.get(inSet(set, SECRETS));
  return stream && text(stream);
}
