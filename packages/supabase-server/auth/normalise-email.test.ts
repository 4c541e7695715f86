import { expect, test } from "vitest";
import { normaliseEmail } from "./normalise-email.ts";

test("an address is kept trimmed and in lower case", () => {
  expect(normaliseEmail("  Ruth.Moab+x@Example.ORG ")).toBe("ruth.moab+x@example.org");
});

test.for(["o&k@example.com", "ruth@localhost", "o'brien@example.org", "a..b@example.de"])(
  "%s is an address, as in every form of the product",
  (given) => {
    expect(normaliseEmail(given)).toBe(given);
  },
);

test.for([
  undefined,
  "",
  " ",
  "nobody",
  "a@@example.org",
  "a b@example.org",
  "a,b@example.org",
  '"a"@example.org',
  `${"x".repeat(65)}@example.org`,
  "a@example.org\nbcc: b@example.org",
  "а@example.org",
  `${"x".repeat(244)}@example.org`,
])("%j is no address", (given) => {
  expect(() => normaliseEmail(given)).toThrow(expect.objectContaining({ status: 400, code: "validation_failed" }));
});
