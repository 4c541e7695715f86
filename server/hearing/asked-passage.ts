import { readFileSync } from "node:fs";
import { BOOK_NAMES, type BookName } from "../../shared/bible-books.ts";
import { bookByOsis } from "../scripture/books.ts";
import { lastChapter, lastVerse, type VerseId } from "../scripture/corpus.ts";
import { findReferences, type PassageRange, rangesOf } from "../scripture/passage.ts";
import { findAt, readPhrase } from "./phrase.ts";
import type { Phrase } from "./phrase.ts";
import { stem, words } from "./stem.ts";

/** Books whose names are also people's names or common words: without a verse they count only when capitalised. */
const ALSO_A_WORD = new Set("Num Judg Ruth Esth Job Song Dan Joel Amos Matt Mark Luke John Acts Titus Jas".split(" "));

/** Short forms of books that nobody types for anything else, before a chapter: "1 cor 13". */
const SHORT_FORM =
  /^(?:[123] ?(?:sam|kgs|chr|chron|cor|thess|tim|pet|jn)|gen|exod?|lev|deut|josh|neh|ps|psa|prov|eccl|isa|jer|lam|ezek|hos|mic|hab|zech|mal|matt|mt|mk|lk|jn|rom|gal|eph|phil|col|heb|rev)\.? ?\d/iu;

/** Words that may surround a name if the name is the whole request: "a sermon on the story of Jonah for Sunday". */
const ASKING = new Set(
  [
    "a an the my our please write me us give need want i on about for of from with in",
    "sermon homily message talk lesson devotion devotional teaching study preach preaching",
    "story life book parable prophet king queen apostle bible scripture",
    "sunday tomorrow youth group kids children church morning school",
  ]
    .flatMap((line) => line.split(" "))
    .map(stem),
);

interface NamedPassage {
  name: Phrase;
  /** Parsed when the name is found: parsing all of them takes a second. */
  ranges: () => PassageRange[];
  alone: boolean;
}

let named: NamedPassage[] | undefined;

/** The names that people use for passages. */
export function readNames(): NamedPassage[] {
  return readFileSync(new URL("./named-passages.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const at = line.indexOf(": ");
      const name = readPhrase(line.slice(0, at));
      const ranges = (): PassageRange[] => findReferences(line.slice(at + 2)).map(({ range }) => range);
      return { name, ranges, alone: name.steps.length === 1 };
    })
    .concat(BOOK_NAMES.filter(({ osis }) => !ALSO_A_WORD.has(osis)).map(wholeBook));
}

/** A book by its name alone: "Haggai". */
function wholeBook({ osis, name }: BookName): NamedPassage {
  const to = { book: osis, chapter: lastChapter(osis), verse: lastVerse(osis, lastChapter(osis)) };
  return { name: readPhrase(name), ranges: () => [{ from: { book: osis, chapter: 1, verse: 1 }, to }], alone: true };
}

const STORIES = new Set(["story", "parable", "account", "passage", "life"].map(stem));
const OF = new Set(["of", "about", "on"].map(stem));
/** Whether "story of" stands before a place. */
const isStoryOf = (stems: readonly string[], at: number): boolean =>
  OF.has(stems[at - 1] ?? "") && STORIES.has(stems[at - 2] ?? "");

/** Parts of a topic between marks: "Children's talk, ages 4 to 9, Jonah." has three. */
const partsOf = (topic: string): string[][] => topic.split(/[,.:;!?\n—–]|\s-\s/u).map((part) => words(part).map(stem));

/** Anything up to a mark; that in "John 3:16" parts nothing. */
const TO_A_MARK = String.raw`(?:[^.,;:!?\n]|(?<=\d)[:.,](?=\d))*`;
/** "Love is patient is not wanted", "anything but Psalm 23": what is named in such a part of a topic is refused. */
const REFUSED = new RegExp(
  String.raw`${TO_A_MARK}\b(?:not (?:wanted|allowed|again|another)|unwanted|anything but|please (?:no|not)|no more of|(?:do not|don['’]t) (?:use|preach))\b${TO_A_MARK}`,
  "giu",
);

function byName(topic: string, isTalk: boolean): PassageRange[] {
  const book = BOOK_NAMES.find((one) => one.name === topic.trim());
  if (book) return wholeBook(book).ranges();
  const stems = words(topic).map(stem);
  const asked = (isTalk ? partsOf(topic) : [stems]).map((part) => part.filter((word) => !ASKING.has(word)));
  return (named ??= readNames()).flatMap(({ name, ranges, alone }) => {
    const isNamed = (i: number): boolean => findAt(name, stems, i) !== null && (!alone || isStoryOf(stems, i));
    const isAlone = (part: readonly string[]): boolean => part.length === name.steps.length && findAt(name, part, 0) !== null;
    const said = (alone && asked.some(isAlone)) || stems.some((_, i) => isNamed(i));
    return said ? ranges() : [];
  });
}

/**
 * The passages that a topic asks for: "Psalm 23", "sermon on Romans 8:28", "the good Samaritan, for a youth group". A topic that asks for a talk, `isTalk`, may
 * name a person of the Bible between two marks; in another, "my son, Jacob, is ill" asks for none.
 */
export function askedPassages(typed: string, isTalk = false): PassageRange[] {
  const topic = typed.replace(REFUSED, "");
  const references = findReferences(topic).filter(({ range, at, end, verses }) => {
    const text = topic.slice(at, end);
    const name = bookByOsis.get(range.from.book)?.name ?? "";
    const written = text.toLowerCase().startsWith(name.toLowerCase());
    return verses || SHORT_FORM.test(text) || (written && (!ALSO_A_WORD.has(range.from.book) || text.startsWith(name)));
  });
  const named = byName(topic, isTalk);
  const asked = references.map(({ range }) => range);
  // "The laborers in the vineyard (Matthew 20)" are the verses of the story.
  return [...asked.filter((range) => !named.some((story) => isPartOfChapter(story, range))), ...named];
}

const place = ({ chapter, verse }: VerseId): number => chapter * 1000 + verse;

/** Whether a story lies in a whole chapter, or chapters, and is not all of it. */
function isPartOfChapter(story: PassageRange, { from, to }: PassageRange): boolean {
  const isWhole = from.verse === 1 && to.verse === lastVerse(to.book, to.chapter);
  const [begin, end] = [place(story.from), place(story.to)];
  const isWithin = story.from.book === from.book && begin >= place(from) && end <= place(to);
  return isWhole && isWithin && (begin > place(from) || end < place(to));
}

/** Whether a reference of the library with verses ("Luke 10:31-33") shares a verse with one of the ranges. */
export function overlapsRanges(reference: string, ranges: readonly PassageRange[]): boolean {
  const [found] = rangesOf(reference);
  if (!found) return false;
  const { from, to } = found;
  return ranges.some(
    (range) => range.from.book === from.book && place(range.from) <= place(to) && place(from) <= place(range.to),
  );
}
