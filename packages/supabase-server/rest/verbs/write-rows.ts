import { z } from "zod";
import { beyondLimit, notSingular, tooManyAffected } from "../errors.ts";
import { execute, executeChecked, type Outcome } from "../execute.ts";
import type { RestQuery } from "../grammar/query.ts";
import { planDelete, planInsert, planUpdate, type WritePlan } from "../plan/write.ts";
import type { Relation, Schema } from "../schema/schema.ts";
import { renderWrite } from "../sql/write.ts";
import { parseResponseHeaders, parseResponseStatus } from "../wire/answer-settings.ts";
import { negotiate, type Representation } from "../wire/media-type.ts";
import { parsePayload, type Payload } from "../wire/payload.ts";
import { parsePrefer, preferenceApplied, type Preferences } from "../wire/prefer.ts";
import { contentRange } from "../wire/range.ts";
import { findTable, header, planned, queryOf, sizeFor, type Backend, type RestRequest, type RestResponse } from "./request.ts";

type PlanWrite = (schema: Schema, relation: Relation) => WritePlan;

/** The parts of a request that every write uses. */
interface Asked {
  query: RestQuery;
  preferences: Preferences;
  representation: Representation;
}

interface Answer {
  status: number;
  headers: (readonly [name: string, value: string])[];
  /** Names of the preferences that this verb applies. */
  supportedPreferences: Parameters<typeof preferenceApplied>[1];
}

function read(request: RestRequest): Asked {
  return {
    query: queryOf(request, false),
    preferences: parsePrefer(header(request, "prefer")),
    representation: negotiate(header(request, "accept")),
  };
}

/** The body. Throws PGRSTL02 (413) for more rows than the caller could read at once. */
function payloadOf(backend: Backend, request: RestRequest, query: RestQuery): Payload {
  const payload = parsePayload(request.body, header(request, "content-type"), { anyKeys: query.columns !== null });
  const most = sizeFor(backend, request.context.claims.role).rows;
  if (payload.rows > most) throw beyondLimit(`A request writes at most ${most} rows`, "Write in several requests.", 413);
  return payload;
}

/** Runs a write; rolls back if the response must be one object and is not, or if `max-affected` is exceeded. */
async function run(backend: Backend, request: RestRequest, table: string, asked: Asked, plan: PlanWrite): Promise<Outcome> {
  const { representation, preferences } = asked;
  const write = await planned(backend, request, (schema) => plan(schema, findTable(schema, table, request.context.claims.role)));
  const form = preferences.return === "headers-only" ? { single: true, stripNulls: false } : representation;
  const statement = renderWrite(write, form, sizeFor(backend, request.context.claims.role));
  const { maxAffected } = preferences;
  const rollback = preferences.tx === "rollback";
  if (!representation.single && maxAffected === null && !rollback) return execute(backend, request.context, statement, false);
  const check = (found: Outcome): void => {
    if (maxAffected !== null && (found.total ?? 0) > maxAffected) throw tooManyAffected(found.total ?? 0);
    if (representation.single && found.page !== 1) throw notSingular(found.page);
  };
  return executeChecked(backend, request.context, statement, { check, rollback });
}

function answer(
  { preferences, representation }: Asked,
  found: Outcome,
  { status, headers, supportedPreferences }: Answer,
): RestResponse {
  const shown = preferences.return === "representation";
  const applied = preferenceApplied(preferences, supportedPreferences);
  return {
    status: parseResponseStatus(found.status ?? null) ?? status,
    headers: [
      ...headers,
      ...(applied === null ? [] : [["preference-applied", applied] as const]),
      ...(shown ? [["content-type", `${representation.contentType}; charset=utf-8`] as const] : []),
      ...parseResponseHeaders(found.headers ?? null),
    ],
    body: shown ? found.body : null,
  };
}

/** The number of changed rows, exact for every `count` preference. */
function changedTotal(found: Outcome, preferences: Preferences): number | null {
  return preferences.count === null ? null : found.total;
}

const keyValues = z.record(z.string(), z.string().nullable()).nullable();

/** `Location` of an inserted row by its primary key, for example `/t?id=eq.1`. */
function location(table: string, body: string | null): (readonly [string, string])[] {
  const key = keyValues.parse(JSON.parse(body ?? "null"));
  if (!key) return [];
  const filters = Object.entries(key).map(
    ([name, value]) => `${encodeURIComponent(name)}=${value === null ? "is.null" : `eq.${encodeURIComponent(value)}`}`,
  );
  return [["location", `/${encodeURIComponent(table)}?${filters.join("&")}`]];
}

/** `POST` to a table: insert, or upsert with `Prefer: resolution=...` (docs/dialect.md#writing). */
export async function insertRows(backend: Backend, request: RestRequest, table: string): Promise<RestResponse> {
  const asked = read(request);
  const { query, preferences } = asked;
  const payload = payloadOf(backend, request, query);
  let upserts = false;
  const found = await run(backend, request, table, asked, (schema, relation) => {
    const plan = planInsert(schema, relation, query, payload, preferences);
    upserts = plan.write.kind === "insert" && plan.write.onConflict !== null;
    return plan;
  });
  const onlyMerged = upserts && preferences.resolution === "merge-duplicates" && (found.total ?? 0) <= (found.merged ?? 0);
  return answer(asked, found, {
    status: onlyMerged ? 200 : 201,
    headers: [
      ["content-range", contentRange(0, 0, changedTotal(found, preferences))],
      ...(preferences.return === "headers-only" ? location(table, found.body) : []),
    ],
    supportedPreferences: [...(upserts ? (["resolution"] as const) : []), "missing", "return", "count", "handling", "tx"],
  });
}

/** `PATCH` of a table: sets the body's columns in every row that matches the filters. */
export async function updateRows(backend: Backend, request: RestRequest, table: string): Promise<RestResponse> {
  const asked = read(request);
  const { query, preferences } = asked;
  const payload = payloadOf(backend, request, query);
  const found = await run(backend, request, table, asked, (schema, relation) =>
    planUpdate(schema, relation, query, payload, preferences),
  );
  return answer(asked, found, {
    status: preferences.return === "representation" ? 200 : 204,
    headers: [["content-range", contentRange(0, found.total ?? 0, changedTotal(found, preferences))]],
    supportedPreferences: ["missing", "return", "count", "handling", "tx", "max-affected"],
  });
}

/** `DELETE` of every row that matches the filters. */
export async function deleteRows(backend: Backend, request: RestRequest, table: string): Promise<RestResponse> {
  const asked = read(request);
  const { query, preferences } = asked;
  const found = await run(backend, request, table, asked, (schema, relation) => planDelete(schema, relation, query, preferences));
  return answer(asked, found, {
    status: preferences.return === "representation" ? 200 : 204,
    headers: [["content-range", contentRange(0, 0, changedTotal(found, preferences))]],
    supportedPreferences: ["return", "count", "handling", "tx", "max-affected"],
  });
}
