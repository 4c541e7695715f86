import { assessText } from "../../../safety/crisis-gate.ts";
import { allVerses } from "../../../scripture/corpus.ts";
import { findReferences, versesIn } from "../../../scripture/passage.ts";
import { BANNED } from "./banned.ts";
import { spoken } from "./text-sources.ts";

/** A finding: where it is ("forgiveness/openings[2]") and what is wrong. */
export interface Finding {
  at: string;
  message: string;
}

/** An authored text, its place, and the length that it must have. */
export interface Slot {
  at: string;
  text: string;
  length?: readonly [min: number, max: number];
  /** Reference of the passage this text is written about; its chapters may be quoted without naming them. */
  about?: string;
}

/** Number of successive words that two texts must not share. */
const REPEATED_WORDS = 6;
const SENTENCE_MAX_WORDS = 34;

export function lengthProblem(length: readonly [number, number], count: number): string | null {
  return count < length[0] || count > length[1] ? `${count} words, must be ${length[0]} to ${length[1]}` : null;
}

const DOUBLE_QUOTED = /“([^“”]*)”/gu;
/** Words and inner punctuation; quotation marks and final marks are ignored. */
function comparable(text: string): string {
  return text
    .replace(/[“”‘]|’(?!\p{L})/gu, "")
    .replace(/[.,;:!?…—]+$/u, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/** The whole Bible as one comparable text; made on first use. */
export function wholeBible(): () => string {
  let whole: string | undefined;
  return () => (whole ??= comparable([...allVerses()].map((v) => v.text).join(" ")));
}

/** The text of the chapters that `reference`, and the references in `text`, belong to. */
function citedChapters(text: string, about: string | undefined): string {
  return findReferences(`${text} . ${about ?? ""}`)
    .flatMap(({ range: { from, to } }) =>
      versesIn({ from: { ...from, verse: 1 }, to: { ...to, chapter: to.chapter, verse: 200 } }).map((v) => v.text),
    )
    .join(" ");
}

/** Double quotation marks are only for Scripture: the quotation must be exact, and its chapter known to the reader. */
export function lintQuotations(slot: Slot, bible: () => string): string[] {
  return [...slot.text.matchAll(DOUBLE_QUOTED)].flatMap(([, quoted = ""]) => {
    const words = comparable(quoted);
    if (comparable(citedChapters(slot.text, slot.about)).includes(words)) return [];
    return bible().includes(words)
      ? [`“${quoted}” stands in the Bible, but not in the passage or in a chapter named in this paragraph (as "Genesis 50")`]
      : [`“${quoted}” is not in the World English Bible word for word (double quotation marks are for Scripture alone)`];
  });
}

export function lintText(slot: Slot): string[] {
  const { text } = slot;
  const found: string[] = [];
  if (assessText(text).outcome !== "proceed") found.push("the safety rules would not let a sermon with this text be kept");
  const wrong = slot.length && lengthProblem(slot.length, spoken(text));
  if (wrong) found.push(wrong);
  if (/["']/u.test(text)) found.push("straight quotation mark or apostrophe: use “ ” and ’");
  if ((text.match(/“/gu)?.length ?? 0) !== (text.match(/”/gu)?.length ?? 0)) found.push("quotation marks are not balanced");
  if (text.includes("!")) found.push("exclamation mark");
  if (/[()[\]{}<>#_`~|\\/&%$@+=]|\*\*|--|\.\.\./u.test(text)) found.push("a sign that is not read aloud");
  if (/^\s|\s$|\s\s|\n/u.test(text)) found.push("stray white space");
  if (/^[—–>*-] ?\s|^\d+\./u.test(text)) found.push("begins like a list or quotation");
  const figures = [...text.matchAll(/\d+/gu)];
  const references = figures.length > 0 ? findReferences(text) : [];
  const digits = figures.filter((m) => !references.some((r) => m.index >= r.at && m.index < r.end));
  if (digits.length > 0) found.push(`number in figures outside a reference: ${digits.map(String).join(", ")}`);
  for (const [pattern, reason] of BANNED) {
    const hit = pattern.exec(text);
    if (hit) found.push(`“${hit[0]}”: ${reason}`);
  }
  for (const sentence of text.split(/(?<=[.?])[”’]?\s/u)) {
    const count = spoken(sentence);
    if (count > SENTENCE_MAX_WORDS)
      found.push(`a sentence of ${count} words: “${sentence.slice(0, 40)}…” (at most ${SENTENCE_MAX_WORDS})`);
  }
  return found;
}

/** Successive words that stand in more than one text, Scripture excluded; titles are too short to count. */
export function lintRepetition(slots: readonly Slot[]): Finding[] {
  const seen = new Map<string, string>();
  return slots.flatMap((slot) => {
    const runs =
      slot.text
        .replace(DOUBLE_QUOTED, " | ")
        .toLowerCase()
        .match(/[\p{L}\p{N}’]+|\|/gu) ?? [];
    for (let i = 0; i + REPEATED_WORDS <= runs.length; i++) {
      const run = runs.slice(i, i + REPEATED_WORDS);
      if (run.includes("|")) continue;
      const key = run.join(" ");
      const first = seen.get(key);
      if (first && first !== slot.at) return [{ at: slot.at, message: `“${key}” also stands in ${first}` }];
      seen.set(key, slot.at);
    }
    return [];
  });
}
