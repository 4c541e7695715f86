import pg from "pg";
import { TOTP } from "otpauth";
import { mailTo, PASSWORD } from "../support/sign-up.ts";
import { EXPIRE_PROOF_SQL } from "../support/expire-proof.ts";
import type { TestApp } from "../support/start-app.ts";
import { grantAdmin } from "./admin-fixture.ts";
import { createAccount, signIn } from "./auth-fixture.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test.use({ expectedErrors: [/Failed to load resource/] });

async function makeStale(app: TestApp, email: string): Promise<void> {
  const owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>("select id from auth.users where email = $1", [email]);
  await owner.query(EXPIRE_PROOF_SQL, [rows[0]?.id]);
  await owner.end();
}

test("some time after the sign-in, setting up an authenticator app asks for the password, by keyboard too", async ({
  page,
  app,
}) => {
  const email = await createAccount(app, "ruth");
  await signIn(page, email);
  await makeStale(app, email);
  await page.goto("/security");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it is you" });
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("The setup could not begin. Please try again.")).toHaveCount(0);

  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await page.keyboard.type("not this one");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("The current password is not right")).toBeVisible();
  await dialog.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByAltText("QR code for your authenticator app")).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("the account is deleted with a mailed code instead of the password, and a mail confirms it", async ({ page, app }) => {
  const email = await createAccount(app, "boaz");
  await signIn(page, email);
  await makeStale(app, email);
  await page.goto("/security");
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  await page.getByRole("button", { name: "Delete for good" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it is you" });
  await dialog.getByRole("button", { name: "Mail me a code instead" }).click();
  await expect(dialog.getByText(`We have sent a code to ${email}. Enter it to go on.`)).toBeVisible();
  await expectAccessible(page);
  const code = /^\d{6}$/m.exec((await mailTo(app, email, /code/)).text)?.[0] ?? "";
  await dialog.getByLabel("6-digit code").fill(code);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect((await mailTo(app, email, /deleted/)).subject).toBe("Your account has been deleted");
});

test("an administrator without a second factor is sent to set one up, then sees the admin pages", async ({ page, app }) => {
  const email = await createAccount(app, "ada");
  await grantAdmin(app, email);
  await signIn(page, email);
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open Security" }).click();
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const totp = new TOTP({ secret: await page.locator("code").innerText() });
  await page.getByLabel("6-digit code").fill(totp.generate());
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Authenticator app 1")).toBeVisible();
  await page.goto("/admin/contact-submissions");
  await expect(page.getByRole("heading", { level: 1, name: "Contact Submissions" })).toBeVisible();
  expect((await mailTo(app, email)).subject).toBe("An authenticator app was added to your Lampstand account");
});
