import type { Page } from "@playwright/test";
import { mailTo, PASSWORD, payInSandbox } from "../support/sign-up.ts";
import { address, createAccount } from "./auth-room.ts";
import { expectNoBarrier } from "./barriers.ts";
import { expect, test } from "./fixtures.ts";

test.use({ expectedErrors: [/Failed to load resource/] });

async function begin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("Name").fill("Ruth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("what is wrong stands beside each field", async ({ page }) => {
  await page.goto("/sign-up");
  await page.getByLabel("Name").fill("R");
  await page.getByLabel("Email").fill("ruth");
  await page.getByLabel("Password", { exact: true }).fill("12345");
  await page.getByRole("button", { name: "Continue" }).click();
  for (const text of [
    "Name must be at least 2 characters",
    "Please enter a valid email address",
    "Password must be at least 6 characters",
  ])
    await expect(page.getByText(text)).toBeVisible();
  await expectNoBarrier(page);
});

test("an address that has an account stops before the checkout", async ({ page, app }) => {
  await begin(page, await createAccount(app, "naomi"));
  await expect(page.getByText("Account Already Exists", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-up$/);
});

test("a checkout that was left goes on from where it was, and the letter's code ends the sign-up", async ({ page, app }) => {
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
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  await page.getByText("Type the code of the letter instead").click();
  await expectNoBarrier(page);
  const code = /\b\d{6}\b/.exec((await mailTo(app, email)).text)?.[0] ?? "";
  await page.getByLabel("6-digit code").fill(code);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Create Your Sermon" })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /checkout|pending/i.test(key)))).toEqual([]);
});

test("a completion without any user leads back to the form", async ({ page }) => {
  await page.goto("/sign-up-complete?session_id=cs_test_1");
  await expect(page.getByText("Missing user information. Please try signing up again.", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-up$/);
});

test("a payment service that is away is told after three tries; the next submit begins at the checkout", async ({ page }) => {
  let asked = 0;
  await page.route("**/functions/v1/create-checkout-session", (route) => {
    asked += 1;
    return route.fulfill({
      status: 503,
      json: { code: "payments_unavailable", message: "Could not initialize payment process. Please try again." },
    });
  });
  await begin(page, address("mara"));
  await expect(page.getByText("Could not initialize payment process. Please try again.", { exact: true })).toBeVisible();
  expect(asked).toBe(3);
  await page.unroute("**/functions/v1/create-checkout-session");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
});

test("a confirmation link that is used or incomplete says so and offers a new mail", async ({ page }) => {
  await page.goto("/auth/confirm#token_hash=0123456789abcdef&type=signup&next=%2Fdashboard");
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText("This link has expired or has already been used.")).toBeVisible();
  await expectNoBarrier(page);
  await page.goto("/auth/confirm");
  await expect(page.getByText("This link is incomplete. Please open it from the mail again.")).toBeVisible();
});
