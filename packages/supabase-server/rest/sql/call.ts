import type { CallPlan } from "../plan/call.ts";
import type { Representation } from "../wire/media-type.ts";
import { renderBody, renderRows, renderTotal, type Count, type Size } from "./read.ts";
import { catalogText, identifier, join, nothing, sql, value, type Sql } from "./sql.ts";
import { ANSWER_SETTINGS } from "./write.ts";

/** The function's call as a table expression; arguments by name, each in its parameter's type. */
function renderCallSource({ schema, routine, parameters, arguments: given }: CallPlan): Sql {
  const name = identifier(schema, routine.name);
  const result = routine.returns.kind === "composite" ? sql`f` : sql`f(value)`;
  const call = (argument: (parameter: (typeof parameters)[number]) => Sql): Sql => {
    const list = parameters.map((parameter) => {
      const variadic = parameter.variadic ? sql`variadic ` : nothing;
      return sql`${variadic}${identifier(parameter.name)} => ${argument(parameter)}`;
    });
    return sql`${name}(${join(list, sql`, `)}) as ${result}`;
  };
  if (given.kind === "texts") {
    const texts = new Map(given.pairs);
    return call((parameter) => sql`${value(texts.get(parameter.name) ?? "")}::${catalogText(parameter.type)}`);
  }
  if (parameters.length === 0) return call(() => nothing);
  const typed = parameters.map((parameter) => sql`${identifier(parameter.name)} ${catalogText(parameter.type)}`);
  const body = sql`json_to_record(${value(given.payload.text)}::json) as b(${join(typed, sql`, `)})`;
  return sql`${body}, lateral ${call((parameter) => sql`b.${identifier(parameter.name)}`)}`;
}

/** A call and what is read of its result, in one statement: `body`, `page`, `total` (before the range), `headers`, `status`. */
export function renderCall(plan: CallPlan, representation: Representation, options: { size: Size; count: Count }): Sql {
  const { kind, isSet } = plan.routine.returns;
  const result = sql`with result as (select f.* from ${renderCallSource(plan)})`;
  // The functions have run when their rows are counted, so `ANSWER_SETTINGS` reads the settings they have made.
  const more = sql`${renderTotal(plan.read, sql`result`, options.count)} as total, ${ANSWER_SETTINGS}`;
  const rows = renderRows(plan.read, sql`result`, options.size);
  if (kind === "void") return sql`${result} select null as body, count(*) as page, ${more} from (${rows}) as r`;
  const form = { stripNulls: representation.stripNulls, single: representation.single || !isSet };
  const { bytes } = options.size;
  const body = renderBody(form, rows, { bytes, more, ...(kind === "scalar" && { row: sql`to_json(r.value)` }) });
  return sql`${result} ${body}`;
}
