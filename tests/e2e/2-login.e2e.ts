import { PASSWORD } from "../support/sign-up.ts";
import { createAccount, fillIn, signIn } from "./auth-room.ts";
import { expectNoBarrier } from "./barriers.ts";
import { expect, test } from "./fixtures.ts";

// The browser itself writes these into its console for what the tests provoke.
test.use({ expectedErrors: [/Failed to load resource|net::ERR_/] });

test("whoever is sent to sign in comes back to the page that was asked for, and not to the form again", async ({ page, app }) => {
  const email = await createAccount(app, "ruth");
  await page.goto("/about");
  await page.goto("/my-sermons?view=list");
  await expect(page).toHaveURL(/\/login$/);
  await fillIn(page, email);
  await expect(page).toHaveURL(/\/my-sermons\?view=list$/);
  await expect(page.getByText("Welcome back!", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
});

test("a failed sign-in is told, announced with error and email, and loses nothing that was typed", async ({ page, app }) => {
  const email = await createAccount(app, "naomi");
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  const announced = page.evaluate(
    () =>
      new Promise<{ email: string; message: string }>((resolve) => {
        addEventListener("auth:login-failure", (event) => {
          const { error, email } = (event as CustomEvent<{ error: Error; email: string }>).detail;
          resolve({ email, message: error.message });
        });
      }),
  );
  await fillIn(page, email, "not the password");
  const failure = page.getByText("Invalid email or password. Please try again or sign up if you don't have an account.", {
    exact: true,
  });
  await expect(failure).toBeVisible();
  expect(await announced).toEqual({ email, message: "Invalid login credentials" });
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
});

test("while the service is away the page counts its tries, gives up, and begins again on Retry", async ({ page }) => {
  await page.route("**/auth/v1/health", (route) => route.abort());
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Connection Error" })).toBeDisabled();
  await expect(page.getByText("Connection attempt 2 failed. Retrying in 2s...")).toBeVisible();
  await expect(page.getByText("Connection attempt 3 failed. Retrying in 4s...")).toBeVisible();
  await expect(
    page.getByText(
      "Connection failed after maximum retry attempts. Please check your network connection and backend configuration.",
    ),
  ).toBeVisible();
  await expectNoBarrier(page);
  await page.unroute("**/auth/v1/health");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
});

test("a guarded page without the service says so, leads to the sign-in page after its message, and keeps the session", async ({
  page,
  app,
}) => {
  await signIn(page, await createAccount(app, "boaz"));
  await page.route("**/auth/v1/health", (route) => route.abort());
  await page.goto("/profile");
  await expect(page.getByText("Initializing authentication...")).toBeVisible();
  await expect(
    page.getByText("Unable to connect to authentication service. You will be redirected to login.", { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  // The sign-in page looks for the service by itself, and finds the session again.
  await page.unroute("**/auth/v1/health");
  await expect(page).toHaveURL(/\/profile$/);
});

test("the diagnostics find what is wrong, and their log carries no secret", async ({ page, app }) => {
  const email = await createAccount(app, "orpah");
  await page.goto("/login");
  await page.getByRole("button", { name: "Show Login Diagnostics" }).click();
  await page.getByRole("button", { name: "Test Connection" }).click();
  await expect(page.getByText("No issues found")).toBeVisible();
  await page.getByRole("button", { name: "Check Session" }).click();
  await expect(page.getByText("No valid session", { exact: true })).toBeVisible();
  await expect(page.getByText("No token in local storage", { exact: true })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Test Login" }).click();
  await expect(page.getByText("No issues found")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole("button", { name: "Full Diagnostic" }).click();
  const log = page.getByRole("region", { name: "Diagnostic log" });
  await expect(log.getByText("User with this email already exists")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create Test User (development only)" })).toBeDisabled();
  const text = await log.innerText();
  for (const secret of [email, PASSWORD, "eyJ"]) expect(text).not.toContain(secret);
  await expectNoBarrier(page);
});

test("Reset Auth State & Reload forgets everything but the theme", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem("app-theme", "dark");
    localStorage.setItem("pendingSignupBackup", "broken");
    sessionStorage.setItem("awaiting_confirmation", "ruth@example.com");
    document.cookie = "stale=1; path=/";
  });
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reset Auth State & Reload" }).click();
  await loaded;
  const left = await page.evaluate(() => ({
    local: Object.keys(localStorage),
    // The router notes on leaving how far the page was scrolled.
    session: Object.keys(sessionStorage).filter((key) => key !== "react-router-scroll-positions"),
    cookie: document.cookie,
  }));
  expect(left).toEqual({ local: ["app-theme"], session: [], cookie: "" });
});

test("signing out ends the session everywhere; when the server fails, this browser forgets it all the same", async ({
  page,
  app,
  browser,
}) => {
  const email = await createAccount(app, "mara");
  const other = await (await browser.newContext({ baseURL: app.url })).newPage();
  await signIn(other, email);
  await signIn(page, email);
  await page.goto("/sign-out");
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.getByText("Signed out successfully", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await other.goto("/security");
  await expect(other).toHaveURL(/\/login$/);
  await other.context().close();

  // Not back to the page where the other person left.
  await fillIn(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.route("**/auth/v1/logout**", (route) => route.fulfill({ status: 500, json: { message: "down" } }));
  await page.goto("/sign-out");
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.getByText("Error signing out", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith("-auth-token")))).toEqual([]);
});
