import type { Page } from "@playwright/test";
import { signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";

const OLD_TOPIC = "My father died in spring, and I have not spoken with my brother since the funeral, nor do I know how to begin";
const TOPIC = "Her funeral is on Friday and I am to read";

// What is gone is answered with 404, of which the browser and the router speak in the console.
test.use({ expectedErrors: [/status of 404|Failed to fetch dynamically imported module|Error loading route module/] });

/** From now on the server has the files of another build, under other names: what this document asks for is gone, what the next one asks for is there. */
function update(): void {
  isGone = true;
}
let isGone = false;
async function serveTwoBuilds(page: Page): Promise<void> {
  isGone = false;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.route("**/assets/*.js", (route) => (isGone ? route.fulfill({ status: 404 }) : route.fallback()));
}

test("a tab that is open during an update says what is gone, and keeps what was typed", async ({ page, context, app }) => {
  const { email } = await signUpTrialUser(app, context, "ruth");
  await app.database.query(
    "insert into public.sermons (user_id, title, content) select id, $2, $3 from auth.users where email = $1",
    [email, OLD_TOPIC, "# The Road\n\nHe ran to meet him."],
  );
  await serveTwoBuilds(page);
  const box = page.getByLabel("Your topic or theme");
  await page.goto("/dashboard");

  await test.step("a long recent topic leaves the page within a narrow screen", async () => {
    await expect(page.getByRole("button", { name: /^My father died in spring/ })).toBeVisible();
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

  await test.step("a dialog that is gone says so and offers to reload", async () => {
    await box.fill(TOPIC);
    await page.getByText("Free Trial Active").waitFor();
    update();
    await page.getByRole("button", { name: "Upgrade to Premium" }).click();
    await expect(page.getByText("This could not be opened", { exact: true })).toBeVisible();
    await expect(box).toHaveValue(TOPIC);
    await page.getByRole("button", { name: "Reload the page" }).click();
    await expect(box).toHaveValue(TOPIC);
    await page.getByRole("button", { name: "Upgrade to Premium" }).click();
    await expect(page.getByRole("dialog", { name: "Upgrade to Premium?" })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("a page that is gone loads the app anew, with the words in their place", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    update();
    const reloaded = page.waitForEvent("load");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My Sermons" }).click();
    await reloaded;
    await expect(box).toHaveValue(TOPIC);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My Sermons" }).click();
    await expect(page.getByRole("heading", { name: OLD_TOPIC })).toBeVisible();
  });
});
