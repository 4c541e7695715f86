import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Tests that start PostgreSQL, or use the one that `tests/support/cluster.ts` starts. */
const WITH_DATABASE = "**/*.db.test.ts";
/** Tests of seconds of computing: they go through every theme, train a model, or speak and draw whole sermons. */
const SLOW = "**/*.slow.test.ts";
const SOURCES = ["packages", "shared", "server", "scripts", "tests/e2e"];
/** A module is loaded once for all files of a process, and not anew for each: the whole server takes a second to load. */
const SHARED_MODULES = { isolate: false };
const inSources = (pattern: string): string[] => SOURCES.map((folder) => `${folder}/${pattern}`);

export default defineConfig({
  test: {
    // Several files share two cores with Postgres: what a test waits for is a condition, never this.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 200_000 } },
    // One more than the cores: many tests wait for a job, a process or a clock most of their time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: inSources("**/*.test.ts"), exclude: [WITH_DATABASE, SLOW], ...SHARED_MODULES },
      },
      {
        extends: true,
        test: { name: "web", include: ["web/**/*.test.{ts,tsx}"], environment: "happy-dom" },
      },
      {
        extends: true,
        test: { name: "slow", include: inSources(SLOW), ...SHARED_MODULES },
      },
      {
        extends: true,
        test: {
          name: "database",
          include: [...inSources(WITH_DATABASE), "tests/{rls,integration}/**/*.test.ts"],
          globalSetup: ["tests/support/cluster.ts"],
          ...SHARED_MODULES,
        },
      },
    ],
  },
});
