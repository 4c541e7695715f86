import type { Page } from "@playwright/test";
import { signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";
import { holdScripts } from "./hold-scripts.ts";

// What a member sees before any script has come. `npm run lighthouse -- --slow` measures when (docs/decisions/077-the-dashboard-before-scripts.md).

const TOPIC = "My father died in spring";

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

test("the dashboard's form is there before any script; what is typed into it stays, with the cursor, and no screen of waiting comes between", async ({
  page,
  context,
  app,
}) => {
  await signUpTrialUser(app, context, "ruth");
  const loading = await watchLoading(page);
  const release = await holdScripts(page);
  await page.goto("/dashboard", { waitUntil: "commit" });
  const box = page.getByLabel("Your topic or theme");
  await expect(page.getByRole("banner").getByRole("link", { name: "Lampstand" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Sign In|Start Free Trial/ })).toHaveCount(0);
  await box.fill(TOPIC);
  await box.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(2, 2));
  await expect(page.getByRole("button", { name: "Generate Sermon" })).toBeDisabled();

  release();
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

test("Back, pressed before any script has come, shows the page that it leads to", async ({ page, context, app }) => {
  await signUpTrialUser(app, context, "naomi");
  await page.goto("/my-sermons");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("button", { name: "Generate Sermon" })).toBeVisible();
  const release = await holdScripts(page);
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByLabel("Your topic or theme")).toBeVisible();
  await page.goBack({ waitUntil: "commit" });
  await expect(page).toHaveURL(/\/my-sermons$/);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Sermons");
});
