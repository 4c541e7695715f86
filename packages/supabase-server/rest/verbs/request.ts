import type { IncomingHttpHeaders } from "node:http";
import type { RequestContext, Role, Database } from "@lampstand/database";
import { isCacheMiss, unknownTable } from "../errors.ts";
import { parseQuery, type RestQuery } from "../grammar/query.ts";
import { limitWork, MAX_ANSWER_BYTES } from "../limits.ts";
import { closest } from "../schema/closest.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import type { Catalog, Relation, Schema } from "../schema/schema.ts";
import type { Size } from "../sql/read.ts";
import type { statementNamesByRole } from "../statement-names.ts";
import type { Pairs } from "../wire/query-string.ts";

/** Shared by all requests of a process. */
export interface Backend {
  db: Database;
  cache: SchemaCache;
  maxRows: MaxRows;
  nameOf: ReturnType<typeof statementNamesByRole>;
}

/** Maximum rows of a response and of each embedded list, by caller. */
export interface MaxRows {
  people: number;
  service: number;
}

/** An authenticated request, independent of the web framework. */
export interface RestRequest {
  method: string;
  pairs: Pairs;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
  context: RequestContext;
  /** Name of the requested exposed schema. */
  schema: string;
}

export interface RestResponse {
  status: number;
  /** Later ones replace earlier ones of the same name. */
  headers: (readonly [name: string, value: string])[];
  body: string | null;
}

/** The read limits for this role. */
export function sizeFor({ maxRows }: Backend, role: Role): Size {
  return { rows: role === "service_role" ? maxRows.service : maxRows.people, bytes: MAX_ANSWER_BYTES };
}

/** Parses the query and checks it against its role's limits. Throws PGRST100, 123, 127, PGRSTL02. */
export function queryOf({ pairs, context }: RestRequest, callsByGet: boolean): RestQuery {
  const query = parseQuery(pairs, callsByGet);
  limitWork(query, context.claims.role);
  return query;
}

/** The `prefer` and `range` headers, which Node joins when repeated. */
export function header(request: RestRequest, name: "prefer" | "range" | "accept" | "content-type"): string | undefined {
  const found = request.headers[name];
  return Array.isArray(found) ? found.join(", ") : found;
}

/** Plans with the schema cache, and again with a reloaded one if a name is unknown. */
export async function planned<T>(backend: Backend, request: RestRequest, plan: (schema: Schema) => T): Promise<T> {
  const within = (catalog: Catalog): T => {
    const schema = catalog.get(request.schema);
    if (!schema) throw new Error("the schema cache lacks an exposed schema");
    return plan(schema);
  };
  const catalog = await backend.cache.current();
  try {
    return within(catalog);
  } catch (error) {
    const newer = isCacheMiss(error) ? await backend.cache.newerThan(catalog) : catalog;
    if (newer === catalog) throw error;
    return within(newer);
  }
}

/** The table or view of this name. Throws PGRST205; its hint names only tables that the caller's role has privileges on. */
export function findTable(schema: Schema, name: string, role: string): Relation {
  const relation = schema.relations.get(name);
  if (relation?.kind === "table") return relation;
  const reachable = [...schema.relations.values()].filter((each) => each.roles.includes(role)).map((each) => each.name);
  throw unknownTable(schema.name, name, closest(name, reachable));
}
