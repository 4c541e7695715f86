import type pg from "pg";
import { type Folder, objectPath, type ObjectStore } from "../vendors/files/files.ts";
import { type NamedFile, namedFiles } from "./named-files.ts";
import { digestOf, filePath, read } from "./set.ts";

// Compares what the database names with what the object store has (docs/operating.md#doctor).

export interface Examination {
  /** Keys of files that the database names and the store does not have, or has with other bytes. */
  lost: LostFile[];
  /** Paths in the store that nothing names: left behind, and out of everybody's reach. */
  orphans: string[];
  /** How many sermons name a recording or a picture for which there is no row of a file. */
  unmatched: { recordings: number; pictures: number };
  /** Of the files that the database names. */
  files: number;
}

export interface LostFile extends Pick<NamedFile, "key" | "sha256"> {
  reason: "missing" | "size" | "content";
}

interface ExamineOptions {
  client: pg.ClientBase;
  /** The object store's own files. */
  stored: Folder;
  /** Whether to read every file and compare its digest. */
  deep: boolean;
}

/** Where the object store keeps a key's bytes. */
const storedPath = (key: string): string => `objects/${objectPath(key)}`;

/** Leaves out what was stored or deleted while the rows and files were compared. */
async function stillLost(lost: LostFile[], client: pg.ClientBase, stored: Folder): Promise<LostFile[]> {
  if (lost.length === 0) return [];
  const present = await stored.list("objects/");
  const named = new Set((await namedFiles(client)).map(({ key }) => key));
  return lost.filter(({ key, reason }) => named.has(key) && (reason !== "missing" || !present.has(storedPath(key))));
}

/** Changes nothing. The program may run. */
export async function examine({ client, stored, deep }: ExamineOptions): Promise<Examination> {
  // Before the rows: an upload announces its key before it writes, so whatever is here by now is named below, or is left behind.
  const present = await stored.list("objects/");
  const named = await namedFiles(client);
  const { rows: waiting } = await client.query<{ key: string }>("select key from storage.unreferenced_bytes");
  const lost: LostFile[] = [];
  for (const { key, size, sha256 } of named) {
    const found = present.get(storedPath(key));
    if (found === undefined) lost.push({ key, sha256, reason: "missing" });
    else if (found !== size) lost.push({ key, sha256, reason: "size" });
    else if (deep && (await digestOf(stored, storedPath(key))) !== sha256) lost.push({ key, sha256, reason: "content" });
  }
  const known = new Set([...named, ...waiting].map(({ key }) => storedPath(key)));
  const { rows: unmatched } = await client.query<Examination["unmatched"]>(
    `select count(*) filter (where audio_url is not null and a.id is null)::int as recordings,
       count(*) filter (where image_url is not null and i.id is null)::int as pictures
     from public.sermons s
       left join storage.objects a on a.bucket_id = 'sermon-audio' and a.name = s.audio_url
       left join storage.objects i on i.bucket_id = 'sermon-images' and i.name = s.image_url`,
  );
  return {
    lost: await stillLost(lost, client, stored),
    orphans: [...present.keys()].filter((path) => !known.has(path)),
    unmatched: unmatched[0] ?? { recordings: 0, pictures: 0 },
    files: named.length,
  };
}

interface MendOptions {
  stored: Folder;
  store: ObjectStore;
  /** Where lost files are looked for; null: nowhere. */
  backups: Folder | null;
}

/** Deletes orphans, and brings back lost files of which a backup has the true bytes. Returns the keys that are still lost. */
export async function mend({ lost, orphans }: Examination, { stored, store, backups }: MendOptions): Promise<LostFile[]> {
  await stored.delete(orphans);
  const left: LostFile[] = [];
  for (const file of lost) {
    const bytes = await backups?.get(filePath(file.key));
    bytes?.destroy();
    if (!backups || !bytes || (await digestOf(backups, filePath(file.key))) !== file.sha256) left.push(file);
    else {
      const copy = await read(backups, filePath(file.key));
      await store.put(file.key, copy).finally(() => copy.destroy());
    }
  }
  return left;
}
