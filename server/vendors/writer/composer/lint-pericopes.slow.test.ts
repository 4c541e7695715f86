import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pericope, type Pericope } from "../../../pericopes/pericope.ts";
import { lintPericopes } from "./lint-pericopes.ts";

/** The pericopes that are shipped are linted by `npm run check`. */
const FILE = new URL("../../../pericopes/texts/come-to-me.json", import.meta.url);
const shipped = pericope.parse(JSON.parse(readFileSync(FILE, "utf8")));

const lint = (changes: Partial<Pericope>): string =>
  lintPericopes(new Map([["come-to-me", { ...shipped, ...changes }]]))
    .findings.map(({ at, message }) => `${at}: ${message}`)
    .join("\n");

test("nothing is found in a pericope that keeps the rules", () => {
  expect(lint({})).toBe("");
});

test.for<[what: string, changes: Partial<Pericope>, message: string]>([
  ["a passage that does not exist", { ref: "Matthew 40:1-3" }, '"Matthew 40:1-3" is not a passage'],
  ["a passage that is too long for five minutes", { ref: "Matthew 11:1-30" }, "what is read out in 5 minutes has"],
  ["a text of the wrong length", { gospel: "Too short." }, "gospel: 2 words, must be 60 to 88"],
  [
    "a quotation that is not exact",
    { idea: "He says “come to me, everyone” and means it." },
    "is not in the World English Bible",
  ],
  ["another id than the file's name", { id: "other" }, 'id is "other"'],
  ["a wrong shape", { questions: [] }, "come-to-me/questions"],
])("the linter finds %s", ([, changes, message]) => {
  expect(lint(changes)).toContain(message);
});

test("the linter finds a point whose verses are outside the passage", () => {
  const [first, ...others] = shipped.points;
  if (!first) throw new Error("the pericope has no point");
  expect(lint({ points: [{ ...first, verses: "Matthew 12:1-2" }, ...others] })).toContain(
    "Matthew 12:1-2 is not in Matthew 11:25-30",
  );
});
