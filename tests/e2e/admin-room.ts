import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { TEST_JWT_SECRET } from "../support/cluster.ts";
import type { TestApp } from "../support/start-app.ts";
import { createAccount, signIn } from "./auth-room.ts";

const SCRIPT = join(import.meta.dirname, "../../scripts/admin.ts");

/** An administrator, made as docs/operating.md says. */
export async function createAdmin(app: TestApp, name: string): Promise<string> {
  const email = await createAccount(app, name);
  await promisify(execFile)(process.execPath, [SCRIPT, "grant", email], {
    env: { ...process.env, DATABASE_URL: app.ownerUrl, JWT_SECRET: TEST_JWT_SECRET },
  });
  return email;
}

export async function signInAsAdmin(page: Page, app: TestApp): Promise<void> {
  await signIn(page, await createAdmin(app, "admin"));
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
