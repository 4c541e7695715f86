import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { CARDS, history, reloadUntil, pay, plan, subscriber, signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";

test("the trial ends with the first charge, and each month with the next", async ({ page, app, context }) => {
  const member = await signUpTrialUser(app, context, "ruth");
  await member.letPass(4, "day");
  await reloadUntil(page, "/subscription-billing", "Active Premium Plan");
  await expect(history(page).getByRole("listitem")).toHaveText([/Premium, one month\$14\.99Paid/, /Free trial\$0\.00Paid/]);
  await expect(plan(page).getByText("60", { exact: true })).toBeVisible();
  const nextDate = plan(page).getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
  const first = await nextDate.innerText();
  await expectAccessible(page);

  await member.letPass(1, "month");
  await expect(async () => {
    await page.reload();
    await expect(history(page).getByRole("listitem")).toHaveCount(3, { timeout: 4_000 });
    // The invoice is the provider's at once; the plan follows its event.
    expect(Date.parse(await nextDate.innerText())).toBeGreaterThan(Date.parse(first));
  }).toPass();

  await history(page).getByRole("link", { name: "View invoice" }).first().click();
  await expect(page.getByText("Paid on")).toBeVisible();
});

async function expectPaymentRecovered(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto("/subscription-billing");
    await expect(plan(page).getByText("Active Premium Plan")).toBeVisible({ timeout: 4_000 });
    await expect(history(page).getByRole("listitem").first()).toContainText("Paid", { timeout: 4_000 });
    await expect(page.getByText("Your last payment failed")).toBeHidden({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

test("after a failed renewal there is access during the grace period, and the invoice can be paid", async ({
  page,
  app,
  context,
}) => {
  const member = await subscriber(app, context, "naomi");
  await reloadUntil(page, "/subscription-billing", "Active Premium Plan");
  await member.failRenewal();
  await reloadUntil(page, "/dashboard", "Your last payment failed");
  await expect(page.getByText(/You keep your access until/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox").fill("rest");
  await expect(page.getByRole("button", { name: "Generate Sermon" })).toBeEnabled();

  await reloadUntil(page, "/subscription-billing", "Pay invoice");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay now" }).click();
  await expect(page.getByText("$14.99 due")).toBeVisible();
  await pay(page, CARDS.pays2, "Pay $14.99");
  await expect(page.getByText("Paid on")).toBeVisible();
  await expectPaymentRecovered(page);
});

test("changing the card in the portal pays the open invoice of a failed renewal", async ({ page, app, context }) => {
  const member = await subscriber(app, context, "mara");
  await reloadUntil(page, "/subscription-billing", "Active Premium Plan");
  await member.failRenewal();
  await reloadUntil(page, "/subscription-billing", "Your last payment failed");
  await page.getByRole("button", { name: "Change card" }).click();
  await page.getByRole("link", { name: "Add a card" }).click();
  await pay(page, CARDS.pays2, "Save card");
  await page.getByRole("link", { name: /^Return to/ }).click();
  await expectPaymentRecovered(page);
  await expect(page.getByText(/^Mastercard ending in 4444/)).toBeVisible();
});

test("a disputed payment puts the account on hold until it is settled", async ({ page, app, context }) => {
  const member = await subscriber(app, context, "orpah");
  await reloadUntil(page, "/dashboard", "Minutes left");
  await member.dispute();
  await reloadUntil(page, "/dashboard", "Your account is on hold");
  await expect(page.getByText("Minutes left")).toBeHidden();
  await page.getByRole("textbox").fill("rest");
  await expect(page.getByRole("button", { name: "Generate Sermon" })).toBeDisabled();
  await expectAccessible(page);
  await member.winDispute();
  await reloadUntil(page, "/dashboard", "Minutes left");
});
