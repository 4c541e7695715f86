import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { reloadUntil, plan, subscriber, signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";

async function cancel(page: Page, consequence: RegExp): Promise<void> {
  await plan(page).getByRole("button", { name: "Cancel Subscription" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Cancel Subscription?" });
  await expect(dialog.getByText(consequence)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Yes, Cancel" }).click();
  await expect(page.getByText(/^Your subscription has been canceled\. You'll have access until the end of your/)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
}

test("a cancelled subscription gives access until the end of its month and can be resumed until then", async ({
  page,
  app,
  context,
}) => {
  const member = await subscriber(app, context, "ruth");
  await reloadUntil(page, "/subscription-billing", "Active Premium Plan");
  await plan(page).getByRole("button", { name: "Cancel Subscription" }).click();
  await page.getByRole("button", { name: "Keep Subscription" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(plan(page).getByRole("button", { name: "Cancel Subscription" })).toBeFocused();

  await cancel(page, /until the end of the current billing period/);
  await expect(page.getByRole("region", { name: /^Your subscription ends on/ })).toBeVisible();
  await page.goto("/subscription-billing");
  await expect(plan(page).getByText("Access until")).toBeVisible();
  await page.getByRole("button", { name: "Resume Subscription" }).click();
  await expect(plan(page).getByText("Next billing date")).toBeVisible();
  await expect(page.getByText("Your subscription goes on as before.", { exact: true })).toBeVisible();

  await cancel(page, /until the end of the current billing period/);
  await page.getByRole("textbox").fill("rest");
  await expect(page.getByRole("button", { name: "Generate Sermon" })).toBeEnabled();
  await member.letPass(1, "month");
  await reloadUntil(page, "/dashboard", "Upgrade to Premium to generate sermons.");
  await page.goto("/subscription-billing");
  await expect(plan(page).getByText("No active plan")).toBeVisible();
  await expectAccessible(page);
});

test("a cancelled trial continues to its end, and nothing is charged", async ({ page, app, context }) => {
  const member = await signUpTrialUser(app, context, "naomi");
  await reloadUntil(page, "/subscription-billing", "Limited Access");
  await cancel(page, /You are not charged \$14\.99/);
  await expect(page.getByText("3 of 3 sermons remaining")).toBeVisible();
  await expect(page.getByRole("region", { name: /^Your free trial ends on/ })).toBeVisible();
  await expectAccessible(page);
  await member.letPass(4, "day");
  await reloadUntil(page, "/subscription-billing", "No active plan");
  await expect(page.getByText("$14.99", { exact: true })).toBeHidden();
});
