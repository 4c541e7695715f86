import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { linkTokens } from "./link-token.ts";

const NO_LINK = "00000000-0000-0000-0000-000000000000";
const { tokenOf, idOf } = linkTokens("the secret of this installation");

test("a token names its link, and has the same form every time", () => {
  const id = randomUUID();
  expect(tokenOf(id)).toMatch(/^[\w-]{43}$/);
  expect(tokenOf(id)).toBe(tokenOf(id));
  expect(idOf(tokenOf(id))).toBe(id);
});

test("no other text names a link", () => {
  const token = tokenOf(randomUUID());
  const last = token.at(-1) === "A" ? "B" : "A";
  const others = [
    "",
    "x",
    "é".repeat(43),
    "\0".repeat(43),
    "../../etc/passwd",
    randomUUID(),
    randomBytes(32).toString("base64url"),
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    token.slice(0, -1) + last,
    token.toLowerCase(),
    token.toUpperCase(),
    "A".repeat(100_000),
  ];
  for (const other of others) expect(idOf(other), other.slice(0, 60)).toBe(NO_LINK);
});

test("with another secret the same link has another token, and the old one names nothing", () => {
  const id = randomUUID();
  const other = linkTokens("another secret");
  expect(other.tokenOf(id)).not.toBe(tokenOf(id));
  expect(other.idOf(tokenOf(id))).toBe(NO_LINK);
});
