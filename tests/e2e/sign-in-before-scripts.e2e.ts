import type { Page } from "@playwright/test";
import { PASSWORD } from "../support/sign-up.ts";
import { createAccount, signIn } from "./auth-fixture.ts";
import { expect, test } from "./fixtures.ts";

// docs/decisions/046-sign-in-before-scripts.md

// The forced form below is refused on purpose.
test.use({ expectedErrors: [/405 \(Method Not Allowed\)/], settings: { LOG_LEVEL: "trace" } });

const SECRET = "words that nobody else reads";

/** What this process, which runs the server too, writes to its log while `act` runs. */
async function logged(act: () => Promise<void>): Promise<string> {
  const { write } = process.stdout;
  let text = "";
  process.stdout.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  try {
    await act();
  } finally {
    process.stdout.write = write;
  }
  return text;
}

/** Keeps the page's scripts back until the answer is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("a password that is typed and sent with Enter before any script runs reaches no address and no log, and stays typed", async ({
  page,
  app,
}) => {
  const email = await createAccount(app, "ruth");
  const release = await holdScripts(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
  const log = await logged(async () => {
    for (const [path, button] of [
      ["/sign-up", "Continue"],
      ["/login", "Sign In"],
    ] as const) {
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByRole("banner").getByRole("link", { name: "Lampstand" })).toBeVisible();
      await expect(page.getByRole("button", { name: button })).toBeDisabled();
      await page.getByLabel("Email", { exact: true }).fill(email);
      await page.getByLabel("Password", { exact: true }).fill(SECRET);
      await page.getByLabel("Password", { exact: true }).press("Enter");
      await expect(page).toHaveURL(app.url + path);
      await expect(page.getByLabel("Password", { exact: true })).toHaveValue(SECRET);
      expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);

      // A browser that sends the form all the same.
      await page.evaluate(() => document.querySelector("form")?.submit());
      await expect(page.getByText("Nothing was read and nothing was kept.")).toBeVisible();
      await expect(page).toHaveURL(app.url + path);
    }
  });
  expect(log).toContain('"route":"/login"');
  const written = encodeURIComponent(SECRET).replaceAll("%20", "+");
  for (const secret of [SECRET, written, encodeURIComponent(SECRET)]) {
    expect(log).not.toContain(secret);
    expect(requests.join("\n")).not.toContain(secret);
  }

  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  release();
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("somebody with a session is led from the sign-in screens before their forms are shown", async ({ page, app }) => {
  await signIn(page, await createAccount(app, "naomi"));
  for (const path of ["/login", "/sign-up"]) {
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.locator("form")).toHaveCount(1);
    await expect(page.locator("form")).toBeHidden();
    release();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.unroute("**/assets/*.js");
  }
});
