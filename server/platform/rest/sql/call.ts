import type { CallPlan } from "../plan/call.ts";
import type { Representation } from "../wire/media-type.ts";
import { renderBody, renderMatches, renderRows } from "./read.ts";
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
export function renderCall(plan: CallPlan, representation: Representation, options: { maxRows: number; count: boolean }): Sql {
  const { kind, isSet } = plan.routine.returns;
  const result = sql`with result as (select f.* from ${renderCallSource(plan)})`;
  const total = options.count ? sql`(select count(*) from (${renderMatches(plan.read, sql`result`, null)}) as m)` : sql`null`;
  const counts = sql`count(*) as page, ${total} as total, ${ANSWER_SETTINGS}`;
  // Writing functions in this statement have run when their rows are counted, so `ANSWER_SETTINGS` sees what they have set.
  const rows = renderRows(plan.read, sql`result`, options.maxRows);
  if (kind === "void") return sql`${result} select null as body, ${counts} from (${rows}) as r`;
  const form = { stripNulls: representation.stripNulls, single: representation.single || !isSet };
  const body = kind === "scalar" ? renderBody(form, sql`r.value`) : renderBody(form);
  return sql`${result} select ${body} as body, ${counts} from (${rows}) as r`;
}
