import { findPrintedReferences } from "./printed-references.ts";
import { readOutline } from "./outline.ts";
import { TRANSLATION_NAMES, type Translation } from "./sermon.ts";
import { readSermon, textOf, type Block, type Word } from "./sermon-text.ts";

/** A piece of a sermon's body, in the order in which it is read. */
export type DocumentPart =
  | { kind: "heading"; words: Word[] }
  | { kind: "paragraph"; words: Word[] }
  | { kind: "list"; items: Word[][] }
  /** `footnote` is the number of the note that names the passage; null for a quotation that names none. */
  | { kind: "quotation"; paragraphs: Word[][]; footnote: number | null };

export interface Footnote {
  number: number;
  reference: string;
  translation: string;
}

/** A sermon as a document: what every export is made from. */
export interface SermonDocument {
  title: string;
  focus: Word[] | null;
  /** The words in which it was asked for; null where they are left out. */
  topic: string | null;
  /** ISO 8601. */
  date: string | null;
  /** The passage that it is about. */
  passage: { reference: string; translation: string } | null;
  outline: { idea: Word[]; points: { claim: string; verses: string }[]; questions: Word[][] } | null;
  body: DocumentPart[];
  prayer: { heading: string; paragraphs: Word[][] } | null;
  footnotes: Footnote[];
  /** Sources and remarks at the end, without the outline. */
  notes: Word[][];
}

const PRAYER = "Prayer";
const SOURCES = "Scripture:";

const sourcesOf = (blocks: readonly Block[]): string | undefined =>
  blocks
    .filter(({ kind }) => kind === "note")
    .map(({ words }) => textOf(words))
    .find((text) => text.startsWith(SOURCES));

/** The translation that a sermon quotes: the first one named in its sources line. */
export function translationOf(blocks: readonly Block[]): Translation {
  return sourcesOf(blocks)?.includes(`(${TRANSLATION_NAMES.KJV}`) ? "KJV" : "WEB";
}

/** The title that a sermon gives itself. */
export const titleOf = (blocks: readonly Block[]): string =>
  textOf(blocks.find(({ kind }) => kind === "title")?.words ?? []) || "Sermon";

/** "— Psalm 23:1" without its dash. */
export const withoutDash = (words: readonly Word[]): string => textOf(words).replace(/^[—–-]\s*/u, "");

/** The passage that a sermon is about: the first of its sources line, else of what it quotes. */
export function passageOf(blocks: readonly Block[]): SermonDocument["passage"] {
  const sources = sourcesOf(blocks) ?? "";
  const [main] = findPrintedReferences(sources);
  const quoted = blocks.find(({ kind }, index) => kind === "reference" && blocks[index - 1]?.kind === "scripture");
  const reference = main ? sources.slice(main.at, main.end) : quoted && withoutDash(quoted.words);
  return reference === undefined ? null : { reference, translation: TRANSLATION_NAMES[translationOf(blocks)] };
}

function readBody(blocks: readonly Block[], translation: string): { parts: DocumentPart[]; footnotes: Footnote[] } {
  const parts: DocumentPart[] = [];
  const footnotes: Footnote[] = [];
  // Whether the next line of a quotation or list belongs to the last part.
  let open = false;
  for (const { kind, words } of blocks) {
    const last = open ? parts.at(-1) : undefined;
    open = true;
    if (kind === "scripture") {
      if (last?.kind === "quotation") last.paragraphs.push(words);
      else parts.push({ kind: "quotation", paragraphs: [words], footnote: null });
    } else if (kind === "reference") {
      if (last?.kind !== "quotation") continue;
      last.footnote = footnotes.length + 1;
      footnotes.push({ number: last.footnote, reference: withoutDash(words), translation });
      open = false;
    } else if (kind === "item") {
      if (last?.kind === "list") last.items.push(words);
      else parts.push({ kind: "list", items: [words] });
    } else parts.push({ kind: kind === "heading" ? "heading" : "paragraph", words });
  }
  return { parts, footnotes };
}

/** Reads a sermon's Markdown (`sermons.content`) as a document. Pure: the same words give the same document. */
export function readDocument(content: string, about: { topic?: string; date?: string } = {}): SermonDocument {
  const blocks = readSermon(content);
  const outline = readOutline(blocks);
  const translation = TRANSLATION_NAMES[translationOf(blocks)];
  const spoken = blocks.filter(({ kind }) => kind !== "title" && kind !== "focus" && kind !== "note");
  const isPrayer = ({ kind, words }: Block): boolean => kind === "heading" && textOf(words) === PRAYER;
  const prayerAt = spoken.findLastIndex(isPrayer);
  const { parts, footnotes } = readBody(prayerAt < 0 ? spoken : spoken.slice(0, prayerAt), translation);
  return {
    title: titleOf(blocks),
    focus: blocks.find(({ kind }) => kind === "focus")?.words ?? null,
    topic: about.topic ?? null,
    date: about.date ?? null,
    passage: passageOf(blocks),
    outline: outline && {
      idea: outline.idea,
      points: outline.points.map(({ claim, verses }) => ({ claim, verses: textOf(verses) })),
      questions: outline.questions,
    },
    body: parts,
    prayer: prayerAt < 0 ? null : { heading: PRAYER, paragraphs: spoken.slice(prayerAt + 1).map(({ words }) => words) },
    footnotes,
    notes: blocks.flatMap(({ kind, words }, index) => (kind === "note" && !outline?.lines.has(index) ? [words] : [])),
  };
}
