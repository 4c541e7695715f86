import { expect, test } from "vitest";
import { durationIn, kinIn } from "./people.ts";

test.for([
  ["my mum died", "parent", "mother"],
  ["our eldest son will not speak to us", "child", "son"],
  ["my dad and my mum are parting", "parent", "parent"],
  ["a boy in my class has lost his mother", "parent", "parent"],
  ["my mother-in-law is ill", "kin", "your mother-in-law"],
  ["my dad Frank died", "parent", "father Frank"],
  ["pray for my brother Lamin", "kin", "your brother Lamin"],
  ["she is ill", "kin", "someone close to you"],
] as const)("in “%s” the %s is called “%s”", ([topic, kin, word]) => {
  expect(kinIn(topic, kin)).toBe(word);
});

test.for([
  ["we have not spoken for 6 years", "six years"],
  ["two weeks ago", "two weeks"],
  ["my son is 3 years old", null],
  ["ten years married, six months apart", null],
] as const)("“%s” names the span of time “%s”", ([topic, span]) => {
  expect(durationIn(topic)).toBe(span);
});
