import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/** What a runner's report says: how many tests, and each that failed with the beginning of its message. */
export const outcome = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(z.string()),
});
export type Outcome = z.infer<typeof outcome>;

const LINES_OF_A_MESSAGE = 12;

export function failure(title: string, messages: string[]): string {
  const lines = stripVTControlCharacters(messages.join("\n")).split("\n");
  return [title, ...lines.filter((line) => line.trim() !== "").slice(0, LINES_OF_A_MESSAGE)].join("\n    ");
}

const message = z.object({ message: z.string().optional() });

const spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ errors: z.array(message) })) })),
});

interface Suite {
  specs: z.infer<typeof spec>[];
  suites?: Suite[] | undefined;
}

const suite: z.ZodType<Suite> = z.object({
  specs: z.array(spec),
  get suites() {
    return z.array(suite).optional();
  },
});

const specsOf = (of: Suite): Suite["specs"] => [...of.specs, ...(of.suites ?? []).flatMap(specsOf)];
const textsOf = (errors: z.infer<typeof message>[]): string[] => errors.map((error) => error.message ?? "");

/** Playwright's JSON report (https://playwright.dev/docs/test-reporters#json-reporter). A flaky test, which passes at the second try, counts as failed. */
export const playwrightReport = z
  .object({
    stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
    errors: z.array(message),
    suites: z.array(suite),
  })
  .transform(({ stats, errors, suites }): Outcome => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
        tests
          .filter((test) => test.status === "unexpected" || test.status === "flaky")
          .map((test) =>
            failure(
              `${file} > ${title}`,
              test.results.flatMap((result) => textsOf(result.errors)),
            ),
          ),
      ),
      ...errors.map((error) => failure("outside of any test", textsOf([error]))),
    ],
  }));
