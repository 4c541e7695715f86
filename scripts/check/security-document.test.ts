import { expect, test } from "vitest";
import { referenceExists, findProblems } from "./security-document.ts";

const files = new Set(["tests/integration/site.test.ts", "tests/e2e/login.e2e.ts", "server/app.ts", "packages/database/"]);
const exists = (path: string): boolean => files.has(path);
const row = (number: string, state: string, answer: string): string => `| ${number} | Something | ${state} | ${answer} |`;

test("a name without an extension refers to a test, below tests/ or beside the code; one with an extension to that file", () => {
  for (const name of ["integration/site", "tests/integration/site", "e2e/login", "server/app.ts", "packages/database"])
    expect(referenceExists(name, exists), name).toBe(true);
  for (const name of ["integration/gone", "server/app", "server/gone.ts"])
    expect(referenceExists(name, exists), name).toBe(false);
});

test("names of missing files are reported, in tables and in text; other code spans are ignored", () => {
  const text = `See \`server/gone.ts\`, \`PUBLIC_URL/auth\` and \`/readyz\`.\n${row("1.1.1", "held", "`integration/gone`, `integration/site`")}`;
  expect(findProblems(text, exists, { V1: 1 })).toEqual(["server/gone.ts does not exist", "integration/gone does not exist"]);
});

test("each requirement needs exactly one row, a known state, and a test or file if it is held", () => {
  const text = [
    row("1.1.1", "held", "by trust"),
    row("1.1.2", "perhaps", "`integration/site`"),
    row("1.1.3", "not ours", ""),
    row("1.1.3", "open", "later"),
  ].join("\n");
  expect(findProblems(text, exists, { V1: 4 })).toEqual([
    "V1 has 3 requirements, not 4",
    "V1 answers a requirement twice",
    "1.1.1 names nothing that shows it",
    "1.1.2 has no state of held, partly, open, not ours",
    "1.1.3 gives no reason",
  ]);
});
