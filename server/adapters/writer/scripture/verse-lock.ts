import { align } from "./align.ts";
import type { Match } from "./align.ts";
import { balanceQuotes } from "./balance-quotes.ts";
import { bibleIndex, comparableWords } from "./bible-index.ts";
import { findReferences, printReference, quoteRange } from "./passage.ts";
import type { FoundReference } from "./passage.ts";

/** What was done to one quotation or reference. */
export interface VerseChange {
  kind: "exact words" | "whole verse" | "corrected reference" | "unquoted" | "removed";
  /** The text before the change. */
  before: string;
}

export interface LockedText {
  text: string;
  changes: VerseChange[];
}

// Likeness by words (1 = every word). A verse with one word in ten changed stays above REPAIR and is found again in 98 of 100 cases;
// ordinary prose stays below PARAPHRASE.
const REPAIR = 0.8;
const PARAPHRASE_CITED = 0.4;
const PARAPHRASE = 0.72;
/** An uncited quotation shorter than this is ordinary speech. */
const SHORT = 6;
/** A whole verse is put in for a paraphrase only if it does not swamp the paragraph. */
const WHOLE_VERSE_MAX_WORDS = 80;
/** A repaired quotation grows to the end of its clause if that is no further than this many words away. */
const SNAP = 3;

const QUOTED = /“([^“”]+)”|"([^"]+)"/gu;
/** A reference that the parser does not know: "John 25:3". */
const LOOKS_LIKE_REFERENCE = /\b(?:[1-3] )?[A-Z][a-z]+(?: of [A-Z][a-z]+)? \d{1,3}:\d{1,3}(?:[–-]\d{1,3})?/gu;
const SAYS = "(?:says?|tells us|reminds us|puts it|writes?|reads?|teaches(?: us)?|promises|declares|assures us|states)";

interface Quote {
  raw: string;
  /** Character positions in the paragraph, marks included. */
  at: number;
  end: number;
  words: string[];
}

function quotesIn(paragraph: string): Quote[] {
  return [...paragraph.matchAll(QUOTED)].map((m) => {
    const raw = m[1] ?? m[2] ?? "";
    return { raw, at: m.index, end: m.index + m[0].length, words: comparableWords(raw) };
  });
}

/** Binds each quotation to the nearest reference that no nearer quotation has. */
function bind(quotes: readonly Quote[], references: readonly FoundReference[]): Map<Quote, FoundReference> {
  const distance = (q: Quote, r: FoundReference): number => (r.at >= q.end ? r.at - q.end : q.at - r.end);
  const pairs = quotes
    .flatMap((q) => references.map((r) => ({ q, r, away: distance(q, r) })))
    .toSorted((a, b) => a.away - b.away);
  const bound = new Map<Quote, FoundReference>();
  const taken = new Set<FoundReference>();
  for (const { q, r } of pairs)
    if (!bound.has(q) && !taken.has(r)) {
      bound.set(q, r);
      taken.add(r);
    }
  return bound;
}

function elsewhere(words: readonly string[]): Match | null {
  const index = bibleIndex();
  let best: Match | null = null;
  for (const start of index.locate(words)) {
    const match = align(index, words, start - 12, start + words.length + 20);
    if (!best || match.likeness > best.likeness) best = match;
  }
  return best;
}

const withoutMarks = (text: string): string =>
  text
    .replace(/[“”"‘]|’(?!\p{L})/gu, "")
    .replace(/\s+/gu, " ")
    .trim();

/** The exact words as they stand inside “ ”: inner double marks become single, the mark at the end follows the original. */
function inline(exact: string, original: string): string {
  const inner = balanceQuotes(exact)
    .replace(/^“([^“”]*)”$/u, "$1")
    .replaceAll("“", "‘")
    .replaceAll("”", "’");
  return /[.,;:!?]$/u.test(original.trim()) ? inner : inner.replace(/[.,;:!?—]+(’?)$/u, "$1");
}

function endsClause(position: number): boolean {
  return /[.,;:!?—][”’]*$/u.test(bibleIndex().print(position - 1, position));
}

/** Grows a repaired match to the clause it nearly fills. */
function snap({ from, to, likeness }: Match): Match {
  let start = from;
  for (let i = 0; i <= SNAP && from - i > 0; i++)
    if (endsClause(from - i)) {
      start = from - i;
      break;
    }
  let end = to;
  for (let i = 0; i <= SNAP && to + i <= bibleIndex().size; i++)
    if (endsClause(to + i)) {
      end = to + i;
      break;
    }
  return { from: start, to: end, likeness };
}

interface Edit {
  at: number;
  end: number;
  text: string;
  change: VerseChange["kind"];
}

/** Takes the words that ascribe a text to Scripture away; if they cannot be told apart, the sentence. */
function stripAttribution(paragraph: string, at: number, end: number, quote: Quote | null): Edit {
  const before = paragraph.slice(0, at);
  const after = paragraph.slice(end);
  if (before.endsWith("(") && after.startsWith(")"))
    return { at: before.replace(/ ?\($/u, "").length, end: end + 1, text: "", change: "removed" };
  const start = [...before.matchAll(/[.?!][”’)]* /gu)].reduce((_, stop) => stop.index + stop[0].length, 0);
  const lead =
    new RegExp(`^(?:(?:as|for|and|in) )?$`, "iu").test(paragraph.slice(start, at)) &&
    new RegExp(`^,? ?(?:also )?${SAYS},? (?:that )?`, "u").exec(after);
  if (lead && quote && quote.at >= end) return { at: start, end: end + lead[0].length, text: "", change: "removed" };
  const close = /[.!?][”"’)]*(?=\s|$)/u.exec(paragraph.slice(Math.max(end, quote?.end ?? 0) - 2));
  const stop = close ? Math.max(end, quote?.end ?? 0) - 2 + close.index + close[0].length : paragraph.length;
  return { at: start, end: Math.min(paragraph.length, stop + 1), text: "", change: "removed" };
}

function judge(paragraph: string, quote: Quote, cited: FoundReference | undefined): Edit[] {
  const index = bibleIndex();
  const { at, end, raw, words } = quote;
  if (words.length === 0 || (!cited && words.length < SHORT)) return [];
  const span = cited && index.span(cited.range);
  const there = span ? align(index, words, span.from, span.to) : null;
  const found = there && there.likeness >= REPAIR ? there : words.length >= 3 ? elsewhere(words) : null;
  const best = found && (!there || found.likeness > there.likeness) ? found : there;
  if (!best) return [];
  const rewrite = (text: string, change: VerseChange["kind"]): Edit => ({ at, end, text, change });
  const atHome = best === there;

  if (best.likeness >= REPAIR && (atHome || words.length >= SHORT)) {
    const edits: Edit[] = [];
    const exact = best.likeness === 1 ? best : snap(best);
    const printed = inline(index.print(exact.from, exact.to), raw);
    const same =
      best.likeness === 1 && withoutMarks(printed).replace(/[.,;:!?—]+$/u, "") === withoutMarks(raw).replace(/[.,;:!?—]+$/u, "");
    if (!same) edits.push(rewrite(`“${printed}”`, "exact words"));
    if (cited?.verses && !atHome)
      edits.push({
        at: cited.at,
        end: cited.end,
        text: printReference(index.range(exact.from, exact.to)),
        change: "corrected reference",
      });
    return edits;
  }
  if (cited?.verses && there && there.likeness >= PARAPHRASE_CITED) {
    const whole = quoteRange(cited.range).text;
    const fits = comparableWords(whole).length <= WHOLE_VERSE_MAX_WORDS;
    return [fits ? rewrite(`“${inline(whole, raw)}”`, "whole verse") : rewrite(raw, "unquoted")];
  }
  if (!cited) return best.likeness >= PARAPHRASE ? [rewrite(raw, "unquoted")] : [];
  // A chapter named in passing ("In Romans 8 ...") does not make a stranger's words Scripture, but a verse does.
  if (!cited.verses) return best.likeness >= PARAPHRASE ? [rewrite(raw, "unquoted")] : [];
  const strip = stripAttribution(paragraph, cited.at, cited.end, quote);
  return strip.at <= at && strip.end >= end ? [strip] : [rewrite(raw, "unquoted"), strip];
}

function apply(paragraph: string, edits: readonly Edit[], changes: VerseChange[]): string {
  let text = paragraph;
  let limit = Infinity;
  for (const edit of edits.toSorted((a, b) => b.at - a.at || b.end - a.end)) {
    if (edit.end > limit) continue;
    changes.push({ kind: edit.change, before: paragraph.slice(edit.at, edit.end) });
    text = text.slice(0, edit.at) + edit.text + text.slice(edit.end);
    limit = edit.at;
  }
  return edits.length === 0
    ? text
    : text
        .replace(/ {2,}/gu, " ")
        .replace(/ ([.,;])/gu, "$1")
        .replace(/(^|[.!?] )(\p{Ll})/gu, (_, lead: string, letter: string) => lead + letter.toUpperCase())
        .trim();
}

function lockParagraph(paragraph: string, changes: VerseChange[]): string {
  const references = findReferences(paragraph);
  const quotes = quotesIn(paragraph);
  const impossible = [...paragraph.matchAll(LOOKS_LIKE_REFERENCE)].filter(
    (m) => !references.some((r) => m.index < r.end && r.at < m.index + m[0].length),
  );
  const bound = bind(quotes, references);
  const edits = quotes.flatMap((quote) => judge(paragraph, quote, bound.get(quote)));
  for (const m of impossible) {
    const end = m.index + m[0].length;
    const near = quotes.find((q) => !bound.has(q) && (q.at >= end ? q.at - end < 40 : m.index - q.end < 40));
    edits.push(stripAttribution(paragraph, m.index, end, near ?? null));
  }
  return apply(paragraph, edits, changes);
}

/** A block quotation is Scripture as a whole: it must be the exact text of the reference under it. */
function lockBlock(block: string, changes: VerseChange[]): string {
  const lines = block.split("\n").map((line) => line.replace(/^>\s?/u, ""));
  const signed = lines.findLastIndex((line) => /^[—–-]\s/u.test(line));
  const raw = lines
    .slice(0, signed < 0 ? undefined : signed)
    .join(" ")
    .replace(/\s+/gu, " ")
    .trim();
  const [cited] = signed < 0 ? [] : findReferences(lines[signed] ?? "");
  const exact = cited?.verses ? quoteRange(cited.range) : null;
  if (exact?.text === raw) return block;
  const words = comparableWords(raw);
  const match = words.length >= 3 ? elsewhere(words) : null;
  const atHome =
    exact !== null &&
    cited !== undefined &&
    align(bibleIndex(), words, bibleIndex().span(cited.range)?.from ?? 0, bibleIndex().span(cited.range)?.to ?? 0).likeness >=
      PARAPHRASE_CITED;
  const printed = atHome
    ? exact
    : match && match.likeness >= REPAIR
      ? quoteRange(bibleIndex().range(match.from, match.to))
      : null;
  changes.push({ kind: !printed ? "removed" : atHome ? "exact words" : "corrected reference", before: raw });
  return printed ? `> ${printed.text}\n>\n> — ${printed.reference}` : "";
}

/**
 * Verifies everything in a Markdown text that looks like a quotation of Scripture, and repairs it: exact words for near ones,
 * the right reference for exact words, the whole verse for a cited paraphrase. What is no quotation loses its marks,
 * and what Scripture does not say loses its attribution. References that do not exist are removed.
 * Text that is right comes back unchanged, with no changes.
 */
export function lockVerses(markdown: string): LockedText {
  const changes: VerseChange[] = [];
  const text = markdown
    .split(/\n{2,}/u)
    .map((block) =>
      block.startsWith(">") ? lockBlock(block, changes) : /^(?:#|---)/u.test(block) ? block : lockParagraph(block, changes),
    )
    .filter((block) => block !== "")
    .join("\n\n");
  return { text, changes };
}
