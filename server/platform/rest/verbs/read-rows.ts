import { notSingular } from "../errors.ts";
import { execute, executeEstimating } from "../execute.ts";
import { parseQuery } from "../grammar/query.ts";
import { planRead } from "../plan/read.ts";
import { renderMatches, renderRead } from "../sql/read.ts";
import { identifier } from "../sql/sql.ts";
import { negotiate } from "../wire/media-type.ts";
import { parsePrefer, preferenceApplied } from "../wire/prefer.ts";
import { contentRange, rangeStatus, requestedRange } from "../wire/range.ts";
import { findTable, header, planned, type Backend, type RestRequest, type RestResponse } from "./request.ts";

/** `GET` and `HEAD` of a table or view (contract sections 2.2 to 2.4). */
export async function readRows(backend: Backend, request: RestRequest, table: string): Promise<RestResponse> {
  const representation = negotiate(header(request, "accept"));
  const preferences = parsePrefer(header(request, "prefer"));
  const query = parseQuery(request.pairs, false);
  const { relation, read } = await planned(backend, request, (schema) => {
    const relation = findTable(schema, table, request.context.claims.role);
    return { relation, read: planRead(schema, relation, query) };
  });
  const range = requestedRange(read, header(request, "range"));
  const plan = { ...read, ...range };
  const source = identifier(relation.schema, relation.name);
  const { maxRows, db } = backend;
  const { count } = preferences;
  const statement = renderRead(plan, source, representation, {
    maxRows,
    head: request.method === "HEAD",
    count: count === "exact" ? { cap: null } : count === "estimated" ? { cap: maxRows + 1 } : null,
  });
  const found =
    count === "planned" || count === "estimated"
      ? await executeEstimating(
          db,
          request.context,
          statement,
          renderMatches(plan, source, null),
          count === "planned" ? null : maxRows,
        )
      : await execute(db, request.context, statement, true);
  if (representation.single && found.page !== 1) throw notSingular(found.page);
  const status = rangeStatus(range.offset, found.page, found.total);
  const applied = preferenceApplied(preferences, ["count", "handling"]);
  return {
    status,
    headers: [
      ["content-range", contentRange(range.offset, found.page, found.total)],
      ["content-type", `${representation.contentType}; charset=utf-8`],
      ...(applied === null ? [] : [["preference-applied", applied] as const]),
    ],
    body: found.body,
  };
}
