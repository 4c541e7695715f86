import { expect, test } from "vitest";
import { errorRecord } from "./log.ts";

test("a database error is logged by its code alone: its words quote what people wrote", () => {
  const error = Object.assign(new Error("duplicate key (email)=(ruth@example.com)"), {
    code: "23505",
    severity: "ERROR",
    detail: "Key (email)=(ruth@example.com)",
  });
  const record = errorRecord(new Error("could not save", { cause: error }));
  expect(JSON.stringify(record)).not.toContain("ruth");
  expect(record).toMatchObject({ message: "could not save", cause: { code: "23505" } });
});

test("the stack is kept without repeating the message", () => {
  const record = errorRecord(new Error("line one\nline two"));
  expect(record.stack?.every((line) => line.startsWith("at "))).toBe(true);
});
