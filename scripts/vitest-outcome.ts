import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { failure, type Outcome } from "./test-reports.ts";

const textsOf = (errors: readonly SerializedError[]): string[] => errors.map(({ message, stack }) => stack ?? message);

/**
 * A reporter of Vitest that writes an `Outcome` as JSON to the file `VITEST_OUTCOME`. Its own JSON reporter leaves out errors that no test
 * caught, though they fail the run.
 */
export default class VitestOutcome implements Reporter {
  onTestRunEnd(files: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const outcome: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
    const fail = (title: string, errors: readonly SerializedError[]): void => {
      outcome.failed++;
      outcome.failures.push(failure(title, textsOf(errors)));
    };
    for (const file of files) {
      if (file.errors().length > 0) fail(file.relativeModuleId, file.errors());
      for (const suite of file.children.allSuites())
        if (suite.errors().length > 0) fail(`${file.relativeModuleId} > ${suite.fullName}`, suite.errors());
      for (const test of file.children.allTests()) {
        const result = test.result();
        if (result.state === "failed") fail(`${file.relativeModuleId} > ${test.fullName}`, result.errors);
        else outcome[result.state === "passed" ? "passed" : "skipped"]++;
      }
    }
    for (const error of unhandled) fail("outside of any test", [error]);
    writeFileSync(process.env["VITEST_OUTCOME"] ?? "", JSON.stringify(outcome));
  }
}
