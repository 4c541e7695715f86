import { expect, test } from "vitest";
import { failure, playwrightReport } from "./test-reports.ts";

test("a failure is its title and the beginning of its message, without colours", () => {
  const text = failure("b.test.ts > takes away", [`\u001b[31mexpected 1${"\nat line".repeat(40)}`]);
  expect(text).toMatch(/^b\.test\.ts > takes away\n {4}expected 1\n {4}at line/);
  expect(text.split("\n")).toHaveLength(13);
});

test("failed and flaky tests of Playwright are named, in nested suites too, and so is an error outside of any test", () => {
  const run = (status: string, title: string) => ({
    title,
    file: "page.e2e.ts",
    tests: [{ status, results: [{ errors: status === "expected" ? [] : [{ message: `${title} went wrong` }] }] }],
  });
  const outcome = playwrightReport.parse({
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [{ message: "no browser" }],
    suites: [{ specs: [run("expected", "opens"), run("unexpected", "closes")], suites: [{ specs: [run("flaky", "plays")] }] }],
  });
  expect(outcome).toMatchObject({ passed: 1, failed: 3, skipped: 0 });
  expect(outcome.failures).toEqual([
    "page.e2e.ts > closes\n    closes went wrong",
    "page.e2e.ts > plays\n    plays went wrong",
    "outside of any test\n    no browser",
  ]);
});
