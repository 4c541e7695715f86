import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const asked = (headers: Record<string, string>) => retryAfterMs((name) => headers[name]);

test("a vendor asks to wait for seconds, milliseconds or until a date", () => {
  expect(asked({ "retry-after": "2" })).toBe(2000);
  expect(asked({ "retry-after": "0" })).toBe(0);
  expect(asked({ "retry-after": "2", "retry-after-ms": "1500" })).toBe(1500);
  const soon = new Date(Date.now() + 60_000).toUTCString();
  expect(asked({ "retry-after": soon })).toBeGreaterThan(50_000);
  expect(asked({ "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" })).toBe(0);
});

test("what is no time asks for nothing", () => {
  expect([{}, { "retry-after": "" }, { "retry-after": "later" }].map(asked)).toEqual([null, null, null]);
});
