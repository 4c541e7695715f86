import { expect, test } from "vitest";
import { parseNames, readField } from "./field.ts";
import { Scanner } from "./scanner.ts";

const field = (text: string): unknown => {
  const scanner = new Scanner(text, "field");
  const found = readField(scanner);
  scanner.expectEnd("nothing");
  const steps = found.path.map((step) => `${step.arrow}${step.isIndex ? Number(step.operand) : JSON.stringify(step.operand)}`);
  return [found.name, ...steps].join("");
};

test.each([
  ["id", "id"],
  [" id ", "id"],
  ["with spaces inside", "with spaces inside"],
  ["with-dash", "with-dash"],
  ["_$1", "_$1"],
  ["prénom", "prénom"],
  ['"any.thing: (at) \\"all\\", \\\\ ok"', 'any.thing: (at) "all", \\ ok'],
  ["data->a", 'data->"a"'],
  ["data->a->>b", 'data->"a"->>"b"'],
  ["data->0->-1", "data->0->-1"],
  ["data->>12ab", 'data->>"12ab"'],
  ["data->!@#$%^&*_a", 'data->"!@#$%^&*_a"'],
  ["data->some-key", 'data->"some-key"'],
  ['data->"a.b,c"', 'data->"a.b,c"'],
])("%s is the field %s", (text, expected) => {
  expect(field(text)).toBe(expected);
});

test.each([[""], [":"], ["a.b"], ["data->"], ["data->-x"], ["data->--3"], ['"open'], ["id;drop"], ["a'b"], ["*"]])(
  "%s is no field",
  (text) => {
    expect(() => field(text)).toThrow(expect.objectContaining({ code: "PGRST100" }));
  },
);

test("a JSON path has an end", () => {
  expect(() => field(`data${"->a".repeat(33)}`)).toThrow(
    expect.objectContaining({ details: expect.stringContaining("at most 32") }),
  );
});

test("names come in lists, quoted or not", () => {
  expect(parseNames('id, "a,b",c d', "columns parameter")).toEqual(["id", "a,b", "c d"]);
  for (const text of ["", ",", "id,", "id;x", "id(x)"])
    expect(() => parseNames(text, "columns parameter")).toThrow("failed to parse columns parameter");
});
