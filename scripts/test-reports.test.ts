import { expect, test } from "vitest";
import { playwrightReport, vitestReport } from "./test-reports.ts";

test("a failed test of Vitest is named with its file and the beginning of its message, without colours", () => {
  const outcome = vitestReport.parse({
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    success: false,
    testResults: [
      { name: "a.test.ts", status: "passed", assertionResults: [{ status: "passed", fullName: "adds", failureMessages: [] }] },
      {
        name: "b.test.ts",
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "divides" },
          { status: "failed", fullName: "takes away", failureMessages: [`\u001b[31mexpected 1${"\nat line".repeat(40)}`] },
        ],
      },
    ],
  });
  expect(outcome).toMatchObject({ passed: 3, failed: 1, skipped: 1 });
  expect(outcome.failures).toHaveLength(1);
  expect(outcome.failures[0]).toMatch(/^b\.test\.ts > takes away\n {4}expected 1\n {4}at line/);
  expect(outcome.failures[0]?.split("\n")).toHaveLength(13);
});

test("a file that can't be loaded is a failure with its message", () => {
  const outcome = vitestReport.parse({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    success: false,
    testResults: [{ name: "c.test.ts", status: "failed", message: "no such module", assertionResults: [] }],
  });
  expect(outcome).toEqual({ passed: 0, failed: 1, skipped: 0, failures: ["c.test.ts\n    no such module"] });
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
