import { expect, test } from "vitest";
import { isFitText, isFitToShow } from "./fit-to-show.ts";

test.for([
  "For Ruth, with love",
  "In memory of my mother, who died of cancer",
  "For everybody who lies awake with fear",
  "For my brother, who took his own life",
  "Für Oma, zum achtzigsten Geburtstag",
])("%s may be shown", (words) => {
  expect(isFitToShow(words)).toBe(true);
});

test.for([
  "For the Jews, who control the media",
  "All immigrants are vermin",
  "I will kill you and your children",
  "You should kill yourself",
])("%s may not be shown", (words) => {
  expect(isFitToShow(words)).toBe(false);
});

test("a sermon is judged by what it says, not by the Scripture that it quotes", () => {
  expect(isFitText("# Rest\n\nCome to me.\n\n> Kill them all.\n> — Joshua 6:21")).toBe(true);
  expect(isFitText("# Rest\n\nImmigrants are vermin and should be driven out.")).toBe(false);
});
