import type { Page } from "@playwright/test";
import type { TestApp } from "../support/start-app.ts";
import { address } from "./auth-fixture.ts";
import { beginSignUp, CARDS, confirmAddress, history, reloadUntil, pay, plan } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";

// A declined card is answered with its status, which the browser logs.
test.use({ expectedErrors: [/status of 4(02|22)/] });

async function expectTrial(page: Page, app: TestApp, email: string, card: string): Promise<void> {
  await page.waitForURL("**/login");
  await confirmAddress(page, app, email);
  await expect(page.getByText("3 of 3 sermons remaining")).toBeVisible();
  await reloadUntil(page, "/subscription-billing", `Visa ending in ${card}`);
  await expect(plan(page).getByText("Free Trial", { exact: true })).toBeVisible();
  await expect(history(page).getByRole("listitem")).toHaveText([/Free trial\$0\.00Paid/]);
}

test("a trial starts with a valid card", async ({ page, app }) => {
  const email = address("ruth");
  await beginSignUp(page, email);
  await pay(page, CARDS.pays, "Start trial");
  await expectTrial(page, app, email, "4242");
});

test("after a declined card, the trial starts with another one", async ({ page, app }) => {
  const email = address("naomi");
  await beginSignUp(page, email);
  await pay(page, CARDS.declines, "Start trial");
  await expect(page.getByRole("alert")).toContainText("declined");
  await pay(page, CARDS.pays, "Start trial");
  await expectTrial(page, app, email, "4242");
});

test("a card with 3-D Secure is confirmed before the trial starts", async ({ page, app }) => {
  const email = address("orpah");
  await beginSignUp(page, email);
  await pay(page, CARDS.asks, "Start trial");
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await pay(page, CARDS.asks, "Start trial");
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expectTrial(page, app, email, "3155");
});
