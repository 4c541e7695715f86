import { WORD_RANGE, type Duration } from "../../../../shared/constants.ts";
import { renderPart, type Sermon, type SermonPart } from "../../../../shared/sermon.ts";
import { countSpokenWords, readSermon } from "../../../../shared/sermon-text.ts";
import type { DraftPiece } from "./draft-reader.ts";

/** A sermon while it is being written. What was once shown stays as it is: the finished text begins with it. */
export interface Draft {
  /** Takes the next piece; answers the Markdown to show for it, if it is shown now. */
  take(piece: DraftPiece): string;
  /** Takes paragraphs for the end of what is shown, before what is held back. */
  takeMore(text: string): string;
  /** Shows what is held back. */
  release(): string;
  /** What is written so far, as Markdown; "" before there are a title and a focus. */
  written(): string;
  /** The heading of the section that is shown last. */
  lastShown(): string;
  /** Whether the prayer has begun, which is the end. */
  isPraying(): boolean;
  /** The sermon; null while a part of it is missing. */
  sermon(): Sermon | null;
}

/** Up to which share of the words each section may go (prompt-v1.ts says the shares), and by how much further. */
const UP_TO = [0.15, 0.5, 0.65, 0.8] as const;
const SECTION_TOLERANCE = 0.05;
/** Sections that are shown as they come; with the actions begins what is held back, so that a sermon too short can still grow. */
const SHOWN_SECTIONS = UP_TO.length;
/** Longer than asked by so much is as asked. */
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
  // A model that was asked to go on and began again: until it comes to the section that was broken off, and in that what stands.
  let repeating = false;
  let standing = 0;
  let words = 0;
  let held = "";

  const isHeld = (): boolean => praying || sections.length > SHOWN_SECTIONS;

  /** A paragraph too many is left out, never the first of its section. */
  function isTooMuch(section: Section, part: SermonPart): boolean {
    const last = section.parts.at(-1);
    if (part.kind !== "prose" || !last || last.kind === "scripture") return false;
    const share = UP_TO[sections.length - 1];
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
    take(piece) {
      if (piece.kind === "part") {
        if (repeating || standing-- > 0) return "";
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
      standing = repeating && broken ? (praying ? prayer.length : (section?.parts.length ?? 0)) : 0;
      if (broken) repeating = false;
      if (broken || headings.has(piece.text)) return "";
      repeating = false;
      // What follows a prayer, a blessing perhaps, ends it.
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
