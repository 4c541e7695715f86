import type { Page } from "@playwright/test";
import { mailTo, PASSWORD, payInSandbox } from "../support/sign-up.ts";
import { address, createAccount, fillIn } from "./auth-fixture.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test.use({ expectedErrors: [/Failed to load resource/] });

async function begin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("Name").fill("Ruth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("invalid fields show an error each", async ({ page }) => {
  await page.goto("/sign-up");
  await page.getByLabel("Name").fill("R");
  await page.getByLabel("Email").fill("ruth");
  await page.getByLabel("Password", { exact: true }).fill("12345");
  await page.getByRole("button", { name: "Continue" }).click();
  for (const text of [
    "Name must be at least 2 characters",
    "Please enter a valid email address",
    "Password must be at least 8 characters",
  ])
    await expect(page.getByText(text)).toBeVisible();
  // The hint, the error and every message say the same number.
  await expect(page.getByText(/\b6\b/)).toHaveCount(0);
  await expectAccessible(page);
});

test("each reason for a failed sign-up has its own message, at the field or above the button", async ({ page }) => {
  await begin(page, address("ruth"), "1234567");
  await expect(page.getByRole("listitem").filter({ hasText: "Password Error" })).toBeVisible();
  await expect(page.getByText("Password must be at least 8 characters", { exact: true }).last()).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  const tries: [number, string, string, string][] = [
    [422, "Password should contain a digit", "Password Error", "Password should contain a digit"],
    [429, "Email rate limit exceeded", "Account Creation Failed", "Email rate limit exceeded"],
    [400, "Something odd", "Account Creation Failed", "We couldn't create your account. Please try again or contact support."],
    [500, "Error saving the profile", "Sign Up Error", "Account created, but failed to store referral info."],
    [
      500,
      "Service unavailable",
      "Service Unavailable",
      "The service is temporarily unavailable. Please try again in a few minutes.",
    ],
    [0, "", "Network Error", "Please check your internet connection and try again."],
  ];
  for (const [status, reason, title, text] of tries) {
    await page.unroute("**/auth/v1/signup?*");
    await page.route("**/auth/v1/signup?*", (route) =>
      status ? route.fulfill({ status, json: { message: reason } }) : route.abort(),
    );
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: title }).filter({ hasText: text })).toBeVisible();
    await expect(page.locator("form").getByRole("alert").filter({ hasText: text })).toBeVisible();
  }
  await expectAccessible(page);
});

test("an address that already has an account does not reach the checkout", async ({ page, app }) => {
  const email = await createAccount(app, "naomi");
  await begin(page, email);
  await expect(page.getByText("Account Already Exists", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-up$/);
  // The next step is a link, and brings the address along.
  await page.getByRole("link", { name: "Choose a new password" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.goBack();
  await begin(page, email);
  await page.getByRole("link", { name: "Sign in with this address" }).click();
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("an abandoned checkout can be continued, and the mailed code completes the sign-up", async ({ page, app }) => {
  const email = address("orpah");
  await begin(page, email);
  await expect(page.getByLabel("Card number")).toBeVisible();
  const checkout = page.url();
  await page.goto("/sign-up");
  await expect(page.getByRole("heading", { name: "Your account is waiting" })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole("button", { name: "Continue to checkout" }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();

  // The address of the completion loses its user on the way: the browser still knows who left for the checkout.
  const back = await payInSandbox(checkout);
  back.searchParams.delete("user_id");
  await page.goto(back.href);
  await expect(page.getByText("Your free trial has begun", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await page.getByText("Type the code from the email instead").click();
  await expectAccessible(page);
  const code = /\b\d{6}\b/.exec((await mailTo(app, email)).text)?.[0] ?? "";
  await page.getByLabel("6-digit code").fill(code);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Create Your Sermon" })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /checkout|pending/i.test(key)))).toEqual([]);
});

test("a completion without a user, or a failed one, returns to the form; an unsaved profile is only a warning", async ({
  page,
}) => {
  await page.goto("/sign-up-complete");
  await expect(page.getByRole("heading", { name: "Nothing to complete here" })).toBeVisible();
  await expect(page.getByText("The checkout is done")).toHaveCount(0);
  await page.goto("/sign-up-complete?session_id=cs_test_1");
  await expect(page.getByText("Missing user information. Please try signing up again.", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-up$/);
  const completion = "/sign-up-complete?session_id=cs_test_1&user_id=8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f";
  await page.goto(completion);
  await expect(page.getByText("Error setting up account", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-up$/);
  await page.route("**/functions/v1/complete-sign-up", (route) =>
    route.fulfill({ json: { success: true, profileSaved: false } }),
  );
  await page.goto(completion);
  const warning = "Your account was created but some profile data couldn't be saved. You can update it later.";
  await expect(page.getByText(warning, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test("if the checkout can't be created in three attempts, an error is shown, and the next submit starts with the checkout", async ({
  page,
}) => {
  let asked = 0;
  await page.route("**/functions/v1/create-checkout-session", (route) => {
    asked += 1;
    return route.fulfill({
      status: 503,
      json: { code: "payments_unavailable", message: "Could not initialize payment process. Please try again." },
    });
  });
  await begin(page, address("mara"));
  await expect(page.getByRole("listitem").filter({ hasText: "Payment Error" })).toBeVisible();
  await expect(page.locator("form").getByText("Could not initialize payment process. Please try again.")).toBeVisible();
  expect(asked).toBe(3);
  await page.unroute("**/functions/v1/create-checkout-session");
  await page.route("**/functions/v1/create-checkout-session", (route) => route.fulfill({ json: {} }));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.locator("form").getByText("No checkout URL received from payment service")).toBeVisible();
  await page.unroute("**/functions/v1/create-checkout-session");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
});

test("if two sign-ups used one address, the mailed link and code require a new password, which then signs in", async ({
  page,
  app,
}) => {
  for (const way of ["link", "code"] as const) {
    const email = address(`tirzah-${way}`);
    await app.visitor().auth.signUp({ email, password: "somebody else's words" });
    await app.visitor().auth.signUp({ email, password: PASSWORD });
    const letter = await mailTo(app, email);
    if (way === "link") {
      await page.goto(letter.links[0] ?? "");
      await page.getByRole("button", { name: "Confirm my address" }).click();
    } else {
      await page.goto("/login");
      await fillIn(page, email);
      await page.getByText("Type the code from the email instead").click();
      await page.getByLabel("6-digit code").fill(/\b\d{6}\b/.exec(letter.text)?.[0] ?? "");
      await page.getByRole("button", { name: "Confirm", exact: true }).click();
    }
    await expect(page.getByText("More than one sign-up used it")).toBeVisible();
    await expect(page).toHaveURL(/\/reset-password$/);
    await expectAccessible(page);
    await page.getByLabel("New Password", { exact: true }).fill("words of my own choice");
    await page.getByLabel("Confirm New Password").fill("words of my own choice");
    await page.getByRole("button", { name: "Update Password" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await fillIn(page, email, "words of my own choice");
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.evaluate(() => localStorage.clear());
  }
});

test("a confirmation link that can't be checked, was used or is incomplete shows a message and what to do", async ({ page }) => {
  await page.goto("/auth/confirm#token_hash=0123456789abcdef&type=signup&next=%2Fdashboard");
  await page.route("**/auth/v1/verify", (route) => route.abort());
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText("Your address could not be confirmed. Please try again.")).toBeVisible();
  await page.unroute("**/auth/v1/verify");
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText("This link has expired or has already been used.")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/auth/confirm");
  await expect(page.getByText("This link is incomplete. Please open it from the email again.")).toBeVisible();
});
