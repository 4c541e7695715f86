import type { Page } from "@playwright/test";
import { ROUTES, type SpecRoute } from "../spec/routes.ts";
import { signInAsAdmin } from "./admin-room.ts";
import { createAccount, signIn } from "./auth-room.ts";
import { expect, test } from "./fixtures.ts";

/** These open with a sermon in hand. */
const SERMONS = new Set(["/sermon/{id}", "/sermon/new", "/sermon-playback"]);

const routesOf = (section: string): SpecRoute[] =>
  ROUTES.filter((route) => route.section === section && !SERMONS.has(route.path));

async function expectScreens(page: Page, routes: SpecRoute[]): Promise<void> {
  for (const { path, heading } of routes) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(heading);
    expect(new URL(page.url()).pathname).toBe(path);
  }
}

// Spec section 2. Who is let in is asked in screens.e2e.ts.
test("public routes: each opens its screen", async ({ page }) => {
  await expectScreens(page, routesOf("2 Public routes"));
});

test("signed-in routes: each opens its screen", async ({ page, app }) => {
  await signIn(page, await createAccount(app, "member"));
  await expectScreens(page, routesOf("2 Signed-in routes"));
});

test("admin routes: each opens its screen", async ({ page, app }) => {
  const routes = routesOf("2 Admin routes");
  const forAnyone = routes.filter(({ path }) => path === "/affiliate/login");
  await expectScreens(page, forAnyone);
  await signInAsAdmin(page, app);
  await expectScreens(
    page,
    routes.filter((route) => !forAnyone.includes(route)),
  );
});

test("the addresses of the sermon screen show what the navigation brought, and without it lead to the dashboard", async ({
  page,
  app,
}) => {
  await signIn(page, await createAccount(app, "reader"));
  for (const path of ["/sermon/new", "/sermon-playback"]) {
    await page.goto(path);
    await expect(page.getByText("Missing Content").first()).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    // What the router keeps of a navigation, and finds again after a reload.
    const state = { content: "# The Open Door\n\nCome in.", audio_url: null, image_url: null };
    await page.evaluate(([to, usr]) => history.replaceState({ usr, key: "kept" }, "", to), [path, state] as const);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText("The Open Door");
    expect(new URL(page.url()).pathname).toBe(path);
  }
});
