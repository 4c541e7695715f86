import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, type BrowserContext, type Request } from "@playwright/test";
import { startEmbeddedPostgres } from "../../packages/embedded-postgres/start.ts";
import { startAppOn, type TestApp } from "../support/start-app.ts";
import { isApi, isKnown, outline, type Sent } from "./api-calls.ts";

interface WorkerFixtures {
  /** Environment of the app, where a test's app is to be another than the default one. */
  settings: Record<string, string>;
  /** An app with its own database cluster, shared by the tests of a worker. */
  app: TestApp;
}

interface TestFixtures {
  /** Patterns of console errors that this test provokes on purpose. */
  expectedErrors: RegExp[];
  callsChecked: void;
  watched: void;
}

function sent(request: Request): Sent {
  const { pathname, searchParams } = new URL(request.url());
  const json = request.headers()["content-type"]?.startsWith("application/json");
  const text = json ? request.postData() : null;
  return {
    method: request.method(),
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: text === null ? undefined : (JSON.parse(text) as unknown),
  };
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a fixture's needs; this one has none
  settings: [async ({}, use) => use({}), { scope: "worker" }],
  app: [
    async ({ settings }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), "lampstand-e2e-"));
      const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
      const app = await startAppOn(postgres.ownerConnectionString("postgres"), settings, { speaks: true });
      await use(app);
      await app.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  expectedErrors: [[], { option: true }],
  // Every call that a page makes of the API is one of those in api-calls.ts. Stands before `watched`, which opens the first context.
  callsChecked: [
    async ({ app, browser }, use) => {
      const unknown: string[] = [];
      const check = (request: Request): void => {
        const { origin, pathname } = new URL(request.url());
        if (origin !== app.url || !isApi(pathname)) return;
        const call = sent(request);
        if (!isKnown(call)) unknown.push(outline(call));
      };
      const watch = (context: BrowserContext): unknown => context.on("request", check);
      browser.on("context", watch);
      await use();
      browser.off("context", watch);
      base.expect(unknown).toEqual([]);
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
