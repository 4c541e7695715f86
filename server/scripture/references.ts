import { regexSource } from "../../shared/regex.ts";
import { BOOKS } from "./books.ts";
import { findReferences, printReference } from "./passage.ts";
import type { FoundReference } from "./passage.ts";
import { findSpelledReferences } from "./spelled-references.ts";

interface Place {
  at: number;
  end: number;
}

/** The references of a text: those that exist, those that do not ("John 25:3"), and those that go past the end of a chapter. */
export interface CitedReferences {
  references: FoundReference[];
  impossible: Place[];
  /** `text` is the existing part of the reference. */
  tooLong: (Place & { text: string })[];
}

/** Matches anything that looks like book, chapter and verse, real or not. */
const WITH_VERSE =
  /\b(?:(?:[1-4]|I{1,3}|First|Second|Third|Fourth) )?[A-Za-z]+\.?(?: of [A-Z][a-z]+)? \d{1,3}:\d{1,3}(?:[–-]\d{1,3}(?::\d{1,3})?)?/gu;
/** Words before figures that are a time of day, a score or a date ("at 7:30"), not a reference. */
const BEFORE_A_TIME = new RegExp(
  regexSource`
    ^(?:
      at|by|around|about|until|till|before|after|from|since|to|near|past|between|only|almost|nearly|it is|the|a|of|score|
      was|won|lost|ratio|odds|
      (?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|tue|wed|thu|fri|sat|sun)|
      today|tonight|tomorrow|yesterday|noon|midnight|
      january|february|march|april|may|june|july|august|september|october|november|december
    )\b
  `,
  "iu",
);
const NAMES = new Set(BOOKS.map(({ name }) => name.toLowerCase()).concat("psalms"));
/** What follows a chapter that is cited ("Acts 40 says", "Acts 40."), and not a number that happens to follow a name. */
const SURELY_CITED =
  /^(?:[.,;:!?)”"’]|$| (?:says?|tells|reminds|puts|writes?|reads?|teaches|promises|declares|assures|states)\b)/u;
/** A book and a chapter without verses, real or not. */
const CHAPTER = new RegExp(`\\b(?:${BOOKS.map(({ name }) => name).join("|")}|Psalms) \\d{1,3}(?![\\d:.]*\\d)`, "gu");

const overlap = (a: Place, b: Place): boolean => a.at < b.end && b.at < a.end;

function looksLikeCitation(match: RegExpExecArray): boolean {
  const [name = ""] = /[A-Za-z]+/u.exec(match[0].replace(/^(?:[1-4]|I{1,3}) /u, "")) ?? [];
  return /^[a-z]/u.test(name) ? NAMES.has(name) : !BEFORE_A_TIME.test(match[0]);
}

function lastFigure(text: string): number {
  return Number(/(\d+)\D*$/u.exec(text)?.[1] ?? 0);
}

/** Finds references in figures and in words, also "Jude 3" and "Psalm 23"; times of day are ignored. */
export function readReferences(text: string): CitedReferences {
  const spelled = findSpelledReferences(text).map(({ at, end, figures }) => ({ at, end, found: findReferences(figures) }));
  const inFigures = findReferences(text).filter((r) => !spelled.some((s) => overlap(r, s)));
  const impossible: Place[] = spelled
    .filter(
      ({ at, end, found }) =>
        found.length === 0 && (/verse|[: ]\S+[- :]\S+$/u.test(text.slice(at, end)) || SURELY_CITED.test(text.slice(end))),
    )
    .map(({ at, end }) => ({ at, end }));

  for (const match of text.matchAll(WITH_VERSE)) {
    const place = { at: match.index, end: match.index + match[0].length };
    const known = inFigures.find((r) => overlap(r, place) && text.slice(r.at, r.end).includes(":"));
    // "3 Corinthians 1:2" contains "Corinthians 1:2" but does not exist.
    const strayNumeral = known && known.at > place.at && /^(?:[1-4]|I{1,3})\s/u.test(match[0]);
    const strayChapter =
      known &&
      known.range.from.chapter !== known.range.to.chapter &&
      lastFigure(match[0].replace(/:\d+$/u, "")) > known.range.to.chapter;
    if ((!known || strayNumeral || strayChapter) && !spelled.some((s) => overlap(s, place)) && looksLikeCitation(match))
      impossible.push(place);
  }
  for (const match of text.matchAll(CHAPTER)) {
    const place = { at: match.index, end: match.index + match[0].length };
    const known = [...inFigures, ...spelled, ...impossible].some((r) => overlap(r, place));
    if (!known && SURELY_CITED.test(text.slice(place.end))) impossible.push(place);
  }

  const references = inFigures.filter((r) => !impossible.some((place) => overlap(r, place)));
  references.forEach((r, i) => {
    const before = references[i - 1];
    // "Romans 8:28, 38–39": further verses of the same chapter.
    if (!r.verses && before?.verses && /^,\s?(?:and )?$/u.test(text.slice(before.end, r.at)))
      references[i] = { ...r, verses: true };
    // "Romans 8:28, 50": a verse that does not exist.
    const more = /^, ?\d{1,3}(?:[–-]\d{1,3})?(?=[);.]|$)/u.exec(text.slice(r.end));
    if (more && r.verses && !references.some((other) => other.at >= r.end && other.at < r.end + more[0].length))
      impossible.push({ at: r.end, end: r.end + more[0].length });
  });
  const tooLong = references.flatMap((r) => {
    const written = text.slice(r.at, r.end);
    return r.verses && /\d\s?[–-]\s?\d/u.test(written) && lastFigure(written) > r.range.to.verse
      ? [{ at: r.at, end: r.end, text: printReference(r.range) }]
      : [];
  });
  const inWords = spelled.flatMap(({ at, end, found: [first] }) => (first ? [{ ...first, at, end }] : []));
  return { references: [...references, ...inWords].toSorted((a, b) => a.at - b.at), impossible, tooLong };
}
