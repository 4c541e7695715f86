import type { Embed, Output, PlannedOrder, ReadPlan } from "../plan/read.ts";
import type { Representation } from "../wire/media-type.ts";
import { embedAlias, renderCast, renderEmbedSource, renderField, renderWhere } from "./condition.ts";
import { identifier, join, nothing, sql, value, type Sql } from "./sql.ts";

/** The alias of the request's own resource. */
export const ROOT = "t";

/** Limits of a read: rows of the response and of each embedded list, bytes of JSON in total. */
export interface Size {
  rows: number;
  bytes: number;
}

/**
 * Each of `rows` as JSON, in a relation `r` with one column `json`. `offset 0` keeps the planner from inlining the expression, which would
 * evaluate it at each use.
 */
function renderJson(rows: Sql, row: Sql, stripNulls: boolean): Sql {
  const json = stripNulls ? sql`json_strip_nulls(${row})` : row;
  return sql`(select ${json} as json from (${rows}) as r offset 0) as r`;
}

/** Counts the rows' bytes while they are aggregated; raises `54RST` when there are too many. */
function renderByteCount(bytes: number): Sql {
  return sql`rest.bounded_bytes(octet_length(r.json::text), ${value(String(bytes))})`;
}

function renderEmbed(embed: Embed, parent: string, size: Size): Sql {
  const { read, relationship } = embed;
  const source = renderEmbedSource(embed, parent);
  const outputs = renderOutputs(read.outputs, embedAlias(parent, embed), size);
  if (relationship.cardinality !== "one-to-many")
    return sql`(select row_to_json(e.*) from (select ${outputs} ${source} limit 1) as e)`;
  const order = renderOrder(read.order, embedAlias(parent, embed));
  const rows = sql`select ${outputs} ${source}${order}${renderRange(read, size.rows)}`;
  const list = renderJson(rows, sql`row_to_json(r.*)`, false);
  return sql`(select case when ${renderByteCount(size.bytes)} >= 0 then coalesce(json_agg(r.json), '[]') end from ${list})`;
}

function renderOutputs(outputs: readonly Output[], alias: string, size: Size): Sql {
  // Embedded lists are built before their row is measured, so the row's bytes are divided among them.
  const embeds = outputs.filter((output) => output.kind === "embed").length;
  const share = { rows: size.rows, bytes: Math.floor(size.bytes / Math.max(1, embeds)) };
  const columns = outputs.flatMap((output): Sql[] => {
    switch (output.kind) {
      case "all":
        return [sql`${identifier(alias)}.*`];
      case "field":
        return [sql`${renderCast(renderField(output.field, alias), output.cast)} as ${identifier(output.label)}`];
      case "count":
        return [sql`${renderCast(sql`count(*)`, output.cast)} as ${identifier(output.label)}`];
      case "embed":
        // `rel()` only joins and has no output.
        if (output.embed.read.outputs.length === 0) return [];
        return [sql`${renderEmbed(output.embed, alias, share)} as ${identifier(output.embed.name)}`];
    }
  });
  return join(columns, sql`, `);
}

function renderOrder(order: readonly PlannedOrder[], alias: string): Sql {
  if (order.length === 0) return nothing;
  const terms = order.map((term) => {
    const field = term.embed
      ? sql`(select ${renderField(term.field, embedAlias(alias, term.embed))} ${renderEmbedSource(term.embed, alias)} limit 1)`
      : renderField(term.field, alias);
    const nulls = term.nulls === null ? nothing : term.nulls === "first" ? sql` nulls first` : sql` nulls last`;
    return sql`${field}${term.direction === "desc" ? sql` desc` : nothing}${nulls}`;
  });
  return sql` order by ${join(terms, sql`, `)}`;
}

function renderRange({ offset, limit }: Pick<ReadPlan, "offset" | "limit">, maxRows: number): Sql {
  const rows = Math.min(limit ?? Infinity, maxRows);
  return sql`${rows === Infinity ? nothing : sql` limit ${value(String(rows))}`}${offset === 0 ? nothing : sql` offset ${value(String(offset))}`}`;
}

/** The ordered rows of a plan from `source`. Rows that a write has `returned` are not limited by a range. */
export function renderRows(plan: ReadPlan, source: Sql, size: Size, returned = false): Sql {
  const outputs = renderOutputs(plan.outputs, ROOT, size);
  const range = returned ? nothing : renderRange(plan, size.rows);
  const where = renderWhere(plan.conditions, ROOT);
  return sql`select ${outputs} from ${source} as ${identifier(ROOT)}${where}${renderOrder(plan.order, ROOT)}${range}`;
}

/** The rows that match the conditions, without the range; at most `cap`. */
function renderMatches(plan: ReadPlan, source: Sql, cap: number | null): Sql {
  const limit = cap === null ? nothing : sql` limit ${value(String(cap))}`;
  return sql`select from ${source} as ${identifier(ROOT)}${renderWhere(plan.conditions, ROOT)}${limit}`;
}

/**
 * `rows` in the form that was negotiated, as `select body, page, bytes, ...`: `body` is their JSON, `page` how many there are.
 * `row` is the JSON of one: `row_to_json(r.*)`, since `r` could be a column's name. `more` are columns to answer beside them.
 */
export function renderBody(
  representation: Pick<Representation, "single" | "stripNulls">,
  rows: Sql,
  options: { bytes: number; more: Sql; row?: Sql },
): Sql {
  const { bytes, more, row = sql`row_to_json(r.*)` } = options;
  const body = representation.single
    ? sql`coalesce((array_agg(r.json))[1]::text, 'null')`
    : sql`coalesce(json_agg(r.json)::text, '[]')`;
  const source = renderJson(rows, row, representation.stripNulls);
  return sql`select ${body} as body, count(*) as page, ${renderByteCount(bytes)} as bytes, ${more} from ${source}`;
}

/** How to count matching rows: not (null), all (`cap` null), or up to `cap`. */
export type Count = { cap: number | null } | null;

/** The number of matching rows of `source`, or null. */
export function renderTotal(plan: ReadPlan, source: Sql, count: Count): Sql {
  return count === null ? sql`null` : sql`(select count(*) from (${renderMatches(plan, source, count.cap)}) as m)`;
}

/** A read in one statement: `body` (null for HEAD), `page` (its number of rows), `total` (matching rows without the range). */
export function renderRead(
  plan: ReadPlan,
  source: Sql,
  representation: Representation,
  options: { size: Size; head: boolean; count: Count },
): Sql {
  const total = sql`${renderTotal(plan, source, options.count)} as total`;
  const rows = renderRows(plan, source, options.size);
  if (options.head) return sql`select null as body, count(*) as page, ${total} from (${rows}) as r`;
  return renderBody(representation, rows, { bytes: options.size.bytes, more: total });
}
