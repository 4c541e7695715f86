import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Tests that start PostgreSQL, or use the one that `tests/support/cluster.ts` starts. */
const WITH_DATABASE = "**/*.db.test.ts";
/** Tests of seconds of computing: they go through every theme, train a model, or speak and draw whole sermons. */
const SLOW = "**/*.slow.test.ts";
const SOURCES = ["packages", "shared", "server", "scripts", "tests/e2e"];
const inSources = (pattern: string): string[] => SOURCES.map((folder) => `${folder}/${pattern}`);

export default defineConfig({
  test: {
    // Several files share two cores with Postgres: what a test waits for is a condition, never this.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than the cores: many tests wait for a job, a process or a clock most of their time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        // Without a module graph for each file they take two thirds of the time.
        test: { name: "unit", include: inSources("**/*.test.ts"), exclude: [WITH_DATABASE, SLOW], isolate: false },
      },
      {
        extends: true,
        test: { name: "web", include: ["web/**/*.test.{ts,tsx}"], environment: "happy-dom" },
      },
      {
        extends: true,
        test: { name: "slow", include: inSources(SLOW) },
      },
      {
        extends: true,
        test: { name: "database", include: inSources(WITH_DATABASE), globalSetup: ["tests/support/cluster.ts"] },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/{rls,integration}/**/*.test.ts"],
          globalSetup: ["tests/support/cluster.ts"],
        },
      },
    ],
  },
});
