import type { Readable } from "node:stream";
import pg from "pg";
import { to, from } from "pg-copy-streams";
import type { Sequence, TableCopy } from "./manifest.ts";

// Reading and writing whole tables with COPY, whose text format every version of PostgreSQL reads.

/** Schemas of PostgreSQL's own. */
const SYSTEM = "n.nspname not in ('information_schema', 'pg_catalog') and n.nspname !~ '^pg_(toast|temp)'";

/** What remembers which changes of schema were made: whoever makes the schema writes it, and a copy must not overwrite it. */
const MIGRATIONS_TABLE = "migrations";

export type Table = Pick<TableCopy, "schema" | "name" | "columns">;

export const qualified = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** Each table whose rows are data, with the columns that are not computed from others. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and ${SYSTEM} and c.relname <> $1
     group by 1, 2 order by 1, 2`,
    [MIGRATIONS_TABLE],
  );
  return rows;
}

/** The position of each sequence. */
export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname::text as schema, c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${SYSTEM} order by 1, 2`,
  );
  const sequences: Sequence[] = [];
  for (const place of rows) {
    const { rows: positions } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${qualified(place)}`,
    );
    for (const position of positions) sequences.push({ ...place, ...position });
  }
  return sequences;
}

const columnList = (table: Table): string => table.columns.map((column) => pg.escapeIdentifier(column)).join(", ");

/** The rows of a table, in the transaction of `client`. `rows()` counts them once the stream has ended. */
export function readTable(client: pg.ClientBase, table: Table): { stream: Readable; rows: () => number } {
  const stream = client.query(to(`copy ${qualified(table)} (${columnList(table)}) to stdout`));
  // pg emits the error of a lost connection on the stream, which stays open: whoever waits for its end would wait for ever.
  stream.on("error", (error) => stream.destroy(error));
  return { stream, rows: () => stream.rowCount };
}

/** Stream to write a table's rows into, in the transaction of `client`. */
export const writeTable = (client: pg.ClientBase, table: Table) =>
  client.query(from(`copy ${qualified(table)} (${columnList(table)}) from stdin`));

/**
 * Replaces the rows of `tables` in one transaction; `fill` writes them. Triggers that the schema defines do not fire, and foreign keys are taken away
 * and made again afterwards, which checks them: so the order of tables does not matter, and the login needs to be no superuser.
 */
export async function replaceRows(
  client: pg.ClientBase,
  tables: readonly Table[],
  sequences: readonly Sequence[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: keys } = await client.query<{ owner: string; name: string; definition: string }>(
    `select format('%I.%I', n.nspname, t.relname) as owner, c.conname::text as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
     where c.contype = 'f' and ${SYSTEM}`,
  );
  await client.query("begin");
  try {
    for (const key of keys) await client.query(`alter table ${key.owner} drop constraint ${pg.escapeIdentifier(key.name)}`);
    for (const table of tables) await client.query(`alter table ${qualified(table)} disable trigger user`);
    if (tables.length > 0) await client.query(`truncate ${tables.map(qualified).join(", ")}`);
    await fill();
    for (const { value, called, ...place } of sequences)
      await client.query("select setval($1::regclass, $2, $3)", [qualified(place), value, called]);
    for (const table of tables) await client.query(`alter table ${qualified(table)} enable trigger user`);
    for (const key of keys)
      await client.query(`alter table ${key.owner} add constraint ${pg.escapeIdentifier(key.name)} ${key.definition}`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
  await client.query("analyze");
}
