import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readRefreshToken, writeRefreshToken } from "./refresh-token.ts";

test("a refresh token reads back as its session and number", () => {
  const token = { sessionId: randomUUID(), counter: 2n ** 40n };
  const text = writeRefreshToken(token, "secret");
  expect(text).toMatch(/^[\w-]{75}$/);
  expect(readRefreshToken(text, "secret")).toEqual(token);
});

test("a refresh token that is changed, truncated or of another secret is invalid", () => {
  const text = writeRefreshToken({ sessionId: randomUUID(), counter: 7n }, "secret");
  for (const i of [0, 20, 30, 40, 60]) {
    const changed = text.slice(0, i) + (text[i] === "A" ? "B" : "A") + text.slice(i + 1);
    expect([i, readRefreshToken(changed, "secret")]).toEqual([i, null]);
  }
  expect(readRefreshToken(text, "another secret")).toBeNull();
  expect(readRefreshToken(text.slice(0, -2), "secret")).toBeNull();
  expect(readRefreshToken("", "secret")).toBeNull();
});
