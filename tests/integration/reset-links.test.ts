import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { mailTo, PASSWORD } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";

// docs/product.md#password-reset

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const isOpen = async (secret: string) => {
  const { data, error } = await app.visitor().rpc("reset_link_is_open", { p_token_hash: secret });
  expect(error).toBeNull();
  return data as unknown;
};
const secretOf = (link = ""): string => new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? "";

test("a visitor learns whether a reset link still works, which does not use it up; other secrets answer no", async () => {
  const email = "ruth@example.org";
  await app.service().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  await app.visitor().auth.resetPasswordForEmail(email);
  const secret = secretOf((await mailTo(app, email)).links.find((link) => link.includes("/reset-password#")));
  expect([await isOpen(secret), await isOpen(secret)]).toEqual([true, true]);
  const { error } = await app.visitor().auth.verifyOtp({ token_hash: secret, type: "recovery" });
  expect(error).toBeNull();
  expect(await isOpen(secret)).toBe(false);

  expect([await isOpen(""), await isOpen(`${secret}0`)]).toEqual([false, false]);
  await app.visitor().auth.signUp({ email: "naomi@example.org", password: PASSWORD });
  const confirmation = (await mailTo(app, "naomi@example.org")).links.find((link) => link.includes("token_hash"));
  expect(await isOpen(secretOf(confirmation))).toBe(false);
});
