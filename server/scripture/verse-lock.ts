import { TRANSLATIONS } from "../../shared/sermon.ts";
import type { Translation } from "../../shared/sermon.ts";
import { balanceQuotes } from "./balance-quotes.ts";
import { bibleIndex, comparableWords } from "./bible-index.ts";
import type { BibleIndex } from "./bible-index.ts";
import { bookByOsis } from "./books.ts";
import { bareText, isExact } from "./exact-text.ts";
import { applyEdits, stripAttribution, unquote } from "./edits.ts";
import type { Edit, LockedText, VerseChange } from "./edits.ts";
import {
  matchAnywhere,
  bridgeEllipsis,
  bestMatch,
  MIN_QUOTE_WORDS,
  REPAIR,
  extendToClause,
  WHOLE_VERSE_MAX_WORDS,
  matchWithin,
} from "./locate-quotation.ts";
import { printReference, quoteRange } from "./passage.ts";
import type { FoundReference, PassageRange } from "./passage.ts";
import { matchReference, isAscribed, quotesIn } from "./quotations.ts";
import type { Quote } from "./quotations.ts";
import { readReferences } from "./references.ts";

export type { VerseChange } from "./edits.ts";

export interface LockOptions {
  /** The translation that the text quotes; WEB if not given. */
  translation?: Translation | undefined;
}

/** Ordinary prose stays below this likeness for any verse that is cited for it. */
const PARAPHRASE_CITED = 0.4;
/** A different verse must match better than the cited one by this much before the reference is corrected. */
const MIN_ADVANTAGE = 0.4;
/** Shorter quotations that nobody ascribes to Scripture are ordinary speech. */
const SHORT_QUOTE_WORDS = 6;
const BLOCK_MAX_WORDS = 200;

const sameText = (a: string, b: string): boolean => bareText(a) === bareText(b);
const countWords = (text: string): number => comparableWords(text).length;

/** The exact words for use inside “ ”: inner double marks become single; the final mark is kept only if the original had one. */
function inline(exact: string, original: string): string {
  const inner = balanceQuotes(exact)
    .replace(/^“([^“”]*)”$/u, "$1")
    .replaceAll("“", "‘")
    .replaceAll("”", "’");
  return /[.,;:!?]$/u.test(original.trim()) ? inner : inner.replace(/[.,;:!?—]+(’?)$/u, "$1");
}

/** State for one text: `translation` is what it quotes. */
class VerseLock {
  readonly translation: Translation;
  readonly changes: VerseChange[] = [];

  constructor(translation: Translation) {
    this.translation = translation;
  }

  get index(): BibleIndex {
    return bibleIndex(this.translation);
  }

  /** A whole passage for use inside a paragraph; null if it is too long. */
  whole(range: PassageRange): string | null {
    const { text } = quoteRange(range, this.translation);
    return text !== "" && countWords(text) <= WHOLE_VERSE_MAX_WORDS ? text : null;
  }

  /** The verses of this quotation in another translation's wording; null if there are none. */
  inOtherWords(words: readonly string[], cited: PassageRange | undefined): PassageRange | null {
    for (const other of TRANSLATIONS)
      if (other !== this.translation) {
        const index = bibleIndex(other);
        const match = bestMatch([
          cited ? matchWithin(index, words, cited) : null,
          words.length >= SHORT_QUOTE_WORDS ? matchAnywhere(index, words) : null,
        ]);
        if (match && match.likeness >= REPAIR) return index.range(match.from, match.to);
      }
    return null;
  }

  /** What has to be done to one quotation, and to the reference `cited` for it. `shared`: an earlier quotation has it, too. */
  judge(paragraph: string, quote: Quote, cited: FoundReference | undefined, shared: boolean): Edit[] {
    const { at, end, raw, words, single } = quote;
    const ascribed = cited !== undefined || isAscribed(paragraph, quote);
    if (words.length < SHORT_QUOTE_WORDS && (!ascribed || (single && words.length < MIN_QUOTE_WORDS))) return [];
    const rewrite = (text: string, change: VerseChange["kind"]): Edit => ({ at, end, text, change });
    const inMarks = (exact: string): string => `“${inline(exact, raw)}”`;
    const correctReference = (range: PassageRange, chapterOnly: boolean): Edit[] => {
      if (!cited || shared) return [];
      const printed = printReference(range);
      const text = chapterOnly ? `${bookByOsis.get(range.from.book)?.name ?? range.from.book} ${range.from.chapter}` : printed;
      return [{ at: cited.at, end: cited.end, text, change: "corrected reference" }];
    };
    const written = paragraph.slice(at, end);
    // Closed on both sides, and without emphasis inside.
    const wellMarked = !raw.includes("*") && written !== `“${raw}` && written !== `${raw}”`;
    if (wellMarked && (!cited || (words.length < SHORT_QUOTE_WORDS && !cited.verses)) && isExact(raw, this.translation))
      return [];

    const bridged = bridgeEllipsis(this.index, raw, cited?.range);
    if (bridged) return [rewrite(inMarks(bridged), "exact words")];
    const { index } = this;
    const atCited = cited ? matchWithin(index, words, cited.range) : null;
    const inBible = atCited && atCited.likeness >= REPAIR ? null : matchAnywhere(index, words);
    // Another verse is a little more similar than the cited one: the citation is believed.
    const keepCited = atCited && inBible && inBible.likeness < 1 && inBible.likeness - atCited.likeness < MIN_ADVANTAGE;
    const best = keepCited ? atCited : bestMatch([atCited, inBible]);
    const isCited = best !== null && best === atCited;
    if (
      best &&
      best.likeness >= REPAIR &&
      (isCited || words.length >= SHORT_QUOTE_WORDS || (best.likeness === 1 && !cited?.verses))
    ) {
      const match =
        best.likeness === 1 ? best : extendToClause(index, best, raw, isCited && cited ? index.span(cited.range) : null);
      const text = index.print(match.from, match.to);
      const same = best.likeness === 1 && wellMarked && sameText(text, raw);
      return [
        ...(same ? [] : [rewrite(inMarks(text), "exact words")]),
        ...(isCited ? [] : correctReference(index.range(match.from, match.to), !cited?.verses)),
      ];
    }

    const other = this.inOtherWords(words, cited?.range);
    const otherText = other && this.whole(other);
    if (other && otherText) {
      const cites = cited !== undefined && isInside(other, cited.range);
      return [rewrite(inMarks(otherText), "whole verse"), ...(cites ? [] : correctReference(other, cited?.verses === false))];
    }
    if (cited?.verses && !shared && atCited && atCited.likeness >= PARAPHRASE_CITED && words.length >= MIN_QUOTE_WORDS) {
      const text = this.whole(cited.range);
      return [text ? rewrite(inMarks(text), "whole verse") : unquote(paragraph, quote, true)];
    }
    if (words.length < SHORT_QUOTE_WORDS && isExact(raw, this.translation)) return [];
    // A cited verse claims that the words are Scripture; a chapter named in passing ("In Romans 8 ...") does not.
    if (!cited?.verses || shared || words.length < MIN_QUOTE_WORDS) return [unquote(paragraph, quote, ascribed)];
    const strip = stripAttribution(paragraph, cited.at, cited.end, quote);
    return strip.at <= at && strip.end >= end ? [strip] : [unquote(paragraph, quote, false), strip];
  }

  /** A paragraph, heading or line of a list with its quotations and references corrected. */
  paragraph(text: string): string {
    const { references, impossible, tooLong } = readReferences(text);
    const quotes = quotesIn(text);
    const bound = matchReference(text, quotes, references);
    const edits = quotes.flatMap((quote) => {
      const { reference, shared = false } = bound.get(quote) ?? {};
      return this.judge(text, quote, reference, shared);
    });
    for (const { at, end } of impossible) {
      const near = quotes.find((q) => !bound.has(q) && (q.at >= end ? q.at - end < 40 : at - q.end < 40 && at >= q.end));
      edits.push(
        text.startsWith(",", at) ? { at, end, text: "", change: "removed" } : stripAttribution(text, at, end, near ?? null),
      );
    }
    for (const { at, end, text: right } of tooLong)
      if (!edits.some((edit) => edit.at < end && at < edit.end))
        edits.push({ at, end, text: right, change: "corrected reference" });
    return this.apply(text, edits);
  }

  /** The paragraph after the edits, which are added to `changes`. */
  apply(paragraph: string, edits: readonly Edit[]): string {
    const { text, changes } = applyEdits(paragraph, edits);
    this.changes.push(...changes);
    return text;
  }

  /** Removes references that do not exist from the line of sources. */
  sources(text: string): string {
    const { impossible } = readReferences(text);
    return this.apply(
      text,
      impossible.map(({ at, end }) => {
        const next = /^; ?/u.exec(text.slice(end));
        const start = next ? at : text.slice(0, at).replace(/; ?$/u, "").length;
        return { at: start, end: end + (next?.[0].length ?? 0), text: "", change: "removed" };
      }),
    );
  }

  /** Block quotations are Scripture: they must have the exact text of the reference under them. */
  block(block: string): string {
    const text = block
      .split("\n")
      .map((line) => line.replace(/^>\s?/u, ""))
      .join("\n")
      .trim();
    const [, body = text, signature = ""] = /^([^]*?)(?:\n\s*|\s)(?:[—–-]+\s*|\()([^\n]{3,60}?)\)?$/u.exec(text) ?? [];
    const signed = readReferences(signature).references.length > 0 || readReferences(signature).impossible.length > 0;
    const raw = (signed ? body : text.replace(/\n\s*[—–-]\s[^\n]*$/u, "")).replace(/\s+/gu, " ").trim();
    const [cited] = signed ? readReferences(signature).references : [];
    const exact = cited?.verses ? quoteRange(cited.range, this.translation) : null;
    const print = (range: PassageRange): string => {
      const quotation = quoteRange(range, this.translation);
      return `> ${quotation.text}\n>\n> — ${quotation.reference}`;
    };
    if (cited?.verses && print(cited.range) === block.trim()) return block;
    const { index } = this;
    const words = comparableWords(raw);
    const fits = exact !== null && exact.text !== "" && countWords(exact.text) <= BLOCK_MAX_WORDS;
    const there = cited && fits ? matchWithin(index, words, cited.range) : null;
    if (cited && there && there.likeness >= PARAPHRASE_CITED) return this.blockChange("exact words", raw, print(cited.range));
    const match = matchAnywhere(index, words);
    const other = match && match.likeness >= REPAIR ? index.range(match.from, match.to) : this.inOtherWords(words, cited?.range);
    if (other)
      return this.blockChange(cited && isInside(other, cited.range) ? "exact words" : "corrected reference", raw, print(other));
    // No similar text is in the Bible: use the cited passage, or remove the block.
    return cited && fits ? this.blockChange("whole verse", raw, print(cited.range)) : this.blockChange("removed", raw, "");
  }

  blockChange(kind: VerseChange["kind"], before: string, after: string): string {
    this.changes.push({ kind, before });
    return after;
  }
}

function isInside(inner: PassageRange, outer: PassageRange): boolean {
  const position = ({ chapter, verse }: PassageRange["from"]): number => chapter * 1000 + verse;
  return (
    inner.from.book === outer.from.book &&
    position(inner.from) >= position(outer.from) &&
    position(inner.to) <= position(outer.to)
  );
}

/** Applies `lock` to a paragraph, or to each line of a list; list and heading marks stay. */
function byLine(block: string, lock: (text: string) => string): string {
  const lines = /^(?:[-*+]|\d{1,3}[.)])\s/u.test(block) ? block.split("\n") : [block];
  return lines
    .flatMap((line) => {
      const [sign = ""] = /^(?:#{1,6}|[-*+]|\d{1,3}[.)])\s+/u.exec(line) ?? [];
      const text = lock(line.slice(sign.length));
      return text === "" ? [] : [sign + text];
    })
    .join("\n");
}

/**
 * Checks everything in a Markdown text that looks like a quotation of Scripture, and repairs it: exact words for similar ones,
 * the right reference for exact words, the whole verse for a cited paraphrase or another translation's wording. Text that is not
 * Scripture loses its quotation marks or its attribution; references that do not exist are removed. Afterwards “ ” around six
 * words or more, or around words that are ascribed to the Bible, contain its exact words. A correct text is returned unchanged,
 * with no changes.
 */
export function lockVerses(markdown: string, { translation = "WEB" }: LockOptions = {}): LockedText {
  const lock = new VerseLock(translation);
  let inNotes = false;
  const text = markdown
    .split(/\n{2,}/u)
    .map((block) => {
      if (/^(?:-{3,}|\*{3,}|_{3,})$/u.test(block.trim())) inNotes = true;
      if (inNotes) return lock.sources(block);
      return block.startsWith(">") ? lock.block(block) : byLine(block, (line) => lock.paragraph(line));
    })
    .filter((block) => block !== "")
    .join("\n\n");
  return { text, changes: lock.changes };
}
