import type pg from "pg";

/** A file that a row of the database names. */
export interface NamedFile {
  /** In the object store: `<bucket>/<name>/<version>`. */
  key: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

/** Every file that the database names, in the order of their keys. */
export async function namedFiles(client: pg.ClientBase): Promise<NamedFile[]> {
  const { rows } = await client.query<NamedFile>(
    `select bucket_id || '/' || name || '/' || version as key, (metadata ->> 'size')::float8 as size,
       trim(both '"' from metadata ->> 'eTag') as sha256
     from storage.objects where version is not null order by 1`,
  );
  return rows;
}
