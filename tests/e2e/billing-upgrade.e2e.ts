import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { CARDS, reloadUntil, pay, plan, subscriber, signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";

test.use({ expectedErrors: [/status of 4(02|22)/] });

/** The portal, from the billing screen and back. */
async function changeCard(page: Page, card: string): Promise<void> {
  await reloadUntil(page, "/subscription-billing", "Update payment method");
  await page.getByRole("button", { name: "Update payment method" }).click();
  await page.getByRole("link", { name: "Add a card" }).click();
  await pay(page, card, "Save card");
}

const backToApp = (page: Page) => page.getByRole("link", { name: /^Return to/ }).click();

async function upgrade(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Upgrade to Premium" }).click();
  const dialog = page.getByRole("dialog", { name: "Upgrade to Premium?" });
  await expect(dialog.getByText("$14.99 will be charged now")).toBeVisible();
  await dialog.getByRole("button", { name: "Pay $14.99 now" }).click();
}

test("an upgrade during the trial shows its price, charges it and adds the minutes", async ({ page, app, context }) => {
  await signUpTrialUser(app, context, "ruth");
  await reloadUntil(page, "/dashboard", "Free Trial Active");
  await page.getByRole("button", { name: "Upgrade to Premium" }).click();
  await expect(page.getByText(/to Visa ending in 4242/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Stay in the trial" }).click();
  await expect(page.getByRole("button", { name: "Upgrade to Premium" })).toBeFocused();
  await upgrade(page);
  await expect(page.getByText("Purchase Successful", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("Minutes left")).toBeVisible();
  await expect(page.getByText("Free Trial Active")).toBeHidden();
});

test("the card is changed in the portal; a declined card leaves the trial unchanged", async ({ page, app, context }) => {
  await signUpTrialUser(app, context, "naomi");
  await changeCard(page, CARDS.failsLater);
  await backToApp(page);
  await expect(page.getByText(/^Visa ending in 0341/)).toBeVisible();
  await upgrade(page);
  await expect(page.getByRole("alert")).toContainText("Your card was declined. Nothing was charged");
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Update payment method" }).click();
  await page.getByRole("link", { name: "Add a card" }).click();
  await pay(page, CARDS.pays2, "Save card");
  await backToApp(page);
  await expect(page.getByText(/^Mastercard ending in 4444/)).toBeVisible();
  await expect(plan(page).getByText("Free Trial", { exact: true })).toBeVisible();
  await upgrade(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("Minutes left")).toBeVisible();
});

test("an upgrade with 3-D Secure is confirmed on the invoice's page", async ({ page, app, context }) => {
  await signUpTrialUser(app, context, "orpah");
  await changeCard(page, CARDS.asksAlways);
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await backToApp(page);
  await upgrade(page);
  await expect(page.getByText("$14.99 due")).toBeVisible();
  await pay(page, CARDS.asksAlways, "Pay $14.99");
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page.getByText("Paid on")).toBeVisible();
  await reloadUntil(page, "/subscription-billing", "Active Premium Plan");
});

test("minutes can be bought; an invalid amount is rejected, and a cancelled purchase charges nothing", async ({
  page,
  app,
  context,
}) => {
  await subscriber(app, context, "mara");
  await reloadUntil(page, "/dashboard", "of 60");
  await page.getByRole("button", { name: "Buy more minutes" }).click();
  await page.getByLabel("Minutes", { exact: true }).fill("0");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByText("Invalid amount", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Minutes", { exact: true }).fill("15");
  await expect(page.getByText("$15.00")).toBeVisible();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByText("$15.00 due today")).toBeVisible();
  await page.getByRole("link", { name: /^Cancel and return/ }).click();
  await expect(page.getByText("Purchase Cancelled", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Buy more minutes" }).click();
  await page.getByLabel("Minutes", { exact: true }).fill("15");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await pay(page, CARDS.pays, "Pay");
  await expect(page.getByText("Purchase Successful", { exact: true })).toBeVisible();
  await expect(page.getByText("of 75")).toBeVisible();
  await reloadUntil(page, "/subscription-billing", "15 additional minutes");
});
