import type { Embed, Output, PlannedOrder, ReadPlan } from "../plan/read.ts";
import type { Representation } from "../wire/media-type.ts";
import { embedAlias, renderCast, renderEmbedSource, renderField, renderWhere } from "./condition.ts";
import { identifier, join, nothing, sql, value, type Sql } from "./sql.ts";

/** The alias of the request's own resource. */
export const ROOT = "t";

function renderEmbed(embed: Embed, parent: string, maxRows: number): Sql {
  const { read, relationship } = embed;
  const source = renderEmbedSource(embed, parent);
  const outputs = renderOutputs(read.outputs, embedAlias(parent, embed), maxRows);
  if (relationship.cardinality !== "one-to-many")
    return sql`(select row_to_json(e.*) from (select ${outputs} ${source} limit 1) as e)`;
  const order = renderOrder(read.order, embedAlias(parent, embed));
  const rows = sql`select ${outputs} ${source}${order}${renderRange(read, maxRows)}`;
  return sql`(select coalesce(json_agg(e.*), '[]') from (${rows}) as e)`;
}

function renderOutputs(outputs: readonly Output[], alias: string, maxRows: number): Sql {
  const columns = outputs.flatMap((output): Sql[] => {
    switch (output.kind) {
      case "all":
        return [sql`${identifier(alias)}.*`];
      case "field":
        return [sql`${renderCast(renderField(output.field, alias), output.cast)} as ${identifier(output.label)}`];
      case "embed":
        // `rel()` joins, and shows nothing.
        if (output.embed.read.outputs.length === 0) return [];
        return [sql`${renderEmbed(output.embed, alias, maxRows)} as ${identifier(output.embed.name)}`];
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

/** The rows of a plan out of `source`, ordered; `maxRows` null takes them all (those that a write has returned). */
export function renderRows(plan: ReadPlan, source: Sql, maxRows: number | null): Sql {
  const outputs = renderOutputs(plan.outputs, ROOT, maxRows ?? Infinity);
  const range = maxRows === null ? nothing : renderRange(plan, maxRows);
  const where = renderWhere(plan.conditions, ROOT);
  return sql`select ${outputs} from ${source} as ${identifier(ROOT)}${where}${renderOrder(plan.order, ROOT)}${range}`;
}

/** How many rows the conditions let through, the range aside; at most `cap` are counted. */
export function renderMatches(plan: ReadPlan, source: Sql, cap: number | null): Sql {
  const limit = cap === null ? nothing : sql` limit ${value(String(cap))}`;
  return sql`select from ${source} as ${identifier(ROOT)}${renderWhere(plan.conditions, ROOT)}${limit}`;
}

/** The JSON of the rows of `r`, in the form that was negotiated. `row` is one of them: `r.*`, since `r` could be a column's name. */
export function renderBody(representation: Pick<Representation, "single" | "stripNulls">, row: Sql = sql`r.*`): Sql {
  const aggregated = representation.stripNulls ? sql`json_strip_nulls(json_agg(${row}))` : sql`json_agg(${row})`;
  return representation.single ? sql`coalesce((${aggregated}->0)::text, 'null')` : sql`coalesce(${aggregated}::text, '[]')`;
}

/** How the rows that match are counted: not, all, or only as far as `cap` (the planner's guess serves beyond it). */
export type Count = { cap: number | null } | null;

/** A read in one statement: `body` (null for HEAD), `page` (rows in it), `total` (rows that match, the range aside). */
export function renderRead(
  plan: ReadPlan,
  source: Sql,
  representation: Representation,
  options: { maxRows: number; head: boolean; count: Count },
): Sql {
  const matches = options.count && renderMatches(plan, source, options.count.cap);
  const total = matches ? sql`(select count(*) from (${matches}) as m)` : sql`null`;
  const body = options.head ? sql`null` : renderBody(representation);
  return sql`select ${body} as body, count(*) as page, ${total} as total from (${renderRows(plan, source, options.maxRows)}) as r`;
}
