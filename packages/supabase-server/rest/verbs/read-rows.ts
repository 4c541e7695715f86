import { notSingular } from "../errors.ts";
import { execute } from "../execute.ts";
import { planRead } from "../plan/read.ts";
import { renderRead } from "../sql/read.ts";
import { identifier } from "../sql/sql.ts";
import { countOf, knownTotal } from "./count.ts";
import { negotiate } from "../wire/media-type.ts";
import { parsePrefer, preferenceApplied } from "../wire/prefer.ts";
import { contentRange, rangeStatus, requestedRange } from "../wire/range.ts";
import { findTable, header, planned, queryOf, sizeFor, type Backend, type RestRequest, type RestResponse } from "./request.ts";

/** `GET` and `HEAD` of a table or view (docs/dialect.md#rest). */
export async function readRows(backend: Backend, request: RestRequest, table: string): Promise<RestResponse> {
  const representation = negotiate(header(request, "accept"));
  const preferences = parsePrefer(header(request, "prefer"));
  const query = queryOf(request, false);
  const { role } = request.context.claims;
  const { relation, read } = await planned(backend, request, (schema) => {
    const relation = findTable(schema, table, role);
    return { relation, read: planRead(schema, relation, query) };
  });
  const range = requestedRange(read, header(request, "range"));
  const statement = renderRead({ ...read, ...range }, identifier(relation.schema, relation.name), representation, {
    size: sizeFor(backend, role),
    head: request.method === "HEAD",
    count: countOf(preferences),
  });
  const found = await execute(backend, request.context, statement, true);
  if (representation.single && found.page !== 1) throw notSingular(found.page);
  const total = knownTotal(found, preferences, range.offset);
  const status = rangeStatus(range.offset, found.page, total);
  const applied = preferenceApplied(preferences, ["count", "handling", "tx"]);
  return {
    status,
    headers: [
      ["content-range", contentRange(range.offset, found.page, total)],
      ["content-type", `${representation.contentType}; charset=utf-8`],
      ...(applied === null ? [] : [["preference-applied", applied] as const]),
    ],
    body: found.body,
  };
}
