import { expect, test } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "../../shared/endpoints/all.ts";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { functionsTable } from "../../tests/support/functions-table.ts";

const endpoints: Endpoint[] = Object.values(ENDPOINTS);

/** A body's fields as the table has them: `userId?` may be left out. */
function fields(body: Endpoint["body"]): string[] {
  const { properties = {}, required = [], oneOf, anyOf } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  const [first] = oneOf ?? anyOf ?? [];
  const shape = typeof first === "object" ? first : { properties, required };
  return Object.keys(shape.properties ?? {}).map((name) => (shape.required?.includes(name) ? name : `${name}?`));
}

test("docs/product.md lists exactly the endpoints that there are", () => {
  const names = functionsTable().map(({ name }) => name);
  expect(names.toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
});

test("its table has each endpoint's fields, and tells for whom it is", () => {
  for (const { name, caller, body } of endpoints) {
    const row = functionsTable().find((candidate) => candidate.name === name);
    const listed = row?.body.replaceAll(/ \(.*?\)| "5" or "10"/g, "");
    expect(listed, name).toBe(fields(body).join(", ") || "empty");
    expect(/^(member|subscriber)/.test(row?.who ?? ""), name).toBe(
      caller.startsWith("member") || name === "create-checkout-session",
    );
    expect(row?.who.includes("fresh proof"), name).toBe(caller === "member-with-fresh-proof");
  }
});

test("every endpoint that needs no session has a limit", () => {
  for (const { name, caller, limits } of endpoints) expect(limits !== undefined, name).toBe(caller.startsWith("visitor"));
});
