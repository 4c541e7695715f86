import { expect, test } from "vitest";
import { DURATIONS } from "../../shared/constants.ts";
import { seededRandom } from "../../shared/seeded-random.ts";
import { TRANSLATIONS } from "../../shared/sermon.ts";
import type { Translation } from "../../shared/sermon.ts";
import { compose } from "../vendors/writer/composer/compose.ts";
import { plainReading } from "../hearing/reading.ts";
import { sourcesOf } from "../vendors/writer/composer/text-sources.ts";
import { readThemes } from "../themes/themes.ts";
import { allVerses } from "./corpus.ts";
import { findReferences, passage } from "./passage.ts";
import { FAULTS, quotableVerses, simulateSermon } from "./simulated-sermon.ts";
import { lockVerses } from "./verse-lock.ts";

/** Sermons of each kind; `npm run soak` takes 500. */
const ROUNDS = Number(process.env["SERMON_ROUNDS"] ?? 60);
const SEED = process.env["FUZZ_SEED"] ?? "lamp";
const FAULTS_IN_A_SERMON = 5;
/** Short speech of nobody in the Bible, as the simulated sermons have it. */
const ORDINARY_SPEECH = new Set(["I can’t.", "fine"]);

/** What is left when quotation marks are balanced and white space made even; the mark at an excerpt's end is the sentence's. */
const comparable = (text: string): string =>
  text
    .replace(/[“”‘"]|[’'](?!\p{L})/gu, "")
    .replaceAll("’", "'")
    .replace(/\s+/gu, " ")
    .trim();
const excerpt = (text: string): string => comparable(text).replace(/[.,;:!?—]+$/u, "");
const corpus = Object.fromEntries(
  TRANSLATIONS.map((t) => [t, comparable([...allVerses(t)].map(({ text }) => text).join(" "))]),
) as Record<Translation, string>;

/** What is wrong with the quotations and references of a text. */
function faultsOf(markdown: string, translation: Translation): string[] {
  const blocks = markdown.split("\n\n");
  return blocks.slice(0, blocks.indexOf("---")).flatMap((block) => {
    if (block.startsWith(">")) {
      const [text = "", reference = ""] = block.replace(/^> ?/gmu, "").split("\n\n— ");
      const exact = passage(reference, translation);
      return exact && comparable(exact.text) === comparable(text) && exact.reference === reference ? [] : [`a block: ${block}`];
    }
    const quoted = [...block.matchAll(/“([^“”]*)”/gu)].map(([, text = ""]) => text);
    const inexact = quoted.filter((text) => !ORDINARY_SPEECH.has(text) && !corpus[translation].includes(excerpt(text)));
    const named = [...block.matchAll(/\b(?:[1-3] )?[A-Z][a-z]+(?: of [A-Z][a-z]+)? \d{1,3}:\d{1,3}(?:[–-]\d{1,3})?/gu)].filter(
      ([reference]) => !reference.startsWith("Sunday") && findReferences(reference).length !== 1,
    );
    const loose = /["]|^[^“]*”|“[^”]*$/u.test(block) ? [`a mark without its partner: ${block}`] : [];
    return inexact.map((text) => `not in the ${translation}: ${text}`).concat(named.map(String), loose);
  });
}

test(`${ROUNDS} sermons with every kind of misquotation planted in them come out exact`, { timeout: 600_000 }, () => {
  const verses = { WEB: quotableVerses("WEB"), KJV: quotableVerses("KJV") };
  const kinds = Object.keys(FAULTS);
  const planted = new Set<string>();
  for (let i = 0; i < ROUNDS; i++) {
    const translation = TRANSLATIONS[i % 2] ?? "WEB";
    const faults = Array.from({ length: FAULTS_IN_A_SERMON }, (_, j) => kinds[(i * FAULTS_IN_A_SERMON + j) % kinds.length] ?? "");
    faults.forEach((fault) => planted.add(fault));
    const sermon = simulateSermon(seededRandom(`${SEED}/${i}`), verses[translation], translation, faults);
    const { text } = lockVerses(sermon.markdown, { translation });
    const told = `sermon ${i} of seed ${SEED}: ${faults.join(", ")}\n${sermon.markdown}\n=>\n${text}`;
    expect(faultsOf(text, translation), told).toEqual([]);
    expect(
      sermon.gone.filter((words) => text.includes(words)),
      told,
    ).toEqual([]);
    expect(
      sermon.kept.filter((words) => !comparable(text).includes(comparable(words))),
      told,
    ).toEqual([]);
    expect(
      sermon.untouched.filter((words) => !text.includes(words)),
      told,
    ).toEqual([]);
    expect(lockVerses(text, { translation }).changes, told).toEqual([]);
  }
  expect(planted.size).toBe(kinds.length);
});

test(
  `${ROUNDS} sermons of the built-in writer, of every theme and in both translations, need no repair`,
  { timeout: 600_000 },
  () => {
    const themes = readThemes();
    const shelf = sourcesOf(themes);
    for (let i = 0; i < Math.max(ROUNDS, 2 * themes.length); i++) {
      const theme = themes[Math.floor(i / 2) % themes.length];
      if (!theme) throw new Error("there is no theme");
      const translation = TRANSLATIONS[i % 2] ?? "WEB";
      const minutes = DURATIONS[Math.floor(i / 4) % DURATIONS.length] ?? 5;
      const request = { topic: "", minutes, seed: `${SEED}/${i}`, memory: [], translation };
      const { content } = compose(request, plainReading(theme), shelf);
      const told = `${theme.id}, ${translation}\n${content}`;
      expect(faultsOf(content, translation), told).toEqual([]);
      expect(lockVerses(content, { translation }).changes, told).toEqual([]);
      expect(content.includes("King James Version"), told).toBe(translation === "KJV");
      expect(content.includes("World English Bible"), told).toBe(translation === "WEB");
    }
  },
);
