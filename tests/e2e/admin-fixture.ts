import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { withSecondFactor } from "../support/authenticator.ts";
import { TEST_JWT_SECRET } from "../support/cluster.ts";
import { PASSWORD } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";
import { createAccount, fillIn } from "./auth-fixture.ts";
import { expect } from "./fixtures.ts";

const SCRIPT = join(import.meta.dirname, "../../scripts/admin.ts");

/** Grants the admin role with the script of docs/operating.md. */
export async function grantAdmin(app: TestApp, email: string): Promise<void> {
  await promisify(execFile)(process.execPath, [SCRIPT, "grant", email], {
    env: { ...process.env, DATABASE_URL: app.ownerUrl, JWT_SECRET: TEST_JWT_SECRET },
  });
}

interface Admin {
  email: string;
  /** Enters the authenticator app's code at the second step of the sign-in. Works once. */
  showCode: (page: Page) => Promise<void>;
}

/** An administrator with an authenticator app. */
export async function createAdmin(app: TestApp, name: string): Promise<Admin> {
  const email = await createAccount(app, name);
  const elsewhere = app.visitor();
  const { error } = await elsewhere.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  const phone = await withSecondFactor(elsewhere);
  await grantAdmin(app, email);
  const showCode = async (page: Page): Promise<void> => {
    // The next code, because the current one was used in the setup and counts only once.
    await page.getByLabel("6-digit code").fill(phone.code(1));
    await page.getByRole("button", { name: "Continue" }).click();
  };
  return { email, showCode };
}

export async function signInAsAdmin(page: Page, app: TestApp): Promise<void> {
  const { email, showCode } = await createAdmin(app, "admin");
  await page.goto("/login");
  await fillIn(page, email);
  await showCode(page);
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Sends the form of the contact page that is open. */
export async function write(
  page: Page,
  { name, email, message }: { name: string; email: string; message: string },
): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Message").fill(message);
  await page.getByRole("button", { name: "Send Message" }).click();
}
