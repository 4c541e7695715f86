import type { CatalogText } from "../schema/schema.ts";

// By catalog name, as in `select=price::numeric`. Without `char`, which truncates to one letter, and `xml`, whose entities can expand.
const CATALOG = [
  "bool",
  "bytea",
  "cidr",
  "date",
  "float4",
  "float8",
  "inet",
  "int2",
  "int4",
  "int8",
  "interval",
  "json",
  "jsonb",
  "numeric",
  "text",
  "time",
  "timestamp",
  "timestamptz",
  "timetz",
  "tsquery",
  "tsvector",
  "uuid",
  "varchar",
  "_bool",
  "_float8",
  "_int4",
  "_int8",
  "_jsonb",
  "_numeric",
  "_text",
  "_uuid",
  "_varchar",
] as const;

const NAMES: Readonly<Record<string, (typeof CATALOG)[number]>> = {
  bigint: "int8",
  boolean: "bool",
  "character varying": "varchar",
  decimal: "numeric",
  "double precision": "float8",
  float: "float8",
  int: "int4",
  integer: "int4",
  real: "float4",
  smallint: "int2",
  "time with time zone": "timetz",
  "time without time zone": "time",
  "timestamp with time zone": "timestamptz",
  "timestamp without time zone": "timestamp",
};

const typeOf = (name: string): CatalogText => `pg_catalog.${name}` as CatalogText;

/** PostgreSQL's types that a column can be cast to, by each of their names. */
export const builtInTypes: ReadonlyMap<string, CatalogText> = new Map([
  ...CATALOG.map((name) => [name, typeOf(name)] as const),
  ...Object.entries(NAMES).map(([name, catalog]) => [name, typeOf(catalog)] as const),
]);
