import { expect, test } from "vitest";
import { emailField } from "./email-field.ts";

const validate = (email: string): string[] | string => {
  const read = emailField("invalid", "missing").safeParse(email);
  return read.success ? read.data : read.error.issues.map(({ message }) => message);
};

test("every address that the server accepts is accepted, and trimmed", () => {
  for (const email of ["ruth@example.org", "o&k@example.com", "o'brien@example.org", "a%b@example.de"])
    expect(validate(` ${email} `)).toBe(email);
});

test("a missing and an invalid address have different messages", () => {
  expect(validate("  ")).toEqual(["missing"]);
  for (const email of ["ruth", "ruth@", "@example.org", "ruth @example.org", `${"x".repeat(65)}@example.org`])
    expect(validate(email), email).toEqual(["invalid"]);
});
