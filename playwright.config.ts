import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { browserPath } from "./scripts/browser.ts";

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  // One more than the cores: a page mostly waits for the server, and the server for its jobs.
  workers: availableParallelism() + 1,
  retries: 0,
  forbidOnly: true,
  // A sermon is written, spoken and drawn on the way, on two cores that several tests share: what a test waits for is a condition, never this.
  timeout: 300_000,
  expect: { timeout: 100_000 },
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] ? [["list"], ["json"]] : "list",
  use: {
    browserName: "chromium",
    // page.route() does not see what passes through a worker; poor-network.e2e.ts allows it.
    serviceWorkers: "block",
    launchOptions: await browserPath(),
    // A trace of every test would take a third of the time; `--trace retain-on-failure` records them.
    screenshot: "only-on-failure",
  },
});
