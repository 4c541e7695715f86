import { z } from "zod";

/** SQL text from PostgreSQL's catalog, safe to embed: a type as printed by `format_type`, or a default's expression. */
const catalogText = z.string().brand<"CatalogText">();
export type CatalogText = z.infer<typeof catalogText>;

const column = z.object({
  name: z.string(),
  type: catalogText,
  /** The type's catalog name, of the base type for a domain: `text`, `jsonb`, `tsvector`, `int4`. */
  base: z.string(),
  defaultValue: catalogText.nullable(),
});
export type Column = z.infer<typeof column>;

const relation = z.object({
  schema: z.string(),
  name: z.string(),
  /** Composite types have no rows; they are needed for functions that return them. */
  kind: z.enum(["table", "composite"]),
  columns: z.array(column),
  primaryKey: z.array(z.string()),
  /** The request roles with any privilege on it; its name is not used in hints for others. */
  roles: z.array(z.string()),
});

const foreignKey = z.object({
  name: z.string(),
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  targetTable: z.string(),
  targetColumns: z.array(z.string()),
  /** At most one row refers to each target row: the relationship is one-to-one. */
  isUnique: z.boolean(),
});
export type ForeignKey = z.infer<typeof foreignKey>;

const parameter = z.object({ name: z.string(), type: catalogText, required: z.boolean(), variadic: z.boolean() });

const routine = z.object({
  schema: z.string(),
  name: z.string(),
  isVolatile: z.boolean(),
  parameters: z.array(parameter),
  returns: z.object({
    kind: z.enum(["void", "scalar", "composite"]),
    isSet: z.boolean(),
    /** The table or composite type whose rows it returns. */
    relation: z.string().nullable(),
    /** The columns of `returns table (...)` and of `out` parameters. */
    columns: z.array(column),
  }),
  roles: z.array(z.string()),
});
export type Routine = z.infer<typeof routine>;

export const snapshot = z.object({
  relations: z.array(relation),
  foreignKeys: z.array(foreignKey),
  routines: z.array(routine),
  /** Enums and domains, which a column can be cast to. */
  types: z.array(z.object({ schema: z.string(), name: z.string(), type: catalogText })),
});

export interface Relation {
  schema: string;
  name: string;
  kind: "table" | "composite";
  columns: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
  roles: readonly string[];
}

/** One exposed schema of the database. */
export interface Schema {
  name: string;
  relations: ReadonlyMap<string, Relation>;
  foreignKeys: readonly ForeignKey[];
  /** Overloads by name. */
  routines: ReadonlyMap<string, readonly Routine[]>;
  types: ReadonlyMap<string, CatalogText>;
}

/** The exposed schemas by name. */
export type Catalog = ReadonlyMap<string, Schema>;

export function columnsByName(columns: readonly Column[]): ReadonlyMap<string, Column> {
  return new Map(columns.map((each) => [each.name, each]));
}

export function catalogOf(schemas: readonly string[], found: z.infer<typeof snapshot>): Catalog {
  return new Map(
    schemas.map((name) => {
      const here = (each: { schema: string }): boolean => each.schema === name;
      const schema: Schema = {
        name,
        relations: new Map(
          found.relations.filter(here).map((each) => [each.name, { ...each, columns: columnsByName(each.columns) }]),
        ),
        foreignKeys: found.foreignKeys.filter(here),
        routines: Map.groupBy(found.routines.filter(here), (each) => each.name),
        types: new Map(found.types.filter(here).map((each) => [each.name, each.type])),
      };
      return [name, schema];
    }),
  );
}
