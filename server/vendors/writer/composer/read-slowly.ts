import { createHash } from "node:crypto";
import { SINGLE_CHAPTER } from "../../../../shared/bible-books.ts";
import { WORD_RANGE, type Duration } from "../../../../shared/constants.ts";
import { seededRandom } from "../../../../shared/seeded-random.ts";
import type { Quotation, Sermon, SermonPart, Translation } from "../../../../shared/sermon.ts";
import { isSolemn, type Fitting, type SlowReadingLibrary } from "../../../pericopes/slow-reading.ts";
import { isPublic } from "../../../hearing/audience.ts";
import type { Reading } from "../../../hearing/reading.ts";
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

/** Most words that are read out of a passage which is too long to be read whole. All of it is heard twice. */
const MOST_WORDS: Record<Duration, number> = { 5: 105, 10: 330 };
/** A passage with fewer words is read with the verses around it; with more of them if it does not fill the time otherwise. */
const FEWEST_WORDS: Record<Duration, readonly number[]> = { 5: [0], 10: [130, 200, 270] };
/** Into how many parts a passage is divided, at most; each has a verse at least. */
const MOST_PARTS: Record<Duration, number> = { 5: 3, 10: 6 };
/** A passage of so few verses is never cut, nor any by so few. */
const FEW_VERSES = { passage: 3, cut: 2 };
/** Texts with questions that a part can have; the third only where there are few parts. */
const QUESTIONS = 3;
/** Questions of such a text that a sermon for a congregation asks: nobody answers there. */
const ASKED_ALOUD = 2;
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

/** Divides a range into at most so many parts of about the same length. */
function partsOf(range: PassageRange, most: number, translation?: Translation): Quotation[] {
  if (most === 0) return [];
  const verses = versesIn(range, translation).map((verse) => ({ verse, words: spoken(verse.text) }));
  const total = verses.reduce((sum, { words }) => sum + words, 0);
  const count = Math.max(1, Math.min(most, verses.length, Math.round(total / PART_WORDS)));
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

/** The texts that fit a passage with these words. */
const fittingIn = (list: readonly Fitting[], passage: string): string[] => {
  const words = new Set(passage.toLowerCase().match(/\p{L}+/gu));
  return list.flatMap((one) => {
    if (typeof one === "string") return [one];
    return one.where.some((word) => words.has(word.toLowerCase())) ? [one.text] : [];
  });
};

/** The first questions of a text. */
const firstQuestions = (text: string): string =>
  text
    .split(/(?<=\?) /u)
    .slice(0, ASKED_ALOUD)
    .join(" ");

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
  /** For whom and at what it is read; for the person who asks if not given. */
  reading?: Pick<Reading, "audience" | "occasion"> | undefined;
}

/**
 * Reads a passage slowly: the whole, then each part again with questions, for a passage that no homily is written for. Throws
 * WriterError "unusable_output" if the time cannot be filled.
 */
export function readSlowly(asked: PassageRange, options: SlowReadingOptions, library: SlowReadingLibrary): SlowReading {
  // A very short chapter fills ten minutes only with all the questions.
  for (const reading of [options.reading, undefined])
    for (const fewest of FEWEST_WORDS[options.minutes]) {
      const range = widened(asked, fewest, options.translation);
      const heard = { ...options, reading };
      for (const way of waysToRead(range, heard)) {
        const found = readRange(range, way, heard, library);
        if (found) return found;
      }
    }
  throw new WriterError("unusable_output", `a slow reading of ${printReference(asked)} does not fill ${options.minutes} minutes`);
}

/** What is read of a passage, and in how many parts at most it is heard again; 0 if it is not. */
interface Way {
  range: PassageRange;
  parts: number;
}

/**
 * The whole passage, in as many parts as there is time for; if it is too long, its beginning, unless a verse or two would be missing. At
 * a wedding or a funeral it is heard once, and again only where the time is not filled otherwise.
 */
function waysToRead(asked: PassageRange, { minutes, translation, reading }: SlowReadingOptions): Way[] {
  const most = MOST_PARTS[minutes];
  const again = Array.from({ length: most }, (_, i) => ({ range: asked, parts: most - i }));
  const size = versesIn(asked, translation).length;
  const beginning = beginningOf(asked, MOST_WORDS[minutes], translation);
  const missing = size - versesIn(beginning, translation).length;
  const isWhole = size <= FEW_VERSES.passage || missing <= FEW_VERSES.cut;
  if (reading && isSolemn(reading.occasion))
    return [{ range: asked, parts: 0 }, ...again.toReversed(), { range: beginning, parts: most }];
  return [...again, ...(isWhole ? [{ range: asked, parts: 0 }] : []), { range: beginning, parts: most }];
}

function readRange(
  asked: PassageRange,
  { range, parts: mostParts }: Way,
  { minutes, seed, translation, heard, reading }: SlowReadingOptions,
  { books, texts }: SlowReadingLibrary,
): SlowReading | null {
  const random = seededRandom(`${seed}/${printReference(asked)}/${minutes}`);
  const isCut = printReference(range) !== printReference(asked);
  const whole = quoteRange(range, translation);
  const parts = partsOf(range, mostParts, translation);
  const page = books[asked.from.book];
  if (!page) throw new WriterError("unavailable", `there is no page on the book ${asked.from.book}`);
  const genre = texts.genres[page.genre];
  const occasion = reading && isSolemn(reading.occasion) ? texts.occasions[reading.occasion] : undefined;
  const isStudied = !occasion && (!reading || !isPublic(reading.audience) || reading.audience === "group");
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
  const slowly = ["without hurry", "and once more"][parts.length] ?? "part by part";
  const focus = `The words of ${whole.reference} are read as they stand, ${slowly}, and asked what they say.`;
  const ofStudy = parts.length <= FEW_PARTS ? QUESTIONS : QUESTIONS - 1;
  const perPart = occasion ? 0 : isStudied ? ofStudy : 1;
  const asking = fittingIn(genre.questions, whole.text).map((text) => (isStudied ? text : firstQuestions(text)));
  // The first of every part comes before the second of any.
  const questions = deal(asking, parts.length * perPart);
  const questionsOf = (i: number, number: number): string[] =>
    number < perPart ? (questions[parts.length * number + i] ?? []) : [];
  const [firstLeads, otherLeads, lastLeads] = [texts.leads.slice(0, 2), texts.leads.slice(2, -2), texts.leads.slice(-2)];
  const others = deal(otherLeads, Math.max(1, parts.length - 2));
  const leadsOf = (i: number): readonly string[] =>
    i === 0 ? firstLeads : i === parts.length - 1 ? lastLeads : (others[i - 1] ?? otherLeads);
  const further = deal(occasion?.further ?? fittingIn(genre.further, whole.text), 4);
  const genreAbout = deal(genre.about, 2);
  const wholes = deal(isNew ? texts.whole.nt : texts.whole.ot, 2);

  const places = {
    opening: oneOf((occasion ?? texts).openings),
    about: oneOf([page.about]),
    furtherAbout: orNone([page.further], 0.6),
    genre: orNone(genreAbout[0] ?? [], 0.8),
    genreToo: orNone(genreAbout[1] ?? [], 2.5),
    before: oneOf(texts.before),
    goesOn: isCut ? oneOf(texts.goesOn) : orNone([], 0),
    further: occasion ? oneOf(further[0] ?? []) : orNone(further[0] ?? [], 1),
    furtherToo: orNone(further[1] ?? [], 1.5),
    furtherStill: orNone(further[2] ?? [], 2),
    furtherLast: orNone(further[3] ?? [], 2.5),
    whole: oneOf(wholes[0] ?? []),
    wholeToo: orNone(wholes[1] ?? [], 3),
    response: orNone(occasion ? [] : texts.responses, 1.5),
    prayer: oneOf((occasion ?? texts).prayers),
    blessing: oneOf((occasion ?? texts).blessings),
  };
  const names = Object.keys(places) as (keyof typeof places)[];
  const ofParts = parts.flatMap((_, i) => [
    oneOf(leadsOf(i)),
    perPart > 0 ? oneOf(questionsOf(i, 0)) : orNone([], 0),
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
      {
        heading: "Before We Read",
        parts: [...at("opening"), ...at("about"), ...at("furtherAbout"), ...at("genre"), ...at("genreToo")],
      },
      { heading: "The Whole", parts: [...at("before"), { kind: "scripture", quotation: whole }, ...at("goesOn")] },
      ...(parts.length > 0 ? [{ heading: "Once More, Slowly", parts: parts.flatMap((part, i) => partSection(part, i)) }] : []),
      {
        heading: "Staying With It",
        parts: (["further", "furtherToo", "furtherStill", "furtherLast", "whole", "wholeToo", "response"] as const).flatMap(at),
      },
    ],
    prayer: [textOf("prayer"), textOf("blessing")],
    references: [whole.reference],
    // One part is no list, and has no outline.
    ...(parts.length > 1 && {
      outline: {
        points: parts.map((part, i) => ({ claim: `Part ${i + 1}`, verses: part.reference })),
        questions: occasion ? [] : deal(texts.groupQuestions, 3).flatMap(([question]) => question ?? []),
      },
    }),
  };
  return { sermon, keys: chosen.flat().map(({ key }) => key) };
}
