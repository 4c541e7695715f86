import { unknownColumn, unknownColumnInBody } from "../errors.ts";
import type { RestQuery } from "../grammar/query.ts";
import type { CatalogText, Column, Relation, Schema } from "../schema/schema.ts";
import type { Payload } from "../wire/payload.ts";
import type { Preferences } from "../wire/prefer.ts";
import { planConditions, planRead, type Condition, type ReadPlan } from "./read.ts";

/** The rows of a body, as values for columns. */
export interface Rows {
  payload: Payload;
  columns: readonly Column[];
  /** Missing keys get their column's default instead of null (`Prefer: missing=default`). */
  useDefaults: boolean;
}

export type Write =
  | { kind: "insert"; rows: Rows; onConflict: { columns: readonly string[]; merge: boolean } | null }
  | { kind: "update"; rows: Rows; conditions: readonly Condition[] }
  | { kind: "delete"; conditions: readonly Condition[] };

export interface WritePlan {
  relation: Relation;
  write: Write;
  /** What to read of the changed rows; null for nothing, which needs no SELECT right. */
  returning: ReadPlan | null;
}

function planRows(relation: Relation, payload: Payload, query: RestQuery, preferences: Preferences): Rows {
  const columns = (query.columns ?? payload.keys).map((name) => {
    const column = relation.columns.get(name);
    if (!column) throw unknownColumnInBody(relation.name, name);
    return column;
  });
  return { payload, columns: [...new Set(columns)], useDefaults: preferences.missing === "default" };
}

function planConflict(
  relation: Relation,
  query: RestQuery,
  preferences: Preferences,
): { columns: readonly string[]; merge: boolean } | null {
  const columns = query.onConflict ?? relation.primaryKey;
  if (preferences.resolution === null || columns.length === 0) return null;
  for (const name of columns) if (!relation.columns.has(name)) throw unknownColumn(relation.name, name);
  return { columns, merge: preferences.resolution === "merge-duplicates" };
}

function planReturning(
  schema: Schema,
  relation: Relation,
  query: RestQuery,
  isInsert: boolean,
  preferences: Preferences,
): ReadPlan | null {
  if (preferences.return === "representation") {
    // Only the output columns: the filters have already selected the rows, and no range applies.
    return planRead(schema, relation, {
      ...query,
      filters: query.filters.filter((each) => each.path.length > 0),
      limits: [],
      offsets: [],
    });
  }
  if (preferences.return !== "headers-only" || !isInsert || relation.primaryKey.length === 0) return null;
  const key = relation.primaryKey.flatMap((name) => relation.columns.get(name) ?? []);
  return {
    relation,
    outputs: key.map((column) => ({
      kind: "field",
      field: { column, path: [] },
      cast: "pg_catalog.text" as CatalogText,
      label: column.name,
    })),
    conditions: [],
    order: [],
    offset: 0,
    limit: null,
  };
}

export function planInsert(
  schema: Schema,
  relation: Relation,
  query: RestQuery,
  payload: Payload,
  preferences: Preferences,
): WritePlan {
  const rows = planRows(relation, payload, query, preferences);
  const write: Write = { kind: "insert", rows, onConflict: planConflict(relation, query, preferences) };
  return { relation, write, returning: planReturning(schema, relation, query, true, preferences) };
}

export function planUpdate(
  schema: Schema,
  relation: Relation,
  query: RestQuery,
  payload: Payload,
  preferences: Preferences,
): WritePlan {
  const rows = planRows(relation, payload, query, preferences);
  const write: Write = { kind: "update", rows, conditions: planConditions(relation, query) };
  return { relation, write, returning: planReturning(schema, relation, query, false, preferences) };
}

export function planDelete(schema: Schema, relation: Relation, query: RestQuery, preferences: Preferences): WritePlan {
  const write: Write = { kind: "delete", conditions: planConditions(relation, query) };
  return { relation, write, returning: planReturning(schema, relation, query, false, preferences) };
}
