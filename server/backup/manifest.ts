import { z } from "zod";

/** Of a set's layout and of this file. */
export const FORMAT = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** A table of a set: its rows as PostgreSQL's COPY writes them, compressed with Zstandard. */
export const tableCopy = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  /** Below the set. */
  path: z.string(),
  /** SHA-256 of the compressed file. */
  sha256: digest,
});
export type TableCopy = z.infer<typeof tableCopy>;

const sequence = z.object({ schema: z.string(), name: z.string(), value: z.string().regex(/^-?\d+$/), called: z.boolean() });
export type Sequence = z.infer<typeof sequence>;

/** `sets/<name>/manifest.json`, written last: a set without it is unfinished. */
export const manifest = z.object({
  format: z.literal(FORMAT, "was made by another version of the program, in a layout that this one does not know"),
  madeAt: z.iso.datetime(),
  /** The PostgreSQL server's version. */
  postgres: z.string(),
  /** Those that were applied, in order. */
  migrations: z.array(z.object({ room: z.string(), name: z.string(), sha256: digest })),
  tables: z.array(tableCopy),
  sequences: z.array(sequence),
  files: z.object({
    count: z.int().min(0),
    /** In all. */
    bytes: z.int().min(0),
    /** SHA-256 of the compressed list `files.jsonl.zst`. */
    listSha256: digest,
    /** Keys of files that the database names and that were missing or damaged already when the set was made. */
    lost: z.array(z.string()),
  }),
});
export type Manifest = z.infer<typeof manifest>;

/** A line of `files.jsonl.zst`. */
export const fileEntry = z.object({
  /** In the object store: `<bucket>/<name>/<version>`. */
  key: z.string(),
  size: z.int().min(0),
  sha256: digest,
});
export type FileEntry = z.infer<typeof fileEntry>;
