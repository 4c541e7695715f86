import { expect, test } from "vitest";
import { ownTarget, returnTarget } from "./return-target.ts";

test("the page that asked for the sign-in is returned to, with its query and hash", () => {
  expect(returnTarget({ from: "/sermon/1?x=1#end" })).toBe("/sermon/1?x=1#end");
  expect(ownTarget("/my-sermons?x=1")).toBe("/my-sermons?x=1");
});

test.each([null, undefined, "", {}, { from: 1 }])("%j leads to the dashboard", (historyState) => {
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
])("%j is not an address of ours", (next) => {
  expect(ownTarget(next)).toBe("/dashboard");
  expect(returnTarget({ from: next })).toBe("/dashboard");
});
