import bcrypt from "bcrypt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import type { TestApp } from "../support/start-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    AUTH_PASSWORD_MIN_LENGTH: "12",
    AUTH_PASSWORD_CHARACTERS: '["abcdefghijklmnopqrstuvwxyz","0123456789"]',
    AUTH_REDIRECTS: '["https://*.church.example/welcome/**","lampstand://open/*"]',
  });
});
afterAll(async () => app.close());

test.for([
  ["short 1", ["length"], "Password should be at least 12 characters."],
  [
    "long enough, no number",
    ["characters"],
    "Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, 0123456789.",
  ],
  [
    "SHORT",
    ["length", "characters"],
    "Password should be at least 12 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, 0123456789.",
  ],
] as const)("the rules of a password come from the environment: %j", async ([password, reasons, message]) => {
  const { error } = await app.visitor().auth.signUp({ email: "ruth@example.org", password });
  expect(error).toMatchObject({ name: "AuthWeakPasswordError", status: 422, code: "weak_password", reasons, message });
});

test("the forms are told how many characters a password needs", async () => {
  expect(await (await fetch(`${app.url}/config.json`)).json()).toMatchObject({ passwordMinLength: 12 });
});

test("a password from before the rules still signs in, and is reported as weak", async () => {
  const email = "old@example.org";
  const made = await app
    .service()
    .auth.admin.createUser({ email, password_hash: bcrypt.hashSync("Weak", 4), email_confirm: true });
  expect(made.error).toBeNull();
  const { data } = await app.visitor().auth.signInWithPassword({ email, password: "Weak" });
  expect(data.session).not.toBeNull();
  expect(data.weakPassword?.reasons).toEqual(["length", "characters"]);
});

test.for([
  ["https://berlin.church.example/welcome/a/b", true],
  ["lampstand://open/today", true],
  ["https://church.example.evil.example/welcome/", false],
  ["https://berlin.church.example/elsewhere", false],
] as const)("mailed links may lead to %s: %s", async ([target, allowed]) => {
  const { data } = await app.service().auth.admin.generateLink({
    type: "invite",
    email: "guest@example.org",
    options: { redirectTo: target },
  });
  expect(data.properties?.redirect_to === target).toBe(allowed);
});
