import { RestError } from "../errors.ts";
import { closest } from "./closest.ts";
import type { Routine, Schema } from "./schema.ts";

function accepts({ parameters }: Routine, given: readonly string[]): boolean {
  return (
    given.every((name) => parameters.some((each) => each.name === name)) &&
    parameters.every((each) => !each.required || given.includes(each.name))
  );
}

function signature(schema: Schema, routine: Routine): string {
  return `${schema.name}.${routine.name}(${routine.parameters.map((each) => `${each.name} => ${each.type}`).join(", ")})`;
}

function parameterList(names: readonly string[]): string {
  return `(${names.toSorted().join(", ")})`;
}

function suggestion(
  schema: Schema,
  name: string,
  overloads: readonly Routine[],
  given: readonly string[],
  role: string,
): string | null {
  const reachable = (routine: Routine): boolean => routine.roles.includes(role);
  if (overloads.length > 0) {
    const lists = overloads.filter(reachable).map((each) => parameterList(each.parameters.map((parameter) => parameter.name)));
    const parameters = closest(parameterList(given), lists);
    return parameters === null ? null : `${schema.name}.${name}${parameters}`;
  }
  const names = [...schema.routines].flatMap(([other, routines]) => (routines.some(reachable) ? [other] : []));
  const other = closest(name, names);
  return other === null ? null : `${schema.name}.${other}`;
}

/**
 * Finds the function that takes exactly these named arguments, its defaults aside.
 * Throws PGRST202 when there is none, PGRST203 (300) when overloads fit equally. `role` decides which names a hint may tell.
 */
export function findRoutine(schema: Schema, name: string, given: readonly string[], role: string): Routine {
  const overloads = schema.routines.get(name) ?? [];
  const fitting = overloads.filter((routine) => accepts(routine, given));
  const [first, ...others] = fitting;
  if (!first) {
    const called = `${schema.name}.${name}`;
    const parameters =
      given.length === 0 ? " without parameters" : ` with parameter${given.length > 1 ? "s" : ""} ${given.join(", ")}`;
    const hint = suggestion(schema, name, overloads, given, role);
    throw new RestError(
      404,
      "PGRST202",
      `Could not find the function ${called}${given.length === 0 ? " without parameters" : `(${given.join(", ")})`} in the schema cache`,
      {
        details: `Searched for the function ${called}${parameters}, but no matches were found in the schema cache.`,
        hint: hint === null ? null : `Perhaps you meant to call the function ${hint}`,
      },
    );
  }
  if (others.length > 0) {
    // The catalog has no order of its own; an answer has.
    const candidates = fitting
      .map((routine) => signature(schema, routine))
      .toSorted()
      .join(", ");
    throw new RestError(300, "PGRST203", `Could not choose the best candidate function between: ${candidates}`, {
      hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
    });
  }
  return first;
}
