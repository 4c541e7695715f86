import { expect, test } from "vitest";
import { readSermon } from "../../shared/sermon-text.ts";
import { spokenAs } from "./spoken-as.ts";

const SERMON = `# The God Who Stays

*You are not alone.*

## In the Night

He stayed.

He said nothing.

> Yahweh is near.
>
> — Psalm 34:18

He stays.

- Call one friend.

- Call another.

## Prayer

Lord, stay with us. Amen.`;

const manners = spokenAs(readSermon(SERMON));
const after = (text: string): number => {
  const at = readSermon(SERMON).findIndex(({ words }) => words.map((word) => word.text).join(" ") === text);
  return manners[at]?.pause ?? Number.NaN;
};

test("The pause after a title is the longest, that before a reference the shortest", () => {
  const pauses = manners.flatMap((manner) => manner?.pause ?? []);
  expect(after("The God Who Stays")).toBe(Math.max(...pauses));
  expect(after("Yahweh is near.")).toBe(Math.min(...pauses));
});

test("Around a quotation, and where a section begins, the pause is longer than between two paragraphs", () => {
  const ordinary = after("He stayed.");
  expect(ordinary).toBe(1);
  for (const text of ["He said nothing.", "— Psalm 34:18", "You are not alone.", "Call another."])
    expect(after(text)).toBeGreaterThan(ordinary);
  expect(after("Call one friend.")).toBeLessThan(ordinary);
});

test("Only what stands below the heading Prayer is spoken as a prayer", () => {
  expect(manners.filter((manner) => manner?.prayer)).toHaveLength(1);
  expect(manners.at(-1)?.prayer).toBe(true);
});
