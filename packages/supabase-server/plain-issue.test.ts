import { expect, test } from "vitest";
import { z } from "zod";
import { plainIssue } from "./plain-issue.ts";

const schema = z.strictObject({
  email: z.string().max(5),
  versions: z.never({ error: "versions are not supported" }).optional(),
});
const told = (input: unknown): string => {
  const { error } = schema.safeParse(input);
  if (!error) throw new Error("the input is right");
  return plainIssue(error, input);
};

test.for([
  [{}, "email is missing"],
  [{ email: 7 }, "email is not valid"],
  [{ email: "too long" }, "email is not valid"],
  [{ email: "a", other: 1 }, "other is not known here"],
  [{ email: "a", versions: 1 }, "versions: versions are not supported"],
  ["text", "The body is not an object of the right form"],
] as const)("of %o it says: %s", ([input, message]) => {
  expect(told(input)).toBe(message);
});
