import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { startEmbeddedPostgres } from "../../packages/embedded-postgres/start.ts";
import { Recorder } from "../spec/recorder.ts";
import { startAppOn, type TestApp } from "../support/start-app.ts";

interface WorkerFixtures {
  /** Environment of the app, where a test's app is to be another than the default one. */
  settings: Record<string, string>;
  /** A whole app for the tests of this worker, on a cluster of its own. */
  app: TestApp;
  /** What the browser's pages show and call. */
  recorder: Recorder;
}

interface TestFixtures {
  /** Patterns of console errors that this test provokes on purpose. */
  expectedErrors: RegExp[];
  watched: void;
  recorded: void;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a fixture's needs; this one has none
  settings: [async ({}, use) => use({}), { scope: "worker" }],
  app: [
    async ({ settings }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), "lampstand-e2e-"));
      const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
      const app = await startAppOn(postgres.ownerConnectionString("postgres"), settings);
      await use(app);
      await app.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
  recorder: [
    async ({ app, browser }, use, { workerIndex }) => {
      const recorder = new Recorder(browser, app.url);
      await use(recorder);
      recorder.write(workerIndex);
    },
    // Before the first context: a later one would see only what comes after it.
    { scope: "worker", auto: true },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  expectedErrors: [[], { option: true }],
  // Every call that a page makes is one of the spec's, or one of ours beside them (tests/spec/calls.ts).
  recorded: [
    async ({ recorder }, use, { file }) => {
      recorder.begin(file);
      await use();
      base.expect(recorder.unknown()).toEqual([]);
    },
    { auto: true },
  ],
  // An unexpected console error, uncaught exception or policy violation fails the test, on every page of the context.
  watched: [
    async ({ context, expectedErrors }, use) => {
      const found: string[] = [];
      context.on("weberror", (error) => found.push(error.error().message));
      context.on("console", (message) => {
        if (message.type() === "error") found.push(`${message.text()} (${message.location().url})`);
      });
      await use();
      base.expect(found.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect } from "@playwright/test";
