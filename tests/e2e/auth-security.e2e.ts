import { TOTP } from "otpauth";
import { PASSWORD } from "../support/sign-up.ts";
import { createAccount, fillIn, signIn } from "./auth-fixture.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test.use({ expectedErrors: [/Failed to load resource/] });

const NEW_PASSWORD = "another long password";

test("a password change keeps this session and ends the others; only the new password signs in", async ({
  page,
  app,
  browser,
}) => {
  const email = await createAccount(app, "ruth");
  const phone = await (await browser.newContext({ baseURL: app.url })).newPage();
  await signIn(phone, email);
  await signIn(page, email);
  await page.goto("/security");
  await expect(page.getByText("This device")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Sign out Chrome/ })).toHaveCount(1);
  await expectAccessible(page);

  await page.getByLabel("Current Password").fill("wrong");
  await page.getByLabel("New Password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel("Confirm New Password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByLabel("Current Password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Current Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(
    page.getByText("Your password has been changed. You stay signed in here; every other device has been signed out."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^Sign out Chrome/ })).toHaveCount(0);

  await phone.goto("/login");
  await phone.evaluate(() => localStorage.clear());
  await phone.goto("/login");
  await fillIn(phone, email);
  await expect(phone.getByText("Login Failed", { exact: true })).toBeVisible();
  await fillIn(phone, email, NEW_PASSWORD);
  await expect(phone).toHaveURL(/\/dashboard$/);

  await page.reload();
  await page.getByRole("button", { name: "Sign out all other devices" }).click();
  await expect(page.getByText("All other devices have been signed out.", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign out all other devices" })).toHaveCount(0);
  await phone.context().close();
});

test("an authenticator app is set up from its key, asked for at the next sign-in, and removed", async ({ page, app }) => {
  const email = await createAccount(app, "naomi");
  await signIn(page, email);
  await page.goto("/security");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const picture = page.getByAltText("QR code for your authenticator app");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);
  const totp = new TOTP({ secret: await page.locator("code").innerText() });
  // A code counts once, so the sign-in takes the one of the next half minute, which the service accepts already.
  const enter = async (code: string, button: string): Promise<void> => {
    await page.getByLabel("6-digit code").fill(code);
    await page.getByRole("button", { name: button }).click();
  };
  const code = totp.generate();
  await enter(code, "Turn on");
  await expect(page.getByText("Authenticator app 1")).toBeVisible();

  await page.goto("/sign-out");
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/my-sermons");
  await fillIn(page, email);
  await expect(page.getByText("Enter the 6-digit code from your authenticator app")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/login$/);
  await enter(code, "Continue");
  await expect(page.getByText(/That code is not right/)).toBeVisible();
  await enter(totp.generate({ timestamp: Date.now() + 30_000 }), "Continue");
  await expect(page).toHaveURL(/\/profile$/);

  await page.goto("/security");
  await page.getByRole("button", { name: "Remove Authenticator app 1" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Set up an authenticator app" })).toBeVisible();
});

test("the user's data is downloaded as a file, and another device is signed out by its name", async ({ page, app, browser }) => {
  const email = await createAccount(app, "lois");
  const phone = await (await browser.newContext({ baseURL: app.url })).newPage();
  await signIn(phone, email);
  await signIn(page, email);
  await page.goto("/security");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  await page.getByRole("button", { name: /^Sign out Chrome/ }).click();
  await expect(page.getByText("That device has been signed out.", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Sign out Chrome/ })).toHaveCount(0);
  await phone.context().close();
});

test("deleting the account requires typing its address", async ({ page, app }) => {
  const email = await createAccount(app, "boaz");
  await signIn(page, email);
  await page.goto("/security");
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByLabel(`Type ${email} to confirm`)).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel(`Type ${email} to confirm`).fill("someone@example.com");
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("This is not the email address of your account")).toBeVisible();
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByRole("button", { name: "Delete account" })).toBeFocused();
});
