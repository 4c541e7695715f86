import { expect, test } from "vitest";
import { distance, joined, respeller, soundOf } from "./respell.ts";

const WORDS = ["suicide", "breathe", "hits", "pills", "husband", "kill", "overdosed", "without", "bleech", "hills"];
const righted = respeller(WORDS, 8, (word) => word === "lifes");

test("words that sound alike have one key", () => {
  expect(soundOf("sooside")).toBe(soundOf("suicide"));
  expect(soundOf("brethe")).toBe(soundOf("breathe"));
  expect(soundOf("pills")).not.toBe(soundOf("bills"));
});

test("two letters that changed places are one step apart", () => {
  expect([distance("kill", "kill"), distance("kill", "klil"), distance("kill", "kll"), distance("kill", "skulls")]).toEqual([
    0, 1, 1, 3,
  ]);
});

test("a misspelling is righted by how it looks or sounds, and words that were parted are joined", () => {
  expect(righted("my husban hitz me")).toBe("my husband hits me");
  expect(righted("sooside")).toBe("suicide");
  expect(joined("i over dosed")).toBe("i overdosed");
  expect(joined("i wana dye")).toBe("i want to die");
  expect(joined("i want to dye my hair")).toBe("i want to dye my hair");
});

test("a word that is right stays, and so does one that only ends alike", () => {
  expect(righted("the mills and lifes of us")).toBe("the mills and lifes of us");
});
