import { expect, test } from "vitest";
import { refuseCommonPassword } from "./common-passwords.ts";

const productName = "Lampstand";
const RUTH = { email: "ruth.miller@example.org", name: "Ruth Miller", productName };
const COMMON = "This password is on lists of common passwords. Choose another.";
const OWN = "This password is your name, your address or ours. Choose another.";

const answer = async (password: string): Promise<string | null> =>
  refuseCommonPassword(password, RUTH).then(
    () => null,
    (error: { message: string; code: string; status: number; weakPassword: unknown }) => {
      expect(error).toMatchObject({ status: 422, code: "weak_password", weakPassword: { reasons: ["pwned"] } });
      return error.message;
    },
  );

test.for(["password", "12345678", "password123", "PassWord123", "iloveyou1", "qwertyuiop", "jesuschrist", "ｐａｓｓｗｏｒｄ"])(
  "%s is on the lists, however it is written",
  async (password) => expect(await answer(password)).toBe(COMMON),
);

test.for(["ruth.miller@example.org", "Ruth.Miller2026", "ruthmiller!", "Ruth Miller 1", "lampstand", "Lampstand2026!"])(
  "%s is the person's own, or the product's name",
  async (password) => expect(await answer(password)).toBe(OWN),
);

test.for([
  "Password123!",
  "correct horse",
  "correct horse battery staple",
  "ruth reads at night",
  "the lampstand at home",
  "x".repeat(72),
])("%s is neither", async (password) => expect(await answer(password)).toBeNull());

test("a short or missing name is not compared", async () => {
  await expect(
    refuseCommonPassword("a2345678x", { email: "a@example.org", name: undefined, productName }),
  ).resolves.toBeUndefined();
  await expect(refuseCommonPassword("98765!tt-2", { email: "12@example.org", name: " ", productName })).resolves.toBeUndefined();
});
