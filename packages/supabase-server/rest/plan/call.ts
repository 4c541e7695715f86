import { maxAffectedNeedsSet } from "../errors.ts";
import type { RestQuery } from "../grammar/query.ts";
import { findRoutine } from "../schema/routine.ts";
import { columnsByName, type Routine, type Schema } from "../schema/schema.ts";
import type { Payload } from "../wire/payload.ts";
import type { Preferences } from "../wire/prefer.ts";
import type { Pairs } from "../wire/query-string.ts";
import { planRead, type ReadPlan, type RelationShape } from "./read.ts";

/** A JSON object, or strings from a query string. */
export type Arguments = { kind: "json"; payload: Payload } | { kind: "texts"; pairs: Pairs };

export interface CallPlan {
  schema: string;
  routine: Routine;
  /** The parameters that are given; the others take their defaults. */
  parameters: Routine["parameters"];
  arguments: Arguments;
  read: ReadPlan;
}

/** The shape of a function's rows; a scalar has no columns. */
function resultShape(schema: Schema, routine: Routine): RelationShape {
  const { relation, columns } = routine.returns;
  const known = relation === null ? undefined : schema.relations.get(relation);
  return known ?? { name: routine.name, columns: columnsByName(columns) };
}

export function planCall(
  schema: Schema,
  name: string,
  query: RestQuery,
  given: Arguments,
  preferences: Preferences,
  role: string,
): CallPlan {
  const names = new Set(given.kind === "json" ? (query.columns ?? given.payload.keys) : given.pairs.map(([key]) => key));
  const routine = findRoutine(schema, name, [...names], role);
  if (preferences.maxAffected !== null && !routine.returns.isSet) throw maxAffectedNeedsSet();
  return {
    schema: schema.name,
    routine,
    parameters: routine.parameters.filter((parameter) => names.has(parameter.name)),
    arguments: given,
    read: planRead(schema, resultShape(schema, routine), query),
  };
}
