import type { Page } from "@playwright/test";
import { signToken } from "../../packages/supabase-server/gateway/tokens.ts";
import { mailTo, PASSWORD } from "../support/sign-up.ts";
import { address, createAccount, fillIn, signIn } from "./auth-fixture.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

/** A toast. Not a search in the whole page, because the form may show the same text. */
const message = (page: Page, title: string, text: string) =>
  page.getByRole("listitem").filter({ hasText: title }).filter({ hasText: text });

async function refuse(page: Page, address: string, status: number, reason: string): Promise<void> {
  await page.unroute(address);
  await page.route(address, (route) => route.fulfill({ status, json: { message: reason } }));
}

// Errors that the browser logs for the failures these tests cause.
test.use({ expectedErrors: [/Failed to load resource|net::ERR_/] });

test("signing in returns to the page that required it, and Back does not return to the form", async ({ page, app }) => {
  const email = await createAccount(app, "ruth");
  await page.goto("/about");
  await page.goto("/my-sermons?view=list#latest");
  await expect(page).toHaveURL(/\/login$/);
  await fillIn(page, email);
  await expect(page).toHaveURL(/\/my-sermons\?view=list#latest$/);
  await expect(page.getByText("Welcome back!", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
});

test("a failed sign-in shows an error, dispatches the login failure event and keeps the input", async ({ page, app }) => {
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
  const text = "Invalid email or password. Please try again or sign up if you don't have an account.";
  await expect(message(page, "Login Failed", text)).toBeVisible();
  await expect(page.locator("form").getByRole("alert")).toHaveText(text);
  expect(await announced).toEqual({ email, message: "Invalid login credentials" });
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
});

test("a mailed code signs in without the password, and an address without an account gets the same answer", async ({
  page,
  app,
}) => {
  const known = await createAccount(app, "tabitha");
  await page.goto("/login");
  for (const email of [address("nobody"), known]) {
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: /^(Email me a code instead|Send a new code)$/ }).click();
    await expect(page.getByText(`If ${email} has an account, an email with a code is on its way to it.`)).toBeVisible();
  }
  await expectAccessible(page);
  const code = /\b\d{6}\b/.exec((await mailTo(app, known)).text)?.[0] ?? "";
  await page.getByLabel("6-digit code").fill(code);
  await page.getByRole("button", { name: "Sign in with the code" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("each reason for a failed sign-in has its own message, and a wrong API key disables the form", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign In" }).click();
  for (const text of ["Please enter your email address", "Please enter your password"]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  const tries: [number, string, string][] = [
    [400, "User is banned", "Invalid email or password"],
    [403, "invalid JWT: expired", "Session error. Please try clearing your browser's cache and cookies."],
    [503, "down", "Network error. Please check your internet connection."],
    [400, "Email not confirmed", "Please verify your email address before logging in"],
  ];
  for (const [status, reason, text] of tries) {
    await refuse(page, "**/auth/v1/token?*", status, reason);
    await fillIn(page, "ruth@example.com");
    await expect(message(page, "Login Failed", text)).toBeVisible();
    await expect(page.locator("form").getByRole("alert").filter({ hasText: text })).toBeVisible();
  }
  // The last one can do something about it.
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
  await page.getByText("Nothing came?").click();
  await page.getByRole("button", { name: "Send a new email" }).click();
  await expect(page.getByText("A new email is on its way. Only its link works from now on.")).toBeVisible();

  // The key of another project, which the server itself refuses.
  await page.unroute("**/auth/v1/token?*");
  const foreign = await signToken({ role: "anon" }, { jwtSecret: "the secret of another project, which is long enough" });
  await page.route("**/config.json", async (route) => {
    const response = await route.fetch();
    const config = (await response.json()) as object;
    await route.fulfill({ response, json: { ...config, supabaseAnonKey: foreign } });
  });
  await page.reload();
  await fillIn(page, "ruth@example.com");
  const configuration = "Authentication system configuration error. Please contact support.";
  await expect(message(page, "Login Failed", configuration)).toBeVisible();
  await expect(message(page, "Error Details", "API key configuration issue detected")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: configuration })).toBeVisible();
  await expect(page.getByRole("button", { name: "Connection Error" })).toBeDisabled();
});

test("if the service fails before the sign-in, the message depends on what still answers, and the password is not sent", async ({
  page,
}) => {
  // The page's own check would give up on what the test answers below, and disable the form.
  const checked = page.waitForResponse("**/auth/v1/health");
  await page.goto("/login");
  await checked;
  await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
  const sent: string[] = [];
  page.on("request", (request) => request.url().includes("/token?") && sent.push(request.url()));
  await page.route("**/auth/v1/health", (route) => route.fulfill({ status: 502, body: "" }));
  await fillIn(page, "ruth@example.com");
  const refused = "Unable to connect to authentication server: the server answered with status 502";
  await expect(message(page, "Connection Error", refused)).toBeVisible();
  await page.unroute("**/auth/v1/health");
  await page.route("**/auth/v1/health", (route) => route.abort());
  await fillIn(page, "ruth@example.com");
  const silent = "Unable to reach the authentication server. Please check your network connection.";
  await expect(message(page, "Connection Error", silent)).toBeVisible();
  expect(sent).toEqual([]);
});

test("while the service is unreachable the page shows its attempts, gives up, and starts again on Retry", async ({ page }) => {
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
  await expectAccessible(page);
  await page.unroute("**/auth/v1/health");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
});

test("a guarded page without the service shows an error, then the login page, and keeps the session", async ({ page, app }) => {
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

  // While the session is read. The client comes when it was seen.
  let goOn = () => {};
  const seen = new Promise<void>((resolve) => (goOn = resolve));
  await page.route("**/auth/v1/user", (route) => route.abort());
  await page.route("**/assets/dist-*", async (route) => {
    await seen;
    await route.continue();
  });
  await page.goto("/profile");
  await expect(page.getByText("Loading...")).toBeVisible();
  goOn();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the diagnostics report the problem, and their log contains no secrets", async ({ page, app }) => {
  const email = await createAccount(app, "orpah");
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Show Login Diagnostics" })).toBeHidden();
  await page.getByText("Trouble signing in?").click();
  // A press before the scripts have come does nothing.
  await expect(async () => {
    await page.getByRole("button", { name: "Show Login Diagnostics" }).click({ timeout: 1_000 });
    await expect(page.getByRole("button", { name: "Test Connection" })).toBeVisible({ timeout: 5_000 });
  }).toPass();
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
  await expectAccessible(page);
});

test("Reset Auth State & Reload clears all storage except the theme", async ({ page }) => {
  await page.goto("/login");
  // React runs the page: it reads the storage when it begins.
  await expect(page.locator("[data-waits]")).toHaveCount(0);
  await page.evaluate(() => {
    localStorage.setItem("app-theme", "dark");
    localStorage.setItem("pendingSignupBackup", "broken");
    sessionStorage.setItem("awaiting_confirmation", "ruth@example.com");
    document.cookie = "stale=1; path=/";
  });
  const loaded = page.waitForEvent("load");
  await page.getByText("Trouble signing in?").click();
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

test("signing out ends all sessions; if the server fails, this browser's session is still removed", async ({
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
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.getByText("Error signing out", { exact: true })).toBeVisible();
  // Not the guard's way there: a fresh document.
  await loaded;
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith("-auth-token")))).toEqual([]);
});
