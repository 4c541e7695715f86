import { expect, test } from "vitest";
import { linkAddress } from "./link-address.ts";
import { MAIL_TEMPLATES } from "./mail-templates.ts";

const SITE = "https://lampstand.example";

test("a confirmation leads to our page, with its secret where no server sees it", () => {
  const href = linkAddress(SITE, { token_type: "signup", redirect_to: `${SITE}/dashboard?tab=1`, secret: "abc" });
  expect(href).toBe(`${SITE}/auth/confirm#token_hash=abc&type=signup&next=%2Fdashboard%3Ftab%3D1`);
});

test("a recovery leads to the page that sets a password", () => {
  const href = linkAddress(`${SITE}/`, { token_type: "recovery", redirect_to: `${SITE}/anything`, secret: "abc" });
  expect(href).toBe(`${SITE}/reset-password#token_hash=abc&type=recovery`);
});

test("a client elsewhere gets a link that works by being opened", () => {
  const href = linkAddress(SITE, { token_type: "signup", redirect_to: "lampstand://open?a=b", secret: "pkce_abc" });
  expect(href).toBe(`${SITE}/auth/v1/verify?token=pkce_abc&type=signup&redirect_to=lampstand%3A%2F%2Fopen%3Fa%3Db`);
});

test("both forms of a mail hold its link, and HTML is escaped", () => {
  for (const type of ["signup", "recovery"] as const) {
    const link = "https://lampstand.example/x?a=1&b=2";
    const mail = MAIL_TEMPLATES[type](link);
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.html).toContain('href="https://lampstand.example/x?a=1&amp;b=2"');
    expect(mail.html).not.toContain(link);
    expect(mail.subject).toContain("Lampstand");
  }
});
