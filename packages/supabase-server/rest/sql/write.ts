import type { ReadPlan } from "../plan/read.ts";
import type { Rows, Write, WritePlan } from "../plan/write.ts";
import type { Column } from "../schema/schema.ts";
import type { Representation } from "../wire/media-type.ts";
import { renderWhere } from "./condition.ts";
import { renderBody, renderRows, ROOT, type Size } from "./read.ts";
import { catalogText, identifier, join, nothing, sql, value, type Sql } from "./sql.ts";

// Counts the rows that an upsert updated, to choose between 201 and 200: `returning` does not distinguish them.
const COUNT_MERGED = sql`set_config('rest.merged', (coalesce(nullif(current_setting('rest.merged', true), ''), '0')::bigint + 1)::text, true) is not null`;

const names = (columns: readonly Column[]): Sql =>
  join(
    columns.map((column) => identifier(column.name)),
    sql`, `,
  );

/** The body as a relation `b` with one column for each of `rows.columns`; `onlyFirst` takes one row of an array. */
function renderPayload({ payload, columns, useDefaults }: Rows, onlyFirst: boolean): Sql {
  const isArray = payload.shape === "array";
  const json = sql`${value(payload.text)}::json`;
  const elements = isArray ? sql`json_array_elements(${json})` : sql`(select ${json})`;
  const only = isArray && onlyFirst ? sql` limit 1` : nothing;
  if (columns.length === 0) return sql`(select from ${elements} as i(item)${only}) as b`;
  const typed = columns.map((column) => sql`${identifier(column.name)} ${catalogText(column.type)}`);
  const picked = columns.map((column) => {
    const given = sql`r.${identifier(column.name)}`;
    if (!useDefaults || column.defaultValue === null) return given;
    return sql`case when i.item->${value(column.name)}::text is null then ${catalogText(column.defaultValue)} else ${given} end as ${identifier(column.name)}`;
  });
  const record = sql`json_to_record(i.item) as r(${join(typed, sql`, `)})`;
  return sql`(select ${join(picked, sql`, `)} from ${elements} as i(item), ${record}${only}) as b`;
}

/** The columns of the changed rows that a plan needs. */
function renderReturning(returning: ReadPlan | null): Sql {
  if (!returning) return sql`1`;
  if (returning.outputs.some((output) => output.kind === "all")) return sql`${identifier(ROOT)}.*`;
  const needed = new Set<string>();
  for (const output of returning.outputs) {
    if (output.kind === "field") needed.add(output.field.column.name);
    else if (output.kind === "embed") for (const [origin] of output.embed.relationship.columns) needed.add(origin);
  }
  for (const term of returning.order) if (!term.embed) needed.add(term.field.column.name);
  if (needed.size === 0) return sql`1`;
  return join(
    [...needed].map((name) => identifier(ROOT, name)),
    sql`, `,
  );
}

function renderInsert(target: Sql, { rows, onConflict }: Extract<Write, { kind: "insert" }>): Sql {
  const columns = rows.columns.length === 0 ? nothing : sql` (${names(rows.columns)})`;
  const values = join(
    rows.columns.map((column) => sql`b.${identifier(column.name)}`),
    sql`, `,
  );
  const insert = sql`insert into ${target}${columns} select ${values} from ${renderPayload(rows, false)}`;
  if (!onConflict) return insert;
  const keys = join(
    onConflict.columns.map((name) => identifier(name)),
    sql`, `,
  );
  if (!onConflict.merge || rows.columns.length === 0) return sql`${insert} on conflict (${keys}) do nothing`;
  const updates = rows.columns.map((column) => sql`${identifier(column.name)} = excluded.${identifier(column.name)}`);
  return sql`${insert} on conflict (${keys}) do update set ${join(updates, sql`, `)} where ${COUNT_MERGED}`;
}

function renderChange(write: Write, target: Sql): Sql {
  switch (write.kind) {
    case "insert":
      return renderInsert(target, write);
    case "delete":
      return sql`delete from ${target}${renderWhere(write.conditions, ROOT)}`;
    case "update": {
      const updates = write.rows.columns.map((column) => sql`${identifier(column.name)} = b.${identifier(column.name)}`);
      return sql`update ${target} set ${join(updates, sql`, `)} from ${renderPayload(write.rows, true)}${renderWhere(write.conditions, ROOT)}`;
    }
  }
}

/** The settings by which SQL code sets headers and status of the response (PostgREST, "Response Headers"). */
export const ANSWER_SETTINGS = sql`nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status`;

/**
 * A write and the read of its rows, in one statement: `body` (null when nothing is read), `page` (rows in it), `total` (changed rows),
 * `merged` (those updated by an upsert), `headers`, `status`. Too many bytes fail the statement, and so the write.
 */
export function renderWrite(plan: WritePlan, representation: Pick<Representation, "single" | "stripNulls">, size: Size): Sql {
  const returned = renderReturning(plan.returning);
  const target = sql`${identifier(plan.relation.schema, plan.relation.name)} as ${identifier(ROOT)}`;
  // An update without columns changes nothing.
  const isIdle = plan.write.kind === "update" && plan.write.rows.columns.length === 0;
  const change = isIdle
    ? sql`select ${returned} from ${target} where false`
    : sql`${renderChange(plan.write, target)} returning ${returned}`;
  const merged = sql`nullif(current_setting('rest.merged', true), '')`;
  const more = sql`(select count(*) from changed) as total, ${merged} as merged, ${ANSWER_SETTINGS}`;
  const answer = plan.returning
    ? renderBody(representation, renderRows(plan.returning, sql`changed`, size, true), { bytes: size.bytes, more })
    : sql`select null as body, count(*) as page, ${more} from changed`;
  return sql`with changed as (${change}) ${answer}`;
}
