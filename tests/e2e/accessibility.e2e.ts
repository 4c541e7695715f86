import type { BrowserContext, Page } from "@playwright/test";
import { STATIC_PAGES } from "../../web/static-pages.ts";
import { signUpAndPay } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";
import { accessibilityViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const VISITORS = [...STATIC_PAGES, "/login", "/sign-up", "/reset-request"];
const MEMBERS = [
  "/dashboard",
  "/my-sermons",
  "/recently-deleted",
  "/profile",
  "/edit-profile",
  "/subscription-billing",
  "/security",
  "/support",
];

/** Puts a new person's session into the browser, as if they had signed in before. */
async function signIn(app: TestApp, context: BrowserContext): Promise<void> {
  const client = await signUpAndPay(app, `member-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`);
  const { data } = await client.auth.getSession();
  await context.addInitScript((session) => {
    if (location.protocol.startsWith("http")) localStorage.setItem("sb-localhost-auth-token", session);
  }, JSON.stringify(data.session));
}

/** Nothing is wider than a telephone, the narrowest included, which is also a window at 400 % (WCAG 1.4.10). */
async function expectToFit(page: Page): Promise<void> {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest, `${page.url()} at ${width}`).toBeLessThanOrEqual(width);
  }
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } });

    for (const path of VISITORS) {
      test(`${path} has no accessibility violations for a visitor`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
        await expectToFit(page);
      });
    }

    test("signed-in screens have no accessibility violations", async ({ page, context, app }) => {
      await signIn(app, context);
      for (const path of MEMBERS) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
        expect(await accessibilityViolations(page), path).toEqual([]);
        await expectToFit(page);
      }
    });
  });
}

test("marketing pages work without JavaScript and load no scripts", async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url });
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Uplifting AI Sermons" })).toBeVisible();
  await page.getByRole("link", { name: "Transform Your Life Now" }).click();
  await expect(page).toHaveURL(/\/about$/);
  expect(scripts).toEqual([]);
  await context.close();
});

test("an unknown path shows the not-found page", async ({ page, expectedErrors }) => {
  expectedErrors.push(/404 \(Not Found\)/);
  await page.goto("/no-such-page");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
});
