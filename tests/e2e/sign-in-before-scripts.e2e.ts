import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { freePort } from "../support/free-port.ts";
import { PASSWORD } from "../support/sign-up.ts";
import { createAccount, signIn } from "./auth-fixture.ts";
import { expect, test } from "./fixtures.ts";
import { holdScripts } from "./hold-scripts.ts";

// docs/decisions/046-sign-in-before-scripts.md

// Scripts that a test blocks, and forms that it sends by force.
test.use({ expectedErrors: [/net::ERR_BLOCKED_BY_CLIENT|405 \(Method Not Allowed\)|400 \(Bad Request\)/] });

const SECRET = "words that nobody else reads";
const SCREENS = [
  ["/sign-up", "Continue"],
  ["/login", "Sign In"],
] as const;
const password = (page: Page) => page.getByLabel("Password", { exact: true });

/** The real program with its most talkative log. */
async function withProgram(use: (url: string, log: () => string) => Promise<void>): Promise<void> {
  const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
  const dataDir = await mkdtemp(join(tmpdir(), "lampstand-log-"));
  const url = `http://localhost:${port}`;
  const program = spawn(process.execPath, [join(import.meta.dirname, "../../server/main.ts")], {
    env: {
      PATH: process.env["PATH"],
      PORT: `${port}`,
      PAYMENTS_SANDBOX_PORT: `${sandboxPort}`,
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      LOG_LEVEL: "debug",
    },
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [program.stdout, program.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (log += text));
  try {
    await expect.poll(() => log, { timeout: 90_000 }).toContain("is ready after");
    await use(url, () => log);
  } finally {
    program.kill();
    if (program.exitCode === null) await once(program, "exit");
    await rm(dataDir, { recursive: true, force: true });
  }
}

test("a password that is typed and sent with Enter before any script runs reaches no address and no log", async ({ page }) => {
  await withProgram(async (url, log) => {
    await page.route("**/assets/*.js", (route) => route.abort("blockedbyclient"));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
    for (const [path, button] of SCREENS) {
      await page.goto(url + path);
      await expect(page.getByRole("banner").getByRole("link", { name: "Lampstand" })).toBeVisible();
      await page.getByLabel("Email", { exact: true }).fill("ruth@example.com");
      await password(page).fill(SECRET);
      await password(page).press("Enter");
      await expect(page.getByRole("button", { name: button })).toHaveAttribute("data-pressed");
      await expect(page.getByText("This page did not load completely.", { exact: false })).toBeVisible();
      await expect(password(page)).toHaveValue(SECRET);
      expect(page.url()).toBe(url + path);
      expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);

      // What a browser that sent the form all the same would do.
      await page.evaluate(() => document.querySelector("form")?.submit());
      await expect(page.getByText("Nothing was read and nothing was kept.")).toBeVisible();
      expect(page.url()).toBe(url + path);
      requests.length = 0;
    }
    await expect.poll(log).toMatch(/"method":"POST","route":"\/login"/);
    for (const secret of [SECRET, encodeURIComponent(SECRET), SECRET.replaceAll(" ", "+"), "ruth"])
      expect(log()).not.toContain(secret);
  });
});

test("what is typed before the script has loaded is still there afterwards, and signs in", async ({ page, app }) => {
  const email = await createAccount(app, "ruth");
  const release = await holdScripts(page);
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email", { exact: true }).fill(email);
  await password(page).fill(PASSWORD);
  release();
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a button that is pressed before the script has loaded does its work when it has", async ({ page, app }) => {
  const email = await createAccount(app, "deborah");
  await page.setViewportSize({ width: 390, height: 844 });
  await test.step("Sign In, with what was typed", async () => {
    const release = await holdScripts(page);
    await page.goto("/login", { waitUntil: "commit" });
    await page.getByLabel("Email", { exact: true }).fill(email);
    await password(page).fill("not the password");
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    release();
    await expect(page.getByRole("alert")).toContainText("Invalid email or password");
    await page.unroute("**/assets/*.js");
  });
  await test.step("Show characters", async () => {
    const release = await holdScripts(page);
    await page.goto("/sign-up", { waitUntil: "commit" });
    await password(page).fill(SECRET);
    await page.getByRole("button", { name: "Show characters" }).click();
    await expect(password(page)).toHaveAttribute("type", "password");
    release();
    await expect(password(page)).toHaveAttribute("type", "text");
    await expect(password(page)).toHaveValue(SECRET);
    await page.unroute("**/assets/*.js");
  });
  await test.step("the menu, and a code by mail without an address", async () => {
    for (const [button, then] of [
      ["Open menu", () => page.getByRole("dialog")],
      ["Email me a code instead", () => page.getByText("Please enter your email address")],
    ] as const) {
      const release = await holdScripts(page);
      await page.goto("/login", { waitUntil: "commit" });
      await page.getByRole("button", { name: button }).click();
      release();
      await expect(then()).toBeVisible();
      await page.unroute("**/assets/*.js");
    }
  });
});

test("somebody with a session is led from the sign-in screens before their forms are shown", async ({ page, app }) => {
  await signIn(page, await createAccount(app, "naomi"));
  for (const [path] of SCREENS) {
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.locator("form")).toBeAttached();
    await expect(page.locator("form")).toBeHidden();
    release();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.unroute("**/assets/*.js");
  }
});
