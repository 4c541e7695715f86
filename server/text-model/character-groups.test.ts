import { expect, test } from "vitest";
import { characterGroups } from "./character-groups.ts";

test("a word has its groups with both ends, and a short word fewer", () => {
  expect(characterGroups("morir", [4])).toEqual(["^mor", "mori", "orir", "rir$"]);
  expect(characterGroups("a", [3, 4])).toEqual(["^a$"]);
});

test("letters outside of the basic plane count as one", () => {
  expect(characterGroups("𠮟", [3])).toEqual(["^𠮟$"]);
});
