import type { Comparison, IsValue, Operation, Search } from "../grammar/filter.ts";
import type { Condition, Embed, PlannedField } from "../plan/read.ts";
import { catalogText, identifier, join, nothing, sql, value, type Sql } from "./sql.ts";

const COMPARISON: Readonly<Record<Comparison, Sql>> = {
  eq: sql`=`,
  neq: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
  like: sql`like`,
  ilike: sql`ilike`,
  match: sql`~`,
  imatch: sql`~*`,
  cs: sql`@>`,
  cd: sql`<@`,
  ov: sql`&&`,
  sl: sql`<<`,
  sr: sql`>>`,
  nxr: sql`&<`,
  nxl: sql`&>`,
  adj: sql`-|-`,
};

const IS: Readonly<Record<IsValue, Sql>> = {
  null: sql`null`,
  not_null: sql`not null`,
  true: sql`true`,
  false: sql`false`,
  unknown: sql`unknown`,
};

const SEARCH: Readonly<Record<Search, Sql>> = {
  fts: sql`to_tsquery`,
  plfts: sql`plainto_tsquery`,
  phfts: sql`phraseto_tsquery`,
  wfts: sql`websearch_to_tsquery`,
};

/** A column, or a path into its JSON. Composites and arrays are converted to JSON first. */
export function renderField({ column, path }: PlannedField, alias: string): Sql {
  const whole = identifier(alias, column.name);
  if (path.length === 0) return whole;
  const json = column.base === "json" || column.base === "jsonb" ? whole : sql`to_jsonb(${whole})`;
  return path.reduce((inner, step) => {
    const operand = step.isIndex ? sql`${value(step.operand)}::int` : sql`${value(step.operand)}::text`;
    return step.arrow === "->" ? sql`${inner}->${operand}` : sql`${inner}->>${operand}`;
  }, json);
}

// Types converted by to_tsvector for a text search, as PostgREST does since version 13.
const SEARCHABLE_TEXT: ReadonlySet<string> = new Set(["text", "varchar", "bpchar", "json", "jsonb"]);

function renderSearch(field: PlannedField, left: Sql, operation: Operation & { kind: "search" }): Sql {
  const language = operation.language === null ? nothing : sql`${value(operation.language)}::regconfig, `;
  const isText = field.path.length > 0 || SEARCHABLE_TEXT.has(field.column.base);
  return sql`${isText ? sql`to_tsvector(${language}${left})` : left} @@ ${SEARCH[operation.operator]}(${language}${value(operation.value)})`;
}

function renderOperation(field: PlannedField, alias: string, operation: Operation): Sql {
  const left = renderField(field, alias);
  switch (operation.kind) {
    case "is":
      return sql`${left} is ${IS[operation.value]}`;
    case "in":
      // `in.()` is the empty list, not a list of one empty string.
      return sql`${left} = any(${value(operation.values.length === 1 && operation.values[0] === "" ? [] : operation.values)})`;
    case "distinct":
      return sql`${left} is distinct from ${value(operation.value)}`;
    case "search":
      return renderSearch(field, left, operation);
    case "compare": {
      const isPattern = operation.operator === "like" || operation.operator === "ilike";
      const right = value(isPattern ? operation.value.replaceAll("*", "%") : operation.value);
      const operator = COMPARISON[operation.operator];
      if (operation.quantifier === null) return sql`${left} ${operator} ${right}`;
      return operation.quantifier === "any" ? sql`${left} ${operator} any(${right})` : sql`${left} ${operator} all(${right})`;
    }
  }
}

export function embedAlias(parent: string, embed: Embed): string {
  return `${parent}_${embed.index}`;
}

/** The embedded rows that belong to a row of `parent`, without order or limit: `from ... where ...`. */
export function renderEmbedSource(embed: Embed, parent: string): Sql {
  const alias = embedAlias(parent, embed);
  const { target, columns } = embed.relationship;
  const joined = columns.map(([origin, other]) => sql`${identifier(alias, other)} = ${identifier(parent, origin)}`);
  const conditions = [...joined, ...embed.read.conditions.map((condition) => renderCondition(condition, alias))];
  return sql`from ${identifier(target.schema, target.name)} as ${identifier(alias)} where ${join(conditions, sql` and `)}`;
}

function renderCondition(condition: Condition, alias: string): Sql {
  const positive = ((): Sql => {
    switch (condition.kind) {
      case "condition":
        return renderOperation(condition.field, alias, condition.operation);
      case "tree": {
        const between = condition.operator === "and" ? sql` and ` : sql` or `;
        return join(
          condition.conditions.map((each) => renderCondition(each, alias)),
          between,
        );
      }
      case "exists":
        return sql`exists (select ${renderEmbedSource(condition.embed, alias)})`;
    }
  })();
  return condition.negated ? sql`not (${positive})` : sql`(${positive})`;
}

/** `where ...`, or nothing. */
export function renderWhere(conditions: readonly Condition[], alias: string): Sql {
  if (conditions.length === 0) return nothing;
  return sql` where ${join(
    conditions.map((condition) => renderCondition(condition, alias)),
    sql` and `,
  )}`;
}

export function renderCast(piece: Sql, cast: Parameters<typeof catalogText>[0] | null): Sql {
  return cast === null ? piece : sql`cast(${piece} as ${catalogText(cast)})`;
}
