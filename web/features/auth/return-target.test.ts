import { expect, test } from "vitest";
import { ownTarget, returnTarget } from "./return-target.ts";

test("the return target is the page that required the sign-in, with query and hash", () => {
  expect(returnTarget({ from: "/sermon/1?x=1#end" })).toBe("/sermon/1?x=1#end");
  expect(ownTarget("/my-sermons?x=1")).toBe("/my-sermons?x=1");
});

test.each([null, undefined, "", {}, { from: 1 }])("the history state %j returns to the dashboard", (historyState) => {
  expect(returnTarget(historyState)).toBe("/dashboard");
});

test.each([
  null,
  "",
  "dashboard",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https://evil.example",
  "javascript:1",
])("%j is not a path of this site and returns to the dashboard", (next) => {
  expect(ownTarget(next)).toBe("/dashboard");
  expect(returnTarget({ from: next })).toBe("/dashboard");
});
