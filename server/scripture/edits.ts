import type { Quote } from "./quotations.ts";

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

/** `text` stands for the characters of a paragraph from `at` to `end`. */
export interface Edit {
  at: number;
  end: number;
  text: string;
  change: VerseChange["kind"];
}

const SAYS = "(?:says?|tells us|reminds us|puts it|writes?|reads?|teaches(?: us)?|promises|declares|assures us|states)";

/** Removes the words that ascribe a text to Scripture; the whole sentence if they cannot be separated. */
export function stripAttribution(paragraph: string, at: number, end: number, quote: Quote | null): Edit {
  const before = paragraph.slice(0, at);
  const after = paragraph.slice(end);
  if (before.endsWith("(") && after.startsWith(")"))
    return { at: before.replace(/ ?\($/u, "").length, end: end + 1, text: "", change: "removed" };
  // One of several in a list: "(John 25:3; Romans 8:1)".
  if (/\([^()]*$/u.test(before) && /^[^()]*\)/u.test(after)) {
    const next = /^[;,] ?/u.exec(after);
    return {
      at: next ? at : before.replace(/[;,] ?$/u, "").length,
      end: end + (next?.[0].length ?? 0),
      text: "",
      change: "removed",
    };
  }
  const start = [...before.matchAll(/[.?!][”’")]* /gu)].reduce((_, stop) => stop.index + stop[0].length, 0);
  const lead =
    /^(?:(?:as|for|and|in) )?$/iu.test(paragraph.slice(start, at)) &&
    new RegExp(`^,? ?(?:also )?${SAYS},? (?:that )?`, "u").exec(after);
  if (lead && quote && quote.at >= end) return { at: start, end: end + lead[0].length, text: "", change: "removed" };
  const from = Math.max(end, quote?.end ?? 0) - 2;
  const close = /[.!?][”"’)]*(?=\s|$)/u.exec(paragraph.slice(from));
  const stop = close ? from + close.index + close[0].length : paragraph.length;
  return { at: start, end: Math.min(paragraph.length, stop + 1), text: "", change: "removed" };
}

/**
 * Removes the quotation marks. Words that are ascribed to somebody in the Bible become plain text, other speech is set in
 * italics.
 */
export function unquote(paragraph: string, { raw, at, end }: Quote, plain: boolean): Edit {
  const words = raw.replaceAll("*", "").trim();
  const emphasised = ((paragraph.slice(0, at).match(/\*/gu) ?? []).length & 1) === 1;
  const text = plain || emphasised || /[“”"]/u.test(words) ? words : `*${words}*`;
  return { at, end, text, change: "unquoted" };
}

/**
 * Makes the edits, from the last to the first; of two that overlap, the later one. Mends spaces and capitals where a text is
 * removed.
 */
export function applyEdits(paragraph: string, edits: readonly Edit[]): LockedText {
  const changes: VerseChange[] = [];
  if (edits.length === 0) return { text: paragraph, changes };
  let text = paragraph;
  let limit = Infinity;
  for (const edit of edits.toSorted((a, b) => b.at - a.at || b.end - a.end)) {
    if (edit.end > limit) continue;
    changes.push({ kind: edit.change, before: paragraph.slice(edit.at, edit.end) });
    const before = text.slice(0, edit.at);
    const after = text.slice(edit.end);
    const begins = edit.text === "" && /(?:^|[.!?][”’")]*\s)$/u.test(before);
    text = before + edit.text + (begins ? after.replace(/^["“‘*]*\p{Ll}/u, (start) => start.toUpperCase()) : after);
    limit = edit.at;
  }
  const even = text
    .replace(/ {2,}/gu, " ")
    .replace(/ ([.,;])/gu, "$1")
    .trim();
  return { text: even, changes };
}
