import { expect, test } from "vitest";
import { emailField } from "./email-field.ts";

const told = (email: string): string[] | string => {
  const read = emailField("invalid", "missing").safeParse(email);
  return read.success ? read.data : read.error.issues.map(({ message }) => message);
};

test("an address is taken in every form that the account takes, without the spaces around it", () => {
  for (const email of ["ruth@example.org", "o&k@example.com", "o'brien@example.org", "a%b@example.de"])
    expect(told(` ${email} `)).toBe(email);
});

test("one that is missing and one that is none are told apart, with one text each", () => {
  expect(told("  ")).toEqual(["missing"]);
  for (const email of ["ruth", "ruth@", "@example.org", "ruth @example.org", `${"x".repeat(65)}@example.org`])
    expect(told(email), email).toEqual(["invalid"]);
});
