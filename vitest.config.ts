import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Several files share two cores with Postgres: what a test waits for is a condition, never this.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Vitest leaves one core to itself, which of two is half.
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "packages/**/*.test.ts",
            "shared/**/*.test.ts",
            "server/**/*.test.ts",
            "scripts/**/*.test.ts",
            "tests/e2e/**/*.test.ts",
          ],
          globalSetup: ["tests/support/cluster.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "web",
          include: ["web/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
        },
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
