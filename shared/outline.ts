import * as z from "zod/mini";
import { textOf, type Block, type Word } from "./sermon-text.ts";

/** What a homily says in short, for whoever preaches it: its points, and questions for a group. */
export const outline = z.object({
  points: z.array(z.object({ claim: z.string(), verses: z.string() })),
  questions: z.array(z.string()),
});
type Outline = z.infer<typeof outline>;

/** Headings of an outline, and of its questions. */
export const OUTLINE = "Outline";
export const QUESTIONS = "Questions for a group";

/** The lines of an outline among the notes, by which the page finds them. */
export const OUTLINE_LINES = { idea: "Idea", point: "Point", question: "Question" } as const;

export function renderOutline(idea: string, { points, questions }: Outline): string[] {
  return [
    `${OUTLINE_LINES.idea}: ${idea}`,
    ...points.map(({ claim, verses }, i) => `${OUTLINE_LINES.point} ${i + 1}: ${claim} (${verses.replaceAll("-", "–")})`),
    ...questions.map((question, i) => `${OUTLINE_LINES.question} ${i + 1}: ${question}`),
  ];
}

interface Point {
  claim: string;
  verses: Word[];
}
/** A point of an outline, with the block of the text where it begins and the one where it has ended; null if it is not found there. */
export interface OutlinePoint extends Point {
  place: { from: number; to: number } | null;
}

/** The outline that stands among a sermon's notes. */
export interface SermonOutline {
  idea: Word[];
  points: OutlinePoint[];
  questions: Word[][];
  /** The notes that it consists of, by index. */
  lines: ReadonlySet<number>;
}

/** Words without their first `count` characters. */
function after(words: readonly Word[], count: number): Word[] {
  let left = count;
  return words.flatMap((word) => {
    const text = word.text.slice(Math.max(0, left));
    left -= word.text.length + 1;
    return text ? [{ ...word, text }] : [];
  });
}

/** "The claim (Psalm 23:1–3)": the claim, and the verses without their brackets. */
function splitPoint(words: readonly Word[]): Point | null {
  const from = words.findLastIndex(({ text }) => text.startsWith("("));
  if (from < 1 || !words.at(-1)?.text.endsWith(")")) return null;
  const verses = words.slice(from).map(({ text, emphasis }, i, { length }) => ({
    text: text.slice(i === 0 ? 1 : 0, i === length - 1 ? -1 : undefined),
    emphasis,
  }));
  return { claim: textOf(words.slice(0, from)), verses };
}

/** Where a point begins: at the heading that states it, or else where its verses are quoted last. */
function beginningOf({ claim, verses }: Point, blocks: readonly Block[]): number {
  const heading = blocks.findIndex(({ kind, words }) => kind === "heading" && textOf(words) === claim);
  if (heading >= 0) return heading;
  let quotation = blocks.findLastIndex(({ kind, words }) => kind === "reference" && textOf(words.slice(1)) === textOf(verses));
  while (blocks[quotation - 1]?.kind === "scripture") quotation--;
  return quotation;
}

/** Reads the outline among a sermon's notes; null if it has none. */
export function readOutline(blocks: readonly Block[]): SermonOutline | null {
  let idea: Word[] | null = null;
  const found: Point[] = [];
  const questions: Word[][] = [];
  const lines = new Set<number>();
  for (const [index, { kind, words }] of blocks.entries()) {
    const line = kind === "note" ? /^(\p{L}+)(?: \d+)?: /u.exec(textOf(words)) : null;
    if (!line) continue;
    const rest = after(words, line[0].length);
    const point = line[1] === OUTLINE_LINES.point ? splitPoint(rest) : null;
    if (line[1] === OUTLINE_LINES.idea) idea = rest;
    else if (line[1] === OUTLINE_LINES.question) questions.push(rest);
    else if (point) found.push(point);
    else continue;
    lines.add(index);
  }
  if (!idea || found.length === 0) return null;
  const beginnings = found.map((point) => beginningOf(point, blocks));
  const points = found.map(({ claim, verses }, i): OutlinePoint => {
    const from = beginnings[i] ?? -1;
    const isNext = ({ kind }: Block, at: number): boolean =>
      at > from && (kind === "heading" || kind === "note" || beginnings.includes(at));
    const next = blocks.findIndex(isNext);
    return { claim, verses, place: from < 0 ? null : { from, to: next } };
  });
  return { idea, points, questions, lines };
}

/** The point that a block of the text belongs to; -1 for none. */
export function pointAt(points: readonly OutlinePoint[], block: number): number {
  return points.findIndex(({ place }) => place && block >= place.from && block < place.to);
}
