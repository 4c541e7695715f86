import {
  badEmbedFilter,
  beyondLimit,
  duplicateEmbed,
  notEmbedded,
  notImplemented,
  parseError,
  relatedOrderNotToOne,
  unknownColumn,
  unknownType,
} from "../errors.ts";
import type { Field, JsonStep } from "../grammar/field.ts";
import type { Filter, Operation } from "../grammar/filter.ts";
import type { OrderTerm } from "../grammar/order.ts";
import type { At, RestQuery } from "../grammar/query.ts";
import type { RelationNode, SelectNode } from "../grammar/select.ts";
import { findRelationship, type Relationship } from "../schema/relationship.ts";
import type { CatalogText, Column, Relation, Schema } from "../schema/schema.ts";
import { builtInTypes } from "./built-in-types.ts";

export interface PlannedField {
  column: Column;
  path: readonly JsonStep[];
}

export type Condition =
  | { kind: "condition"; field: PlannedField; negated: boolean; operation: Operation }
  | { kind: "tree"; operator: "and" | "or"; negated: boolean; conditions: readonly Condition[] }
  | { kind: "exists"; embed: Embed; negated: boolean };

export type Output =
  | { kind: "all" }
  | { kind: "field"; field: PlannedField; cast: CatalogText | null; label: string }
  | { kind: "count"; cast: CatalogText | null; label: string }
  | { kind: "embed"; embed: Embed };

export interface PlannedOrder extends Pick<OrderTerm, "direction" | "nulls"> {
  field: PlannedField;
  /** The embedded to-one resource whose column it is, or null for the row's own. */
  embed: Embed | null;
}

/** Which rows and columns of one resource to read. All names come from the schema cache. */
export interface ReadPlan {
  relation: RelationShape;
  outputs: readonly Output[];
  conditions: readonly Condition[];
  order: readonly PlannedOrder[];
  offset: number;
  limit: number | null;
}

export interface Embed {
  /** Its key in the row and its name in filters. */
  name: string;
  /** Distinguishes the embeds of one row in SQL. */
  index: number;
  relationship: Relationship;
  /** Rows without it are left out. */
  inner: boolean;
  read: ReadPlan;
}

/** What has columns: a table, or a function's result. */
export type RelationShape = Pick<Relation, "name" | "columns">;

function planField(relation: RelationShape, field: Field): PlannedField {
  const column = relation.columns.get(field.name);
  if (!column) throw unknownColumn(relation.name, field.name);
  return { column, path: field.path };
}

/** The key of a field in the row: its alias, else the last key of its JSON path, else its column. */
function label(field: Field, alias: string | null): string {
  const name = alias ?? field.path.findLast((step) => !step.isIndex)?.operand ?? field.name;
  // PostgreSQL silently truncates longer names, which would change the key in the response.
  if (Buffer.byteLength(name) > 63)
    throw parseError(`select parameter (${name})`, 1, "names are at most 63 bytes long; use a shorter alias");
  return name;
}

function planCast(schema: Schema, cast: string | null): CatalogText | null {
  if (cast === null) return null;
  const type = schema.types.get(cast) ?? builtInTypes.get(cast.toLowerCase());
  if (type === undefined) throw unknownType(cast);
  return type;
}

function planFilter(relation: RelationShape, embeds: ReadonlyMap<string, Embed>, filter: Filter): Condition {
  if (filter.kind === "tree") {
    const conditions = filter.filters.map((each) => planFilter(relation, embeds, each));
    return { kind: "tree", operator: filter.operator, negated: filter.negated, conditions };
  }
  const embed = filter.field.path.length === 0 ? embeds.get(filter.field.name) : undefined;
  if (embed) {
    const value = filter.operation.kind === "is" ? filter.operation.value : null;
    if (value !== "null" && value !== "not_null") throw badEmbedFilter(embed.name);
    return { kind: "exists", embed, negated: (value === "null") !== filter.negated };
  }
  return { kind: "condition", field: planField(relation, filter.field), negated: filter.negated, operation: filter.operation };
}

function planOrder(relation: RelationShape, embeds: ReadonlyMap<string, Embed>, term: OrderTerm): PlannedOrder {
  const { direction, nulls } = term;
  if (term.relation === null) return { field: planField(relation, term.field), embed: null, direction, nulls };
  const embed = embeds.get(term.relation);
  if (!embed) throw notEmbedded(term.relation);
  if (embed.relationship.cardinality === "one-to-many") throw relatedOrderNotToOne(relation.name, term.relation);
  return { field: planField(embed.read.relation, term.field), embed, direction, nulls };
}

/** The clauses for the resource itself, not for embedded ones. */
function topLevel<T>(clauses: readonly At<T>[]): T[] {
  return clauses.filter((each) => each.path.length === 0).map((each) => each.value);
}

/** Conditions of an update or delete, which has no embedded resources. */
export function planConditions(relation: RelationShape, query: RestQuery): Condition[] {
  return topLevel(query.filters).map((filter) => planFilter(relation, new Map(), filter));
}

/** The clauses for one resource; those for its embedded resources have paths relative to it. */
type Clauses = Pick<RestQuery, "select" | "filters" | "order" | "limits" | "offsets">;

function clausesOf(query: Clauses, name: string, select: readonly SelectNode[]): Clauses {
  const inside = <T>(clauses: readonly At<T>[]): At<T>[] =>
    clauses.filter((each) => each.path[0] === name).map((each) => ({ path: each.path.slice(1), value: each.value }));
  return {
    select,
    filters: inside(query.filters),
    order: inside(query.order),
    limits: inside(query.limits),
    offsets: inside(query.offsets),
  };
}

function planEmbed(schema: Schema, origin: RelationShape, query: Clauses, node: RelationNode, index: number): Embed {
  const relationship = findRelationship(schema, origin.name, node.target, node.hint);
  const name = label({ name: node.target, path: [] }, node.alias);
  return {
    name,
    index,
    relationship,
    inner: node.inner,
    read: planRead(schema, relationship.target, clausesOf(query, name, node.select)),
  };
}

// Selecting a column several times under aliases multiplies the response; control characters in text take six bytes each as JSON.
const SAME_COLUMN = 3;
const PLACES_IN_ONE_DOCUMENT = 20;

/** Throws PGRSTL02 for a selection that would multiply the size of the stored rows. */
function limitOutputs({ columns }: RelationShape, outputs: readonly Output[]): void {
  const whole = outputs.filter((output) => output.kind === "all").length;
  for (const column of columns.values()) {
    const shown = outputs.flatMap((output) => (output.kind === "field" && output.field.column === column ? [output.field] : []));
    const isDocument = column.base === "json" || column.base === "jsonb";
    // In a column that is not a JSON document, a path returns the whole value or nothing.
    const places = isDocument ? shown.filter(({ path }) => path.length > 0).length : 0;
    if (whole + shown.length - places > SAME_COLUMN || places > PLACES_IN_ONE_DOCUMENT)
      throw beyondLimit(`The column '${column.name}' is selected too often`, "Select each column once.");
  }
}

/** Whether a field is PostgREST's older form of `count()`: `count` without parentheses, if there is no such column. */
function isCount({ columns }: RelationShape, { name, path }: Field): boolean {
  return name === "count" && path.length === 0 && !columns.has("count");
}

/**
 * Resolves a query's names against the schema. `limits` and `offsets` of the resource itself are left to the caller.
 * Throws 42703 for unknown columns, 42704 for casts to unknown types, PGRST108, 118, 120, 127, 200, 201, PGRSTL02.
 */
export function planRead(schema: Schema, relation: RelationShape, query: Clauses): ReadPlan {
  const embeds = new Map<string, Embed>();
  const outputs = query.select.map((node): Output => {
    if (node.kind === "all") return { kind: "all" };
    if (node.kind === "relation") {
      const embed = planEmbed(schema, relation, query, node, embeds.size);
      if (embeds.has(embed.name)) throw duplicateEmbed(embed.name);
      embeds.set(embed.name, embed);
      return { kind: "embed", embed };
    }
    const cast = planCast(schema, node.cast);
    if (node.kind === "count" || isCount(relation, node.field)) {
      if (query.select.length > 1)
        throw notImplemented("count() beside other columns, which would group the rows, is not supported.");
      return { kind: "count", cast, label: label({ name: "count", path: [] }, node.alias) };
    }
    return { kind: "field", field: planField(relation, node.field), cast, label: label(node.field, node.alias) };
  });
  limitOutputs(relation, outputs);
  for (const { path } of [...query.filters, ...query.order, ...query.limits, ...query.offsets]) {
    if (path[0] !== undefined && !embeds.has(path[0])) throw notEmbedded(path[0]);
  }
  return {
    relation,
    outputs,
    conditions: [
      ...topLevel(query.filters).map((filter) => planFilter(relation, embeds, filter)),
      ...[...embeds.values()].filter((embed) => embed.inner).map((embed) => ({ kind: "exists" as const, embed, negated: false })),
    ],
    order: topLevel(query.order).flatMap((terms) => terms.map((term) => planOrder(relation, embeds, term))),
    offset: topLevel(query.offsets).at(-1) ?? 0,
    limit: topLevel(query.limits).at(-1) ?? null,
  };
}
