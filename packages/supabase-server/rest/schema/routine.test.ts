import { expect, test } from "vitest";
import { findRoutine } from "./routine.ts";
import type { CatalogText, Routine, Schema } from "./schema.ts";

const twin = (type: string): Routine => ({
  schema: "s",
  name: "twin",
  isVolatile: false,
  parameters: [{ name: "a", type: type as CatalogText, required: true, variadic: false }],
  returns: { kind: "scalar", isSet: false, relation: null, columns: [] },
  roles: [],
});

test("overloads that fit equally are listed in one order, whatever the catalog's is", () => {
  const overloads = ["text", "integer", "bigint"].map(twin);
  for (const routines of [overloads, overloads.toReversed()]) {
    const schema: Schema = {
      name: "s",
      relations: new Map(),
      foreignKeys: [],
      routines: new Map([["twin", routines]]),
      types: new Map(),
    };
    expect(() => findRoutine(schema, "twin", ["a"], "anon")).toThrow(
      "Could not choose the best candidate function between: s.twin(a => bigint), s.twin(a => integer), s.twin(a => text)",
    );
  }
});
