import type { Page } from "@playwright/test";
import { PASSWORD } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";
import { expect } from "./fixtures.ts";

export const address = (name: string): string => `${name}-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@example.com`;

/** An account whose address is confirmed, made by an administrator; its password is `PASSWORD`. */
export async function createAccount(app: TestApp, name: string): Promise<string> {
  const email = address(name);
  const { error } = await app.service().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  if (error) throw error;
  return email;
}

/** Fills in the sign-in form that is on the page, and submits it. */
export async function fillIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto("/login");
  await fillIn(page, email, password);
  await expect(page).toHaveURL(/\/dashboard$/);
}
