import { expect, test } from "vitest";
import { linkAddress, verifyAddress } from "./link-address.ts";

const SITE = "https://lampstand.example";

test.for([
  ["signup", "signup"],
  ["invite", "invite"],
  ["magiclink", "magiclink"],
  ["email_change_current", "email_change"],
  ["email_change_new", "email_change"],
] as const)("the link of a mail for %s leads to our page, with its secret where no server sees it", ([tokenType, type]) => {
  const href = linkAddress(SITE, { token_type: tokenType, redirect_to: `${SITE}/dashboard?tab=1`, secret: "abc" });
  expect(href).toBe(`${SITE}/auth/confirm#token_hash=abc&type=${type}&next=%2Fdashboard%3Ftab%3D1`);
});

test("a recovery leads to the page that sets a password", () => {
  const href = linkAddress(`${SITE}/`, { token_type: "recovery", redirect_to: `${SITE}/anything`, secret: "abc" });
  expect(href).toBe(`${SITE}/reset-password#token_hash=abc&type=recovery`);
});

test("a client elsewhere gets a link that works by being opened", () => {
  const link = { token_type: "email_change_new", redirect_to: "lampstand://open?a=b", secret: "pkce_abc" } as const;
  const href = linkAddress(SITE, link);
  expect(href).toBe(`${SITE}/auth/v1/verify?token=pkce_abc&type=email_change&redirect_to=lampstand%3A%2F%2Fopen%3Fa%3Db`);
  expect(verifyAddress(SITE, link)).toBe(href);
});
