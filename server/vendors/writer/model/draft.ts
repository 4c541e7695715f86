import { WORD_RANGE, type Duration } from "../../../../shared/constants.ts";
import { renderPart, type Sermon, type SermonPart } from "../../../../shared/sermon.ts";
import { countSpokenWords, readSermon } from "../../../../shared/sermon-text.ts";
import type { DraftPiece } from "./draft-reader.ts";

/** A sermon while it is being written. Text that was shown does not change: the finished text begins with it. */
export interface Draft {
  /** Whether the next piece is new; after a restart it may repeat what is there. */
  isNew(piece: DraftPiece): boolean;
  /** Takes the next piece; returns the Markdown to show for it, if it is shown now. */
  take(piece: DraftPiece): string;
  /** Adds paragraphs at the end of the shown text, before the parts that are held back. */
  takeMore(text: string): string;
  /** Returns the parts that were held back, to be shown. */
  release(): string;
  /** The text so far, as Markdown; "" before there are a title and a focus. */
  written(): string;
  /** The heading of the last section shown. */
  lastShown(): string;
  /** Whether the prayer, the last part, has begun. */
  isPraying(): boolean;
  /** The complete sermon; null while a part is missing. */
  sermon(): Sermon | null;
}

/** Share of the words at which each section should end (prompt-v3.ts has the shares), and the tolerance. */
const SECTION_ENDS = [0.15, 0.5, 0.65, 0.8] as const;
const SECTION_TOLERANCE = 0.05;
/**
 * Sections that are shown as they come. From the actions on everything is held back, so that a sermon that is too short can still
 * grow.
 */
const SHOWN_SECTIONS = SECTION_ENDS.length;
/** A sermon may exceed the requested length by this share. */
export const TOLERANCE = 0.1;
const MAX_ITEMS = 3;

const isPrayer = (heading: string): boolean => /\bprayer\b|^let us pray/iu.test(heading);
export const spokenWords = (markdown: string): number => countSpokenWords(readSermon(markdown));

interface Section {
  heading: string;
  parts: SermonPart[];
}

export function createDraft(minutes: Duration): Draft {
  const most = WORD_RANGE[minutes][1];
  const limit = most * (1 + TOLERANCE);
  let title = "";
  let focus = "";
  const sections: Section[] = [];
  const prayer: string[] = [];
  const quoted = new Set<string>();
  const headings = new Set<string>();
  let heading: string | null = null;
  let praying = false;
  // A model that was asked to continue may start again: then pieces are skipped up to the section that broke off (`repeating`), and in it
  // as many paragraphs as were already taken (`toSkip`).
  let repeating = false;
  let toSkip = 0;
  let words = 0;
  let held = "";

  const isHeld = (): boolean => praying || sections.length > SHOWN_SECTIONS;

  /** Surplus paragraphs are dropped, but never the first of a section. */
  function isTooMuch(section: Section, part: SermonPart): boolean {
    const last = section.parts.at(-1);
    if (part.kind !== "prose" || !last || last.kind === "scripture") return false;
    const share = SECTION_ENDS[sections.length - 1];
    const upTo = share === undefined ? limit : most * share * (1 + SECTION_TOLERANCE);
    return words + spokenWords(part.text) > upTo;
  }

  function show(markdown: string): string {
    words += spokenWords(markdown);
    if (!isHeld()) return `${markdown}\n\n`;
    held += `${markdown}\n\n`;
    return "";
  }

  function takePart(given: SermonPart): string {
    if (praying) {
      if (given.kind !== "prose") return "";
      const first = prayer.length === 0;
      if (!first && words + spokenWords(given.text) > limit) return "";
      prayer.push(given.text);
      return show(first ? `## Prayer\n\n${given.text}` : given.text);
    }
    if (given.kind === "scripture") {
      if (quoted.has(given.quotation.reference)) return "";
      quoted.add(given.quotation.reference);
    }
    const part: SermonPart = given.kind === "list" ? { ...given, items: given.items.slice(0, MAX_ITEMS) } : given;
    let section = sections.at(-1);
    let begins = "";
    if (heading !== null || !section) {
      section = { heading: heading ?? "Where You Are", parts: [] };
      headings.add(section.heading);
      heading = null;
      sections.push(section);
      begins = `## ${section.heading}\n\n`;
    }
    if (isTooMuch(section, part)) return "";
    section.parts.push(part);
    return show(begins + renderPart(part));
  }

  return {
    isNew(piece) {
      if (piece.kind === "part") return !repeating && toSkip <= 0;
      return piece.kind === "title" ? title === "" : piece.kind === "focus" ? focus === "" : true;
    },
    take(piece) {
      if (piece.kind === "part") {
        if (repeating || toSkip-- > 0) return "";
        return takePart(piece.part);
      }
      if (piece.kind === "title") {
        repeating = title !== "";
        title ||= piece.text;
        return repeating ? "" : show(`# ${title}`);
      }
      if (piece.kind === "focus") {
        if (focus) return "";
        focus = piece.text;
        return show(`*${focus}*`);
      }
      const section = sections.at(-1);
      const broken = praying ? isPrayer(piece.text) : section?.heading === piece.text;
      toSkip = repeating && broken ? (praying ? prayer.length : (section?.parts.length ?? 0)) : 0;
      if (broken) repeating = false;
      if (broken || headings.has(piece.text)) return "";
      repeating = false;
      // The last part of the prayer, such as a blessing.
      praying ||= isPrayer(piece.text);
      heading = praying ? null : piece.text;
      return "";
    },
    takeMore(text) {
      const section = sections[Math.min(sections.length, SHOWN_SECTIONS) - 1];
      if (!section || words + spokenWords(text) > limit) return "";
      section.parts.push({ kind: "prose", text });
      words += spokenWords(text);
      return `${text}\n\n`;
    },
    release() {
      const text = held;
      held = "";
      return text;
    },
    written: () =>
      [
        ...(focus ? [`# ${title}`, `*${focus}*`] : []),
        ...sections.flatMap((section) => [`## ${section.heading}`, ...section.parts.map(renderPart)]),
        ...(prayer.length > 0 ? ["## Prayer", ...prayer] : []),
      ].join("\n\n"),
    lastShown: () => sections[Math.min(sections.length, SHOWN_SECTIONS) - 1]?.heading ?? "",
    isPraying: () => praying,
    sermon() {
      const quotations = sections.flatMap(({ parts }) => parts.flatMap((p) => (p.kind === "scripture" ? [p.quotation] : [])));
      const [main] = quotations;
      if (!title || !focus || !main || sections.length < 2 || prayer.length === 0) return null;
      return {
        title,
        focus,
        mainPassage: main.reference,
        sections,
        prayer,
        references: quotations.map(({ reference }) => reference),
      };
    },
  };
}
