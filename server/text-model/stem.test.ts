import { expect, test } from "vitest";
import { stem } from "./stem.ts";

test.for([
  "jump jumps jumped jumping",
  "take took taken",
  "die died dies dying dead",
  "carry carried carries",
  "swallow swallowed swallowing",
  "scratch scratched scratching",
  "shoot shot shooting",
  "child children",
  "neighbor neighbor's neighbors",
])("one stem: %s", (forms) => {
  expect(new Set(forms.split(" ").map(stem)).size).toBe(1);
});

test.for([
  ["string", "str"],
  ["glass", "glas"],
  ["jesus", "jesu"],
  ["this", "thi"],
])("“%s” is no form of “%s”", ([word, other]) => {
  expect(stem(word ?? "")).not.toBe(stem(other ?? ""));
});
