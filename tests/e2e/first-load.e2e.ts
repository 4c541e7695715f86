import type { CDPSession, Page } from "@playwright/test";
import { signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";

// What does not depend on how fast the machine is; `npm run lighthouse` measures times (docs/decisions/069-the-dashboard-before-scripts.md).

/** At 400 kbit/s a screen is there after 2.5 s: less than 800 ms for connection and request, 50 kB for each second after it. */
const MAX_FIRST_BYTES = 30_000;
/** Until a voice can be chosen, with the headers of about 25 answers. */
const MAX_SCRIPT_BYTES = 235_000;
const TOPIC = "My father died in spring";

/** Bytes as they came over the line, of documents and of scripts. */
async function countBytes(page: Page): Promise<{ document: number; scripts: number }> {
  const count = { document: 0, scripts: 0 };
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const types = new Map<string, string>();
  devtools.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    if (type === "Document") count.document += encodedDataLength;
    else if (type === "Script" || type === "Other") count.scripts += encodedDataLength;
  });
  return count;
}

/** Keeps the page's scripts back until the function that it resolves to is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Whether the page ever showed that it is loading, and nothing else. */
async function watchLoading(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = ((window as unknown as { loading: string[] }).loading = [] as string[]);
    new MutationObserver(() => {
      const text = document.body?.innerText ?? "";
      const found = /Loading\.\.\.|Initializing[^\n]*/.exec(text)?.[0];
      if (found && !seen.includes(found)) seen.push(found);
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { loading: string[] }).loading);
}

test("the dashboard is one small file before its form is seen; what is typed into it stays, with the cursor, and no screen of waiting comes between", async ({
  page,
  context,
  app,
}) => {
  await signUpTrialUser(app, context, "ruth");
  const bytes = await countBytes(page);
  const loading = await watchLoading(page);
  const release = await holdScripts(page);
  await page.goto("/dashboard", { waitUntil: "commit" });
  const box = page.getByLabel("Your topic or theme");
  await expect(page.getByRole("banner").getByRole("link", { name: "Lampstand" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Sign In|Start Free Trial/ })).toHaveCount(0);
  await box.fill(TOPIC);
  await box.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(2, 2));
  await expect(page.getByRole("button", { name: "Generate Sermon" })).toBeDisabled();
  expect(bytes.document).toBeLessThan(MAX_FIRST_BYTES);

  release();
  await expect(page.getByLabel("Voice")).toBeEnabled();
  expect(bytes.scripts).toBeLessThan(MAX_SCRIPT_BYTES);
  await expect(page.getByRole("button", { name: "Generate Sermon" })).toBeEnabled();
  await expect(box).toHaveValue(TOPIC);
  await page.keyboard.type(" dear");
  await expect(box).toHaveValue("My dear father died in spring");
  expect(await loading()).toEqual([]);

  // The letters that are typed while the session is being read again are there too.
  await page.reload();
  await expect(page.getByRole("button", { name: "Generate Sermon" })).toBeEnabled();
  await expect(box).toHaveValue("My dear father died in spring");
});

test("a visitor at the dashboard is led to the sign-in before the form is shown", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/dashboard", { waitUntil: "commit" });
  await expect(page.locator("form")).toBeAttached();
  await expect(page.locator("form")).toBeHidden();
  release();
  await expect(page).toHaveURL(/\/login$/);
});

for (const path of ["/", "/login"])
  test(`${path} is one small file before its header and text are seen`, async ({ page }) => {
    const bytes = await countBytes(page);
    await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("banner").getByRole("link", { name: "Lampstand" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(bytes.document).toBeLessThan(MAX_FIRST_BYTES);
  });
