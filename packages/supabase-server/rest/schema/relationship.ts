import { notImplemented, RestError } from "../errors.ts";
import type { ForeignKey, Relation, Schema } from "./schema.ts";

/** A foreign key seen from one of its ends. `columns` pairs a column of the origin with one of the target. */
export interface Relationship {
  cardinality: "many-to-one" | "one-to-many" | "one-to-one";
  constraint: string;
  target: Relation;
  columns: readonly (readonly [origin: string, target: string])[];
  /** Whether the origin holds the foreign key. */
  ownsKey: boolean;
  isSelf: boolean;
}

function pair(from: readonly string[], to: readonly string[]): [string, string][] {
  return from.map((name, index) => [name, to[index] ?? name]);
}

function relationshipsFrom(origin: string, key: ForeignKey, schema: Schema): Relationship[] {
  const found: Relationship[] = [];
  const isSelf = key.table === key.targetTable;
  const [child, parent] = [schema.relations.get(key.table), schema.relations.get(key.targetTable)];
  const shared = { constraint: key.name, isSelf };
  if (key.table === origin && parent) {
    const columns = pair(key.columns, key.targetColumns);
    found.push({ ...shared, cardinality: key.isUnique ? "one-to-one" : "many-to-one", target: parent, columns, ownsKey: true });
  }
  if (key.targetTable === origin && child) {
    const columns = pair(key.targetColumns, key.columns);
    found.push({ ...shared, cardinality: key.isUnique ? "one-to-one" : "one-to-many", target: child, columns, ownsKey: false });
  }
  return found;
}

/** Whether `target!hint` in a select means this relationship (PostgREST, "Foreign Key Joins" and "Recursive Relationships"). */
function matchesHint(relationship: Relationship, target: string, hint: string | null): boolean {
  const { constraint, ownsKey, isSelf, columns } = relationship;
  const only = columns.length === 1 ? columns[0] : undefined;
  const toTable = target === relationship.target.name;
  if (isSelf) {
    // A self-reference has two relationships: the table's name selects the referencing rows, the column's name the referenced row.
    if (hint === null) return ownsKey ? target === only?.[0] : toTable;
    return toTable && !ownsKey && hint === only?.[1];
  }
  if (hint === null) return toTable || target === constraint || (ownsKey && target === only?.[0]);
  return toTable && (hint === constraint || hint === only?.[0] || hint === only?.[1]);
}

function description(origin: string, { constraint, target, columns }: Relationship): string {
  const [own, others] = [columns.map(([name]) => name), columns.map(([, name]) => name)];
  return `${constraint} using ${origin}(${own.join(", ")}) and ${target.name}(${others.join(", ")})`;
}

/** Whether a table's primary key consists of references to both: many-to-many, which PostgREST embeds directly. */
function isJoined(schema: Schema, one: string, other: string): boolean {
  return [...schema.relations.values()].some(({ name, primaryKey }) => {
    const keys = schema.foreignKeys.filter(
      ({ table, columns }) => table === name && columns.every((each) => primaryKey.includes(each)),
    );
    return [one, other].every((end) => keys.some((key) => key.targetTable === end));
  });
}

/**
 * Finds what `select=target!hint(...)` embeds. Throws PGRST200 when there is none, PGRST201 (300) when there are several, PGRST127 for
 * many-to-many.
 */
export function findRelationship(schema: Schema, origin: string, target: string, hint: string | null): Relationship {
  const found = schema.foreignKeys
    .flatMap((key) => relationshipsFrom(origin, key, schema))
    .filter((each) => matchesHint(each, target, hint))
    // The catalog has no order of its own; an answer has.
    .toSorted((one, other) => (one.constraint < other.constraint ? -1 : 1));
  const [first, ...others] = found;
  if (!first) {
    if (origin !== target && isJoined(schema, origin, target))
      throw notImplemented(
        `Embedding '${target}' in '${origin}' through the table that joins them is not supported.`,
        `Embed the table that joins them, and '${target}' in it.`,
      );
    const using = hint === null ? "" : ` using the hint '${hint}'`;
    throw new RestError(
      400,
      "PGRST200",
      `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
      {
        details: `Searched for a foreign key relationship between '${origin}' and '${target}'${using} in the schema '${schema.name}', but no matches were found.`,
      },
    );
  }
  if (others.length > 0) {
    throw new RestError(
      300,
      "PGRST201",
      `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
      {
        details: found.map((each) => ({
          cardinality: each.cardinality,
          embedding: `${origin} with ${each.target.name}`,
          relationship: description(origin, each),
        })),
        hint: `Try changing '${target}' to one of the following: ${found
          .map((each) => `'${each.target.name}!${each.constraint}'`)
          .join(", ")}. Find the desired relationship in the 'details' key.`,
      },
    );
  }
  return first;
}
