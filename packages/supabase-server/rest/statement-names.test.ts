import { expect, test } from "vitest";
import { createStatementNames, statementNamesByRole } from "./statement-names.ts";

const ask = (nameOf: (text: string) => string | undefined, text: string, times: number) =>
  Array.from({ length: times }, () => nameOf(text));

test("a statement has a name of its own from the sixth time on", () => {
  const nameOf = createStatementNames();
  expect(ask(nameOf, "select 1", 7)).toEqual([...Array<undefined>(5), "rest-0", "rest-0"]);
  expect(ask(nameOf, "select 2", 6).at(-1)).toBe("rest-1");
});

test("when so many have names, further ones get none, and named ones keep theirs", () => {
  const nameOf = createStatementNames(1);
  ask(nameOf, "select 1", 6);
  expect(ask(nameOf, "select 2", 10).at(-1)).toBeUndefined();
  expect(nameOf("select 1")).toBe("rest-0");
});

test("texts that never come again take no name from one that does", () => {
  const nameOf = createStatementNames(1);
  for (let i = 0; i < 5000; i++) nameOf(`select ${i}`);
  expect(ask(nameOf, "select a", 6).at(-1)).toBe("rest-0");
});

test("visitors who use up all of their names leave people theirs", () => {
  const nameOf = statementNamesByRole();
  for (let i = 0; i < 200; i++) ask(nameOf.anon, `select ${i}`, 6);
  expect([ask(nameOf.anon, "select a", 6).at(-1), ask(nameOf.authenticated, "select a", 6).at(-1)]).toEqual([
    undefined,
    "rest-0",
  ]);
});
