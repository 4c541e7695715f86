import pg from "pg";
import { listSequences, listTables, qualified, type Table } from "./table-copies.ts";

/** So that both servers write a value as the same text. */
const FORMS =
  "set datestyle to iso; set timezone to 'UTC'; set intervalstyle to postgres; set extra_float_digits to 1; set bytea_output to hex";

interface Rows {
  rows: number;
  digest: string;
}

/** How many rows, and the sum of their digests, which does not depend on their order. */
async function digestOfRows(client: pg.ClientBase, table: Table): Promise<Rows> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const { rows } = await client.query<Rows>(
    `select count(*)::int as rows, coalesce(sum(('x' || left(md5(row(${columns})::text), 16))::bit(64)::bigint::numeric), 0)::text as digest
     from ${qualified(table)}`,
  );
  return rows[0] ?? { rows: 0, digest: "0" };
}

/** Compares every table and sequence of two databases. Returns a line for each difference, and how many rows the first one has. */
export async function compareRows(
  one: pg.ClientBase,
  other: pg.ClientBase,
  isIgnored: (schema: string) => boolean,
): Promise<{ problems: string[]; rows: number }> {
  await one.query(FORMS);
  await other.query(FORMS);
  const here = await listTables(one);
  const there = new Set((await listTables(other)).filter(({ schema }) => !isIgnored(schema)).map(qualified));
  const problems: string[] = [];
  let rows = 0;
  for (const table of here) {
    const name = qualified(table);
    if (!there.delete(name)) {
      problems.push(`the table ${name} is missing`);
      continue;
    }
    const [sent, arrived] = [await digestOfRows(one, table), await digestOfRows(other, table)];
    rows += sent.rows;
    if (arrived.rows !== sent.rows) problems.push(`${name} has ${arrived.rows} rows in place of ${sent.rows}`);
    else if (arrived.digest !== sent.digest) problems.push(`${name} has other rows`);
  }
  for (const name of there) problems.push(`the table ${name} is in the way`);
  const positions = async (client: pg.ClientBase) =>
    new Map((await listSequences(client)).map(({ value, called, ...place }) => [qualified(place), `${value} ${called}`]));
  const [before, after] = [await positions(one), await positions(other)];
  for (const [name, position] of before) if (after.get(name) !== position) problems.push(`the sequence ${name} is elsewhere`);
  return { problems, rows };
}
