import { signUpAndPay } from "../support/sign-up.ts";
import { address, fillIn, signIn } from "./auth-fixture.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test.use({ expectedErrors: [/Failed to load resource/] });

test("deleting the account signs out, ends the charges, and the account can't be used again", async ({ page, app }) => {
  const email = address("ruth");
  await signUpAndPay(app, email);
  const [customer] = (await app.stripe.customers.list({ email })).data;
  await signIn(page, email);
  await page.goto("/security");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel(/^Type .* to confirm$/).fill("somebody@example.com");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(dialog.getByText("This is not the email address of your account")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel(/^Type .* to confirm$/).fill(email);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText(/^Your account (has been|is being) deleted\./).first()).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  await expect
    .poll(async () => (await app.stripe.subscriptions.list({ customer: customer?.id ?? "", status: "all" })).data[0]?.status)
    .toBe("canceled");
  await fillIn(page, email);
  await expect(page.getByText(/^Invalid email or password/).first()).toBeVisible();
});
