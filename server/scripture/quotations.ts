import { regex, regexSource } from "../../shared/regex.ts";
import { comparableWords } from "./bible-index.ts";
import type { FoundReference } from "./passage.ts";

/** A text in quotation marks. */
export interface Quote {
  /** The text between the marks. */
  raw: string;
  /** Character positions in the paragraph, marks included. */
  at: number;
  end: number;
  words: string[];
  /** In single marks, which are also used for speech and as apostrophes. */
  single: boolean;
}

const PAIRS = [
  { pattern: /“([^“”]+)”/gu, single: false },
  { pattern: /"([^"“”]+)"/gu, single: false },
  { pattern: /«([^«»]+)»|„([^„“”]+)[“”]/gu, single: false },
  // An unpaired mark: the quotation began in the paragraph before, or goes on in the next.
  { pattern: /^([^“”"]+)”/gu, single: false },
  { pattern: /[“"]([^“”"]+)$/gu, single: false },
  { pattern: /(?<![\p{L}\p{N}])‘((?:[^‘’“”"]|’(?=\p{L})|(?<=s)’(?= \p{Ll}))+)’(?!\p{L})/gu, single: true },
  { pattern: /(?<![\p{L}\p{N}])'((?:[^'“”"]|'(?=\p{L})|(?<=s)'(?= \p{Ll}))+)'(?![\p{L}\p{N}])/gu, single: true },
];

/** The quotations of a paragraph, in any kind of marks; a quotation inside another belongs to the outer one. */
export function quotesIn(paragraph: string): Quote[] {
  const found: Quote[] = [];
  for (const { pattern, single } of PAIRS)
    for (const m of paragraph.matchAll(pattern)) {
      const raw = m[1] ?? m[2] ?? "";
      const quote = { raw, at: m.index, end: m.index + m[0].length, words: comparableWords(raw), single };
      if (quote.words.length > 0 && !found.some((other) => quote.at < other.end && other.at < quote.end)) found.push(quote);
    }
  return found.toSorted((a, b) => a.at - b.at);
}

const SENTENCE_END = /[.?!…]["”’')\]*]*\s+(?=["“‘'(*]?\p{Lu})/gu;

function sentenceEnds(text: string): number {
  return [...text.matchAll(SENTENCE_END)].length;
}

/** Maximum distance in characters between a quotation and its reference. */
const NEAR = 160;

/**
 * Matches each quotation with the nearest reference that no nearer quotation has, in the same sentence or the one before. Further
 * quotations in the reference's own sentence ("“…,” Paul writes, “…”") get it as `shared`.
 */
export function matchReference(
  paragraph: string,
  quotes: readonly Quote[],
  references: readonly FoundReference[],
): Map<Quote, { reference: FoundReference; shared: boolean }> {
  const between = (q: Quote, r: FoundReference): string =>
    r.at >= q.end ? paragraph.slice(q.end, r.at) : paragraph.slice(r.end, q.at);
  const pairs = quotes
    .flatMap((q) => references.map((r) => ({ q, r, gap: between(q, r), after: r.at >= q.end })))
    .filter(({ gap, after }) => gap.length <= NEAR && sentenceEnds(gap) <= (after ? 0 : 1))
    .toSorted((a, b) => a.gap.length - b.gap.length);
  const bound = new Map<Quote, { reference: FoundReference; shared: boolean }>();
  const taken = new Set<FoundReference>();
  for (const { q, r } of pairs)
    if (!bound.has(q) && !taken.has(r)) {
      bound.set(q, { reference: r, shared: false });
      taken.add(r);
    }
  for (const { q, r, gap } of pairs)
    if (!bound.has(q) && q.words.length >= 3 && sentenceEnds(gap) === 0) bound.set(q, { reference: r, shared: true });
  return bound;
}

const SPEAKS = regexSource`
  (?:
    says?|said|saying|tells?|told|reminds?|puts|writes?|wrote|reads?|teach(?:es)?|taught|promise[sd]?|declare[sd]?|
    assure[sd]?|state[sd]?|ask(?:s|ed)?|answer(?:s|ed)?|pray(?:s|ed)?|cr(?:ies|ied)|sings?|sang|call(?:s|ed)?|urge[sd]?|
    command(?:s|ed)?|warn(?:s|ed)?|invite[sd]?|repl(?:ies|ied)|whisper(?:s|ed)?|repeat(?:s|ed)?|proclaim(?:s|ed)?|
    insist(?:s|ed)?|speaks?|spoke|begins?|ends?|goes|quotes?|words?|verse|line|promise
  )
`;
/** The Bible, some of its books, and people in it who are often quoted. */
const SCRIPTURE = regexSource`
  (?:
    Jesus|Christ|God|[Tt]he L(?:ord|ORD)|Yahweh|Paul|Peter|James|John|David|Moses|Solomon|Isaiah|Jeremiah|Ezekiel|Hosea|
    Micah|Habakkuk|Job|Luke|Mark|Matthew|[Tt]he apostle|[Tt]he (?:\w+ )?psalm(?:ist)?|Psalm|Psalms|Proverbs|Genesis|
    Romans|Hebrews|[Ss]cripture|[Tt]he (?:Bible|Gospel|gospel|angel|prophet|text|verse|letter|epistle)|[Ii]t is written
  )
`;
const ASCRIBED = regex`
  \b${SCRIPTURE}\b.{0,60}\b${SPEAKS}\b|
  \b${SPEAKS}\b.{0,30}\b${SCRIPTURE}\b|
  \b[Ii]t is written\b|
  \b${SCRIPTURE}(?:’s|'s|,)?:? *$
`;

/** Whether the sentence around a quotation ascribes it to the Bible, or to somebody in it. */
export function isAscribed(paragraph: string, { at, end }: Quote): boolean {
  const before = paragraph.slice(0, at).split(SENTENCE_END).at(-1) ?? "";
  const after = /[.?!]["”’']$/u.test(paragraph.slice(at, end)) ? "" : (paragraph.slice(end).split(SENTENCE_END)[0] ?? "");
  return ASCRIBED.test(before) || ASCRIBED.test(after);
}
