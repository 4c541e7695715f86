import type { Page } from "@playwright/test";
import { mailTo } from "../support/sign-up.ts";
import { createAccount, fillIn } from "./auth-fixture.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test.use({ expectedErrors: [/Failed to load resource/] });

const NEW_PASSWORD = "another long password";

async function requestReset(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  // The page that is left has a field of this name too.
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(
    page.getByText("Password reset email sent. Please check your inbox and follow the link to reset your password."),
  ).toBeVisible();
}

async function choose(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel("New Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm New Password").fill(confirmation);
  await page.getByRole("button", { name: "Update Password" }).click();
}

test("a password is reset with the mailed link, which works once and ends in a sign-out", async ({ page, app }) => {
  const email = await createAccount(app, "ruth");
  await requestReset(page, email);
  await expectAccessible(page);
  const link = (await mailTo(app, email)).links.find((url) => url.includes("/reset-password#")) ?? "";
  await page.goto(link);
  await expect(page.getByText("Password reset link verified. Please enter your new password.")).toBeVisible();
  expect(page.url()).not.toContain("token_hash");
  await choose(page, NEW_PASSWORD, "something else");
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await choose(page, "1234567");
  await expect(page.getByText("Password must be at least 8 characters long")).toBeVisible();
  await expectAccessible(page);
  await choose(page, NEW_PASSWORD);
  await expect(page.getByText("Your password has been updated. You can sign in with it in a moment.")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await fillIn(page, email, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto("/about");
  await page.goto(link);
  // At once, not after another password was typed.
  await expect(page.getByText("This link has expired or has already been used. Nothing has changed.")).toBeVisible();
  await expect(page.getByLabel("New Password", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Request a new link" })).toBeVisible();
});

test("the code of the mail works like its link", async ({ page, app }) => {
  const email = await createAccount(app, "naomi");
  await requestReset(page, email);
  const code = /\b\d{6}\b/.exec((await mailTo(app, email)).text)?.[0] ?? "";
  await page.getByText("Type the code of the email instead").click();
  await page.getByLabel("6-digit code").fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Token has expired or is invalid")).toBeVisible();
  await page.getByLabel("6-digit code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Password reset link verified. Please enter your new password.")).toBeVisible();
  await choose(page, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/login$/);
  await fillIn(page, email, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("an address without an account gets the same answer", async ({ page }) => {
  await requestReset(page, "nobody-has-this@example.com");
});

test("a failed reset shows the service's message, or our own if there is none", async ({ page }) => {
  await page.goto("/reset-request");
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/auth/v1/recover?*", async (route) => {
    await held;
    await route.fulfill({ status: 429, json: { message: "Email rate limit exceeded" } });
  });
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(page.getByText("Please enter your email address")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill("ruth@example.com");
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
  answer();
  await expect(page.getByRole("alert").filter({ hasText: "Email rate limit exceeded" })).toBeVisible();
  await page.unroute("**/auth/v1/recover?*");
  await page.route("**/auth/v1/recover?*", (route) => route.abort());
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(page.getByText("An error occurred while sending the reset email. Please try again.")).toBeVisible();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.goto("/reset-password");
  await expect(page.getByText("Please open this page with the link in your reset email.")).toBeVisible();
  await expectAccessible(page);
  // Where the link can't be checked beforehand, sending the form says what is wrong.
  await page.route("**/rest/v1/rpc/reset_link_is_open", (route) => route.abort());
  await page.route("**/auth/v1/verify", (route) => route.abort());
  await page.goto("/reset-password#type=recovery&token_hash=0123456789abcdef");
  await choose(page, NEW_PASSWORD);
  await expect(page.getByText("An error occurred during password update")).toBeVisible();
});
