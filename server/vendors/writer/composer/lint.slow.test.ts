import { expect, test } from "vitest";
import { lintThemes } from "./lint.ts";
import { readFileSync } from "node:fs";
import type { z } from "zod";
import type { theme } from "../../../themes/theme.ts";

/** The themes that are shipped are linted by `npm run check`. */
const FILE = new URL("../../../themes/texts/forgiveness.json", import.meta.url);
type ThemeFile = z.input<typeof theme>;
const forgiveness = JSON.parse(readFileSync(FILE, "utf8")) as ThemeFile;

const lint = (change: (theme: ThemeFile) => void): string[] => {
  const theme: ThemeFile = { ...structuredClone(forgiveness), neighbours: [] };
  change(theme);
  return lintThemes(new Map([["forgiveness", theme]])).map(({ at, message }) => `${at}: ${message}`);
};
const opening = (text: string): string[] => lint((t) => (t.openings[0] = text)).filter((f) => f.includes("openings[0]"));

test.each([
  ["It’s over!", "exclamation mark"],
  ["It's over.", "straight quotation mark"],
  ["God has a plan for you.", "explains suffering away"],
  ["In 2024 it began.", "number in figures"],
  ["Too short.", "2 words, must be 48 to 72"],
  ["You should go back to the man who beats you.", "the safety rules"],
  ["Paul says “love is a warm house”.", "not in the World English Bible word for word"],
  ["He says “am I in the place of God?”", "but not in the passage or in a chapter named"],
])("the linter reports “%s”", (text, message) => {
  expect(opening(text).join("\n")).toContain(message);
});

test("a quotation is allowed where its chapter is named", () => {
  expect(opening("In Genesis 50 a man asks, “am I in the place of God?”").join("\n")).not.toContain("World English Bible");
});

test("a passage that does not exist, a repeated phrase and a wrong shape are found", () => {
  expect(lint((t) => t.passages[0] && (t.passages[0].ref = "John 25:3")).join("\n")).toContain("is not a passage");
  expect(lint((t) => t.images[0] && (t.images[1] = t.images[0])).join("\n")).toMatch(
    /images\[1\]: “.*” also stands in forgiveness\/images\[0\]/u,
  );
  expect(lintThemes(new Map([["x", { id: "x" }]])).length).toBeGreaterThan(0);
});

test("a fact that is not in the vocabulary cannot be presumed", () => {
  const opening = { text: "It is late.", presumes: ["left-handed"] };
  const [finding] = lintThemes(
    new Map([["forgiveness", { ...forgiveness, openings: [opening, ...forgiveness.openings.slice(1)] }]]),
  );
  expect(finding?.at).toMatch(/^forgiveness\/openings\.0/u);
});
