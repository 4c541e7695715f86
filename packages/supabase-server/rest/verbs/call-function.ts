import { badBody, notSingular, tooManyAffected } from "../errors.ts";
import { execute, executeChecked, type Outcome } from "../execute.ts";
import { planCall, type Arguments } from "../plan/call.ts";
import { renderCall } from "../sql/call.ts";
import { parseResponseHeaders, parseResponseStatus } from "../wire/answer-settings.ts";
import { negotiate } from "../wire/media-type.ts";
import { parsePayload } from "../wire/payload.ts";
import { parsePrefer, preferenceApplied } from "../wire/prefer.ts";
import { contentRange, rangeStatus, requestedRange } from "../wire/range.ts";
import { countOf, knownTotal } from "./count.ts";
import { header, planned, queryOf, sizeFor, type Backend, type RestRequest, type RestResponse } from "./request.ts";

/** `POST`, `GET` and `HEAD` of `/rpc/<name>` (docs/dialect.md#functions-over-rest). Only a volatile function called by POST can write. */
export async function callFunction(backend: Backend, request: RestRequest, name: string): Promise<RestResponse> {
  const byGet = request.method !== "POST";
  const representation = negotiate(header(request, "accept"));
  const preferences = parsePrefer(header(request, "prefer"));
  const query = queryOf(request, byGet);
  const given = argumentsOf(request, query.columns !== null, byGet ? query.arguments : null);
  const plan = await planned(backend, request, (schema) =>
    planCall(schema, name, query, given, preferences, request.context.claims.role),
  );
  const range = requestedRange(plan.read, byGet ? header(request, "range") : undefined);
  const { returns, isVolatile } = plan.routine;
  const statement = renderCall({ ...plan, read: { ...plan.read, ...range } }, representation, {
    size: sizeFor(backend, request.context.claims.role),
    count: countOf(preferences),
  });
  const { maxAffected } = preferences;
  const totalOf = (found: Outcome): number | null => knownTotal(found, preferences, range.offset);
  const statusOf = (found: Outcome): number => {
    if (maxAffected !== null && found.page > maxAffected) throw tooManyAffected(found.page);
    if (representation.single && found.page !== 1) throw notSingular(found.page);
    return rangeStatus(range.offset, found.page, totalOf(found));
  };
  const readOnly = byGet || !isVolatile;
  const found = await (readOnly
    ? execute(backend, request.context, statement, true)
    : executeChecked(backend, request.context, statement, { check: statusOf, rollback: preferences.tx === "rollback" }));
  const status = statusOf(found);
  const isEmpty = returns.kind === "void" || preferences.return === "minimal";
  const applied = preferenceApplied(preferences, ["return", "count", "handling", "tx", "max-affected"]);
  return {
    status: parseResponseStatus(found.status ?? null) ?? (isEmpty ? 204 : status),
    headers: [
      ["content-range", contentRange(range.offset, found.page, totalOf(found))],
      ...(isEmpty ? [] : [["content-type", `${representation.contentType}; charset=utf-8`] as const]),
      ...(applied === null ? [] : [["preference-applied", applied] as const]),
      ...parseResponseHeaders(found.headers ?? null),
    ],
    body: isEmpty || request.method === "HEAD" ? null : found.body,
  };
}

function argumentsOf(request: RestRequest, anyKeys: boolean, pairs: RestRequest["pairs"] | null): Arguments {
  if (pairs) return { kind: "texts", pairs };
  const payload = parsePayload(request.body, header(request, "content-type"), { anyKeys, whenEmpty: "{}" });
  if (payload.shape === "array") throw badBody("The arguments of a function must be a json object");
  return { kind: "json", payload };
}
