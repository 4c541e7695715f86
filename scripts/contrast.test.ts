import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

// The colours of web/app.css, in pairs that stand on each other (WCAG 2.2: 1.4.3, 1.4.11).

const css = await readFile(join(import.meta.dirname, "../web/app.css"), "utf8");
type Palette = Record<string, string>;

/** The custom properties of a rule, by name without the prefix. */
function coloursOf(rule: string): Palette {
  const found = rule.matchAll(/--color-([\w-]+):\s*(.+?);/g);
  return Object.fromEntries([...found].map(([, name = "", value = ""]) => [name, value]));
}
const theme = coloursOf(/@theme static \{[\s\S]+?--font-sans/.exec(css)?.[0] ?? "");
const pick = (index: number): Palette =>
  Object.fromEntries(
    Object.entries(theme).map(([name, value]) => [name, /^light-dark\((.+), (.+)\)$/.exec(value)?.[index] ?? value]),
  );
const palettes: Record<string, Palette> = {
  light: pick(1),
  dark: pick(2),
  night: { ...pick(2), ...coloursOf(/:root\[data-night\] \{[\s\S]+?\}/.exec(css)?.[0] ?? "") },
};

/** Relative luminance of "#rrggbb". */
function luminance(colour: string): number {
  const channels = /^#(..)(..)(..)$/.exec(colour)?.slice(1) ?? [];
  const [red = NaN, green = NaN, blue = NaN] = channels.map((hex) => {
    const part = parseInt(hex, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [darker = NaN, lighter = NaN] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const GROUNDS = ["background", "card", "popover", "muted"];
const HIGHLIGHTS = ["lamp-soft", "lamp-firm"];
const on = (names: string[], grounds: string[]) => names.flatMap((name) => grounds.map((ground) => [name, ground] as const));

const TEXT = [
  ...on(["foreground", "muted-foreground"], GROUNDS),
  ...on(["foreground"], HIGHLIGHTS),
  ...on(["primary", "primary-hover", "destructive", "positive"], ["background", "card", "popover"]),
  ...on(["primary-foreground"], ["primary", "primary-hover"]),
  ["card-foreground", "card"],
  ["popover-foreground", "popover"],
  ["destructive-foreground", "destructive"],
] as const;
/** Borders of fields, the frame of what has the focus, and buttons beside what they stand on. */
const SHAPES = [...on(["input"], ["background", "card", "popover"]), ...on(["ring", "primary"], GROUNDS)];

/** Pairs with less contrast than this, with what they have. */
const below = (palette: Palette, pairs: readonly (readonly [string, string])[], least: number) =>
  pairs
    .map(([one, other]) => ({ pair: `${one} on ${other}`, has: contrast(palette[one] ?? "", palette[other] ?? "") }))
    // What is no number is no colour.
    .filter(({ has }) => !(has >= least));

test.each(Object.entries(palettes))(
  "in the %s palette text has a contrast of 4.5 to 1 at least, shapes of 3 to 1",
  (_, palette) => {
    expect(below(palette, TEXT, 4.5)).toEqual([]);
    expect(below(palette, SHAPES, 3)).toEqual([]);
  },
);

test.each(Object.entries(palettes))(
  "in the %s palette the sermon's text has 7 to 1, also where it is read aloud",
  (name, palette) => {
    const grounds = name === "night" ? ["background"] : ["background", "card", "lamp-soft"];
    expect(below(palette, on(["foreground"], grounds), 7)).toEqual([]);
  },
);

test("black on white has 21 to 1", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
});
