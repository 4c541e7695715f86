/**
 * Makes web/fonts, the web fonts with the letters and weights that the pages use, from Fontsource's files
 * (docs/decisions/062-less-before-the-first-screen.md). `npm run build` and `npm run dev` begin with it.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import subsetFont from "subset-font";
import { z } from "zod";

const PACKAGES = join(import.meta.dirname, "../node_modules/@fontsource-variable");
const FOLDER = join(import.meta.dirname, "../web/fonts");

/** What nearly every English page is set in: one file, which the first screen waits for. */
export const ENGLISH = "U+0020-007E,U+00A0,U+00A9,U+00B7,U+2010-2014,U+2018-201D,U+2022,U+2026";

/** The lightest and boldest weight that the pages use. */
const WEIGHTS = { min: 400, max: 700 };
/** What the letters need to stand right, and figures of one width for tables. */
const FEATURES = ["kern", "liga", "calt", "rlig", "ccmp", "locl", "mark", "mkmk", "tnum"];
/** Copyright and licence, which the licence wants kept. */
const NAMES = [0, 13, 14];

interface Face {
  family: string;
  style: "normal" | "italic";
  package: string;
  /** The name of Fontsource's files, between the script and the style. */
  axes: string;
  name: string;
  variationAxes: Record<string, { min: number; max: number }>;
}

const FACES: Face[] = [
  // Small optical sizes are left out: below 16 px the letters keep the shapes that they have at 16.
  {
    family: "Newsreader Variable",
    style: "normal",
    package: "newsreader",
    axes: "opsz",
    name: "newsreader",
    variationAxes: { wght: WEIGHTS, opsz: { min: 16, max: 72 } },
  },
  {
    family: "Newsreader Variable",
    style: "italic",
    package: "newsreader",
    axes: "wght",
    name: "newsreader-italic",
    variationAxes: { wght: WEIGHTS },
  },
  {
    family: "Source Sans 3 Variable",
    style: "normal",
    package: "source-sans-3",
    axes: "wght",
    name: "source-sans-3",
    variationAxes: { wght: WEIGHTS },
  },
];

/** The code points of a CSS `unicode-range`. */
export function codePoints(ranges: string): number[] {
  return ranges.split(",").flatMap((range) => {
    const [first = 0, last = first] = range
      .trim()
      .slice(2)
      .split("-")
      .map((hex) => parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

const hex = (point: number): string => point.toString(16).toUpperCase().padStart(4, "0");

/** The CSS `unicode-range` of ascending code points. */
export function unicodeRange(points: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const point of points) {
    const range = ranges.at(-1);
    if (range && range[1] === point - 1) range[1] = point;
    else ranges.push([point, point]);
  }
  return ranges.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ""}`).join(",");
}

const unicode = z.record(z.string(), z.string());

/** Where a face's letters are: a file of ours for English and one for the rest of Latin, and Fontsource's own for the others. */
async function filesOf(face: Face): Promise<{ files: Record<string, Uint8Array>; css: string }> {
  const folder = join(PACKAGES, face.package);
  const scripts = unicode.parse(JSON.parse(await readFile(join(folder, "unicode.json"), "utf8")));
  const original = (script: string): string =>
    join(folder, "files", `${face.package}-${script}-${face.axes}-${face.style}.woff2`);
  const { latin = "", ...others } = scripts;
  const english = codePoints(ENGLISH);
  const rest = codePoints(latin).filter((point) => !english.includes(point));
  const options = {
    targetFormat: "woff2",
    keepFeatures: FEATURES,
    preserveNameIds: NAMES,
    variationAxes: face.variationAxes,
  } as const;
  const source = await readFile(original("latin"));
  const files: Record<string, Uint8Array> = {};
  const rules = Object.entries(others).map(([script, range]) => rule(face, relative(FOLDER, original(script)), range));
  for (const [part, points] of Object.entries({ latin: rest, english })) {
    const file = `${face.name}-${part}.woff2`;
    files[file] = await subsetFont(source, String.fromCodePoint(...points), options);
    rules.push(rule(face, file, unicodeRange(points)));
  }
  return { files, css: rules.join("") };
}

const rule = (face: Face, file: string, range: string): string => `@font-face {
  font-family: "${face.family}";
  font-style: ${face.style};
  font-display: swap;
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  src: url("${file.startsWith(".") ? file : `./${file}`}") format("woff2");
  unicode-range: ${range.replaceAll(",", ", ")};
}
`;

/** The contents of web/fonts by file name. */
export async function selectLetters(): Promise<Record<string, Uint8Array>> {
  const faces: Awaited<ReturnType<typeof filesOf>>[] = [];
  for (const face of FACES) faces.push(await filesOf(face));
  const css = faces.map((face) => face.css).join("");
  return Object.assign({ "fonts.css": new TextEncoder().encode(css) }, ...faces.map(({ files }) => files));
}

/** Writes web/fonts anew. */
export async function writeFonts(): Promise<void> {
  const files = await selectLetters();
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER);
  for (const [name, content] of Object.entries(files)) await writeFile(join(FOLDER, name), content);
}

if (import.meta.main) await writeFonts();
