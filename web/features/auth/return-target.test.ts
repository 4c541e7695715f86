import { expect, test } from "vitest";
import { returnTarget } from "./return-target.ts";

test("the page that asked for the sign-in is returned to, with its query and hash", () => {
  expect(returnTarget({ from: "/sermon/1?x=1#end" })).toBe("/sermon/1?x=1#end");
});

test.each([
  null,
  undefined,
  "",
  {},
  { from: 1 },
  { from: "//evil.example" },
  { from: "/\\evil.example" },
  { from: "https://evil.example" },
])("%j leads to the dashboard", (historyState) => {
  expect(returnTarget(historyState)).toBe("/dashboard");
});
