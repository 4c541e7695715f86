import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { functionsTable } from "../../tests/support/functions-table.ts";
import { referenceHtml } from "./html.ts";
import { referenceMarkdown } from "./markdown.ts";
import { COMMON_REFUSALS } from "./notes.ts";
import { describeFunctions } from "./reference.ts";

const ROOT = join(import.meta.dirname, "../..");
const calls = describeFunctions();
const documented = new Set([...COMMON_REFUSALS.map(([refusal]) => refusal), ...calls.flatMap(({ refusals }) => refusals)]);

test("docs/api.md is fresh (npm run docs:api)", () => {
  expect(readFileSync(join(ROOT, "docs/api.md"), "utf8")).toBe(referenceMarkdown());
});

test("it tells every refusal that the functions have in their code, with its status, and no other", () => {
  const sources = globSync("server/{endpoints,account,billing,contact,giving,sermons}/*.ts", { cwd: ROOT }).filter(
    (file) => !file.includes(".test."),
  );
  const text = sources.map((file) => readFileSync(join(ROOT, file), "utf8")).join("\n");
  const found = [...text.matchAll(/new FunctionError\(\s*(\d+),\s*"(\w+)"/g)].map(([, status, code]) => `${status} ${code}`);
  const rewrites = [...text.matchAll(/\brefused\("(\w+)"/g)].map(([, code]) => `409 ${code}`);
  // The status of what could not be read is Fastify's; the codes of a text are made of the vendor's.
  const composed = ["400 bad_request", "503 text_unavailable", "503 text_over_budget"];
  expect([...documented].toSorted()).toEqual([...new Set([...found, ...rewrites, ...composed])].toSorted());
});

test("docs/product.md has the same refusals for each function", () => {
  for (const { name, refusals } of calls) {
    const row = functionsTable().find((candidate) => candidate.name === name);
    const told = (row?.refusals ?? "").split(";").flatMap((part) => {
      const [status] = /\d{3}/.exec(part) ?? [];
      return [...part.matchAll(/`(\w+)`/g)].map(([, code]) => `${status} ${code}`);
    });
    const own = told.filter((refusal) => !COMMON_REFUSALS.some(([common]) => common === refusal));
    expect(own.toSorted(), name).toEqual(refusals.toSorted());
  }
});

test("no field is left without its type, and every example says who sends it", () => {
  for (const { name, body, answer, streams } of calls) {
    for (const { type } of [...body, ...answer].flat()) expect(type, name).not.toContain("any value");
    expect(answer.length > 0 || streams, name).toBeTruthy();
  }
});

test("the page has every function, and neither a script nor a text that is not escaped", () => {
  const html = referenceHtml("/assets/app.css");
  for (const { name } of calls) expect(html).toContain(`<h2 id="${name}">`);
  expect(html).not.toMatch(/<script|onload=|javascript:/);
  expect(html).toContain("Authorization: Bearer &#60;token&#62;");
});
