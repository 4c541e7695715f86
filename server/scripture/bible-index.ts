import type { Translation } from "../../shared/sermon.ts";
import { allVerses } from "./corpus.ts";
import type { VerseId } from "./corpus.ts";
import type { PassageRange } from "./passage.ts";

/** Words of the whole Bible in a row, found again by three words in sequence. Positions count words from Genesis 1:1. */
export interface BibleIndex {
  /** Positions at which a text of at least three words may begin, likeliest first. */
  locate(words: readonly string[]): number[];
  /** Words from position `from` to `to` (exclusive), normalised. */
  between(from: number, to: number): readonly string[];
  /** The words of a range of verses, as positions. */
  span(range: PassageRange): { from: number; to: number } | null;
  /** The exact text from word `from` to word `to` (exclusive), with the punctuation between and after it. */
  print(from: number, to: number): string;
  /** The verses in which those words stand. */
  range(from: number, to: number): PassageRange;
  size: number;
}

/** A word of a text in which apostrophes may be of either kind. */
export const WORD = /[\p{L}\p{N}]+(?:[’'][\p{L}]+)*/gu;

/** Words for comparison: lower case, one apostrophe, and "Yahweh" as other Bibles print it, "Lord". */
export function comparableWords(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) =>
    word
      .toLowerCase()
      .replace(/’/gu, "'")
      .replace(/^yahweh/u, "lord"),
  );
}

const BUCKETS = 1 << 20;
/** A trigram that stands in more places than this ("and it came") says nothing about where a text is from. */
const COMMON = 120;
/** Positions are counted in steps of this many words, so that a word left out or put in does not split the votes. */
const STEP = 8;
const CANDIDATES = 4;

/** Spreads three words over 2^20 buckets (32 bits less 12). */
function bucketOf(a: number, b: number, c: number): number {
  return (Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)) >>> 12;
}

function idOf({ book, chapter, verse }: VerseId): VerseId {
  return { book, chapter, verse };
}

/** Builds the index: some 790,000 words in typed arrays, about 12 MB. */
function build(translation: Translation): BibleIndex {
  const verses: (VerseId & { text: string })[] = [...allVerses(translation)];
  const firstWord = new Int32Array(verses.length + 1);
  const vocabulary = new Map<string, number>();
  const spelled: string[] = [];
  const stream: number[] = [];
  const verseAt = new Map<string, number>();
  verses.forEach((verse, v) => {
    firstWord[v] = stream.length;
    verseAt.set(`${verse.book} ${verse.chapter}:${verse.verse}`, v);
    for (const word of comparableWords(verse.text)) {
      let id = vocabulary.get(word);
      if (id === undefined) {
        id = spelled.push(word) - 1;
        vocabulary.set(word, id);
      }
      stream.push(id);
    }
  });
  firstWord[verses.length] = stream.length;
  const ids = Int32Array.from(stream);

  const at = (i: number): number => ids[i] ?? -1;
  const bucketStart = new Int32Array(BUCKETS + 1);
  const last = ids.length - 2;
  for (let i = 0; i < last; i++) {
    const bucket = bucketOf(at(i), at(i + 1), at(i + 2));
    bucketStart[bucket + 1] = (bucketStart[bucket + 1] ?? 0) + 1;
  }
  for (let b = 0; b < BUCKETS; b++) bucketStart[b + 1] = (bucketStart[b + 1] ?? 0) + (bucketStart[b] ?? 0);
  const fill = bucketStart.slice();
  const positions = new Int32Array(Math.max(0, last));
  for (let i = 0; i < last; i++) {
    const bucket = bucketOf(at(i), at(i + 1), at(i + 2));
    const slot = fill[bucket] ?? 0;
    positions[slot] = i;
    fill[bucket] = slot + 1;
  }

  const verseOf = (position: number): number => {
    let low = 0;
    let high = verses.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((firstWord[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  return {
    size: ids.length,
    between: (from, to) => Array.from(ids.subarray(Math.max(0, from), to), (id) => spelled[id] ?? ""),
    locate(words) {
      const query = words.map((word) => vocabulary.get(word) ?? -1);
      const votes = new Map<number, number>();
      for (let i = 0; i + 2 < query.length; i++) {
        const [a = -1, b = -1, c = -1] = query.slice(i, i + 3);
        if (a < 0 || b < 0 || c < 0) continue;
        const bucket = bucketOf(a, b, c);
        const found: number[] = [];
        for (let s = bucketStart[bucket] ?? 0; s < (bucketStart[bucket + 1] ?? 0); s++) {
          const p = positions[s] ?? 0;
          if (at(p) === a && at(p + 1) === b && at(p + 2) === c) found.push(p);
        }
        if (found.length > COMMON) continue;
        for (const p of found) {
          const step = Math.floor((p - i) / STEP);
          votes.set(step, (votes.get(step) ?? 0) + 1);
        }
      }
      return [...votes]
        .toSorted((x, y) => y[1] - x[1])
        .slice(0, CANDIDATES)
        .map(([step]) => Math.max(0, step * STEP));
    },
    span({ from, to }) {
      const first = verseAt.get(`${from.book} ${from.chapter}:${from.verse}`);
      const final = verseAt.get(`${to.book} ${to.chapter}:${to.verse}`);
      return first === undefined || final === undefined ? null : { from: firstWord[first] ?? 0, to: firstWord[final + 1] ?? 0 };
    },
    print(from, to) {
      const parts: string[] = [];
      for (let v = verseOf(from); v <= verseOf(to - 1); v++) {
        const text = verses[v]?.text ?? "";
        const found = [...text.matchAll(WORD)];
        const start = from > (firstWord[v] ?? 0) ? found[from - (firstWord[v] ?? 0)]?.index : 0;
        const end = to < (firstWord[v + 1] ?? 0) ? found[to - (firstWord[v] ?? 0)]?.index : text.length;
        parts.push(text.slice(start, end).trim());
      }
      return parts.join(" ");
    },
    range(from, to) {
      const first = verses[verseOf(from)];
      const final = verses[verseOf(to - 1)];
      if (!first || !final) throw new RangeError(`no words ${from} to ${to}`);
      return { from: idOf(first), to: idOf(final) };
    },
  };
}

const built = new Map<Translation, BibleIndex>();

/** The index of a translation, built on first use. */
export function bibleIndex(translation: Translation = "WEB"): BibleIndex {
  const index = built.get(translation) ?? build(translation);
  built.set(translation, index);
  return index;
}
