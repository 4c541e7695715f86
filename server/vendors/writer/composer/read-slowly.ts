import { createHash } from "node:crypto";
import { SINGLE_CHAPTER } from "../../../../shared/bible-books.ts";
import { WORD_RANGE, type Duration } from "../../../../shared/constants.ts";
import { seededRandom } from "../../../../shared/seeded-random.ts";
import type { Quotation, Sermon, SermonPart, Translation } from "../../../../shared/sermon.ts";
import type { SlowReadingLibrary } from "../../../pericopes/slow-reading.ts";
import { BOOKS } from "../../../scripture/books.ts";
import { printReference, quoteRange, versesIn, type PassageRange } from "../../../scripture/passage.ts";
import { WriterError } from "../writer.ts";
import { solveKnapsack, type Option } from "./knapsack.ts";
import { spoken } from "./text-sources.ts";

export interface SlowReading {
  sermon: Sermon;
  /** Keys of its texts, for the memory. */
  keys: string[];
}

/** Most words of the passage that are read out. All of it is heard twice. */
const MOST_WORDS: Record<Duration, number> = { 5: 105, 10: 330 };
/** A passage with fewer words is read with the verses around it; with more of them if it does not fill the time otherwise. */
const FEWEST_WORDS: Record<Duration, readonly number[]> = { 5: [0], 10: [130, 200, 270] };
/** Into how many parts a passage is divided, at most; each has a verse at least. */
const MOST_PARTS: Record<Duration, number> = { 5: 3, 10: 6 };
/** Questions that a part can have; the third only where there are few parts. */
const QUESTIONS = 3;
const FEW_PARTS = 4;
/** Slots of a part: its lead and its questions. */
const SLOTS = 1 + QUESTIONS;
/** Words of a part, if there are enough of them. */
const PART_WORDS = 30;

const ENDS_SENTENCE = /[.!?][”’"')]*$/u;

/** The beginning of a range that can be read out, ending with a sentence if one ends in time. */
function beginningOf(range: PassageRange, most: number, translation?: Translation): PassageRange {
  const verses = versesIn(range, translation);
  let words = 0;
  let end = 0;
  let sentenceEnd = -1;
  for (const [i, { text }] of verses.entries()) {
    words += spoken(text);
    if (i > 0 && words > most) break;
    end = i;
    if (ENDS_SENTENCE.test(text)) sentenceEnd = i;
  }
  const last = verses[sentenceEnd >= 0 ? sentenceEnd : end];
  return last ? { from: range.from, to: { book: last.book, chapter: last.chapter, verse: last.verse } } : range;
}

/** The range with verses of its chapter after and before it, in turn, until it has enough words. */
function widened(range: PassageRange, fewest: number, translation?: Translation): PassageRange {
  const { book } = range.from;
  const ofChapter = (chapter: number): PassageRange => ({ from: { book, chapter, verse: 1 }, to: { book, chapter, verse: 200 } });
  const all = range.from.chapter === range.to.chapter ? versesIn(ofChapter(range.from.chapter), translation) : [];
  let first = all.findIndex(({ verse }) => verse === range.from.verse);
  let last = all.findIndex(({ verse }) => verse === range.to.verse);
  const words = (): number => all.slice(first, last + 1).reduce((sum, { text }) => sum + spoken(text), 0);
  if (first < 0 || last < 0) return range;
  for (let step = 0; words() < fewest && (first > 0 || last < all.length - 1); step++) {
    if ((step % 2 === 0 && last < all.length - 1) || first === 0) last++;
    else first--;
  }
  const idOf = (at: number): PassageRange["from"] => ({ book, chapter: range.from.chapter, verse: all[at]?.verse ?? 1 });
  return { from: idOf(first), to: idOf(last) };
}

/** Divides a range into parts of about the same length. */
function partsOf(range: PassageRange, minutes: Duration, translation?: Translation): Quotation[] {
  const verses = versesIn(range, translation).map((verse) => ({ verse, words: spoken(verse.text) }));
  const total = verses.reduce((sum, { words }) => sum + words, 0);
  const count = Math.max(1, Math.min(MOST_PARTS[minutes], verses.length, Math.round(total / PART_WORDS)));
  const parts: PassageRange[] = [];
  let words = 0;
  for (const { verse, words: own } of verses) {
    const id = { book: verse.book, chapter: verse.chapter, verse: verse.verse };
    const last = parts.at(-1);
    // "Obadiah 1" would be read as its only chapter.
    const isAmbiguous = SINGLE_CHAPTER.has(id.book) && last?.to.verse === 1;
    // A part begins when the words before it have filled those before.
    if (!last || (words >= (total * parts.length) / count && !isAmbiguous)) parts.push({ from: id, to: id });
    else last.to = id;
    words += own;
  }
  return parts.map((part) => quoteRange(part, translation));
}

/** A text of the library that may be used, with its key. */
interface Piece {
  key: string;
  text: string;
}

const keyOf = (text: string): string => `slow/${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
const firstOfNewTestament = BOOKS.findIndex(({ osis }) => osis === "Matt");

interface SlowReadingOptions {
  minutes: Duration;
  seed: string;
  translation?: Translation | undefined;
  /** Keys of texts that this person has had, which are avoided. */
  heard: ReadonlySet<string>;
}

/**
 * Reads a passage slowly: the whole, then each part again with questions, for a passage that no homily is written for. Throws
 * WriterError "unusable_output" if the time cannot be filled.
 */
export function readSlowly(asked: PassageRange, options: SlowReadingOptions, library: SlowReadingLibrary): SlowReading {
  for (const fewest of FEWEST_WORDS[options.minutes]) {
    const found = readRange(widened(asked, fewest, options.translation), options, library);
    if (found) return found;
  }
  throw new WriterError("unusable_output", `a slow reading of ${printReference(asked)} does not fill ${options.minutes} minutes`);
}

function readRange(
  asked: PassageRange,
  { minutes, seed, translation, heard }: SlowReadingOptions,
  { books, texts }: SlowReadingLibrary,
): SlowReading | null {
  const random = seededRandom(`${seed}/${printReference(asked)}/${minutes}`);
  const range = beginningOf(asked, MOST_WORDS[minutes], translation);
  const isCut = printReference(range) !== printReference(asked);
  const whole = quoteRange(range, translation);
  const parts = partsOf(range, minutes, translation);
  const page = books[asked.from.book];
  if (!page) throw new WriterError("unavailable", `there is no page on the book ${asked.from.book}`);
  const genre = texts.genres[page.genre];
  const isNew = BOOKS.findIndex(({ osis }) => osis === asked.from.book) >= firstOfNewTestament;

  const cost = (text: string): number => random() + (heard.has(keyOf(text)) ? 2 : 0);
  const oneOf = (list: readonly string[]): Option<Piece[]>[] =>
    list.map((text) => ({ words: spoken(text), cost: cost(text), value: [{ key: keyOf(text), text }] }));
  const orNone = (list: readonly string[], reluctance: number): Option<Piece[]>[] => [
    { words: 0, cost: reluctance, value: [] },
    ...oneOf(list),
  ];
  /** Shares a list out, so that no text is used twice. */
  const deal = (list: readonly string[], hands: number): string[][] => {
    const order = list.map((text) => ({ text, at: cost(text) })).toSorted((a, b) => a.at - b.at);
    return Array.from({ length: hands }, (_, hand) => order.filter((__, i) => i % hands === hand).map(({ text }) => text));
  };

  const title = `${whole.reference}, Read Slowly`;
  const slowly = parts.length > 1 ? "part by part" : "and once more";
  const focus = `The words of ${whole.reference} are read as they stand, ${slowly}, and asked what they say.`;
  const perPart = parts.length <= FEW_PARTS ? QUESTIONS : QUESTIONS - 1;
  const questions = deal(genre.questions, parts.length * perPart);
  const questionsOf = (i: number, number: number): string[] => (number < perPart ? (questions[perPart * i + number] ?? []) : []);
  const [firstLeads, otherLeads, lastLeads] = [texts.leads.slice(0, 2), texts.leads.slice(2, -2), texts.leads.slice(-2)];
  const others = deal(otherLeads, Math.max(1, parts.length - 2));
  const leadsOf = (i: number): readonly string[] =>
    i === 0 ? firstLeads : i === parts.length - 1 ? lastLeads : (others[i - 1] ?? otherLeads);
  const further = deal(genre.further, 3);

  const places = {
    opening: oneOf(texts.openings),
    about: oneOf([page.about]),
    furtherAbout: orNone([page.further], 0.6),
    genre: orNone(genre.about, 0.8),
    before: oneOf(texts.before),
    goesOn: isCut ? oneOf(texts.goesOn) : orNone([], 0),
    further: orNone(further[0] ?? [], 1),
    furtherToo: orNone(further[1] ?? [], 1.5),
    furtherStill: orNone(further[2] ?? [], 2),
    whole: oneOf(isNew ? texts.whole.nt : texts.whole.ot),
    response: orNone(texts.responses, 1.5),
    prayer: oneOf(texts.prayers),
    blessing: oneOf(texts.blessings),
  };
  const names = Object.keys(places) as (keyof typeof places)[];
  const ofParts = parts.flatMap((_, i) => [
    oneOf(leadsOf(i)),
    oneOf(questionsOf(i, 0)),
    orNone(questionsOf(i, 1), 1.5),
    orNone(questionsOf(i, 2), 3),
  ]);
  const always = [title, focus, whole.text, whole.reference, ...parts.flatMap((part) => [part.text, part.reference])].reduce(
    (sum, text) => sum + spoken(text),
    0,
  );
  const [min, max] = WORD_RANGE[minutes];
  const chosen = solveKnapsack([...names.map((name) => places[name]), ...ofParts], min - always, max - always);
  if (!chosen) return null;

  const prose = (pieces: readonly Piece[] = []): SermonPart[] => pieces.map(({ text }) => ({ kind: "prose", text }));
  const at = (name: keyof typeof places): SermonPart[] => prose(chosen[names.indexOf(name)]);
  const textOf = (name: "prayer" | "blessing"): string => (chosen[names.indexOf(name)] ?? []).map(({ text }) => text).join(" ");
  const partSection = (part: Quotation, i: number): SermonPart[] => {
    const [lead, ...asking] = chosen.slice(names.length + SLOTS * i, names.length + SLOTS * (i + 1));
    return [...prose(lead), { kind: "scripture", quotation: part }, ...asking.flatMap(prose)];
  };
  const sermon: Sermon = {
    title,
    focus,
    mainPassage: whole.reference,
    sections: [
      { heading: "Before We Read", parts: [...at("opening"), ...at("about"), ...at("furtherAbout"), ...at("genre")] },
      { heading: "The Whole", parts: [...at("before"), { kind: "scripture", quotation: whole }, ...at("goesOn")] },
      { heading: "Once More, Slowly", parts: parts.flatMap((part, i) => partSection(part, i)) },
      {
        heading: "Staying With It",
        parts: [...at("further"), ...at("furtherToo"), ...at("furtherStill"), ...at("whole"), ...at("response")],
      },
    ],
    prayer: [textOf("prayer"), textOf("blessing")],
    references: [whole.reference],
    outline: {
      points: parts.map((part, i) => ({ claim: `Part ${i + 1}`, verses: part.reference })),
      questions: deal(texts.groupQuestions, 3).flatMap(([question]) => question ?? []),
    },
  };
  return { sermon, keys: chosen.flat().map(({ key }) => key) };
}
