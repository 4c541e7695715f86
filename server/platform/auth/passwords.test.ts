import { expect, test } from "vitest";
import { checkNewPassword, hashPassword, passwordChecker, weakness } from "./passwords.ts";

const matches = passwordChecker(4);

test("a password matches its own hash only, and nothing matches no hash", async () => {
  const hash = await hashPassword("correct horse", 4);
  expect(await matches("correct horse", hash)).toBe(true);
  expect(await matches("correct horsE", hash)).toBe(false);
  expect(await matches("nobody has this password", null)).toBe(false);
  expect(await matches("anything", "not a hash")).toBe(false);
});

test("bcrypt's cut at 72 bytes lets no longer password in", async () => {
  const hash = await hashPassword("p".repeat(72), 4);
  expect(await matches("p".repeat(72), hash)).toBe(true);
  expect(await matches("p".repeat(73), hash)).toBe(false);
  expect(() => checkNewPassword({ passwordMinLength: 8 }, "ü".repeat(37))).toThrow(
    expect.objectContaining({ code: "validation_failed" }),
  );
});

test("with a sibling's salt equal passwords have equal hashes, and different ones do not", async () => {
  const sibling = await hashPassword("correct horse", 4);
  expect(await hashPassword("correct horse", 4)).not.toBe(sibling);
  expect(await hashPassword("correct horse", 4, sibling)).toBe(sibling);
  expect(await hashPassword("another horse", 4, sibling)).not.toBe(sibling);
});

test("a rush of passwords is worked off in turn, and what would wait too long is refused at once", async () => {
  const hash = await hashPassword("correct horse", 4);
  const rush = await Promise.allSettled(Array.from({ length: 300 }, () => matches("correct horse", hash)));
  const refused = rush.filter((each) => each.status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(197);
  expect(refused[0]?.reason).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  expect(rush.filter((each) => each.status === "fulfilled" && each.value)).toHaveLength(300 - refused.length);
  expect(await matches("correct horse", hash)).toBe(true);
});

test("length is counted in characters, not in code units", () => {
  expect(weakness({ passwordMinLength: 8 }, "🕯".repeat(7))).toEqual({
    message: "Password should be at least 8 characters.",
    reasons: ["length"],
  });
  expect(weakness({ passwordMinLength: 8 }, "🕯".repeat(8))).toBeNull();
});
