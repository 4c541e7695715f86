import { z } from "zod";

/**
 * A theme file, `themes/<id>.json`: the prose a sermon on that theme is composed from, written by authors for Lampstand.
 * Slots hold alternatives. AUTHORING.md says what each is for; `npm run lint:prose` checks what a program can check.
 */
const prose = z.string().min(1);

export const themePassage = z.strictObject({
  /** Chapter and verses, for example "Genesis 50:19-21". The text itself is inserted from the corpus. */
  ref: z.string(),
  /** Stands before the quotation and leads to it: who speaks to whom, and what has happened. */
  context: prose,
  /** Stands after the quotation: what the words say, here, to this person. */
  exposition: z.array(prose).min(2).max(3),
  /** Follows the exposition in longer sermons: one more thing that is in the text. */
  further: prose,
});
export type ThemePassage = z.infer<typeof themePassage>;

export const theme = z.strictObject({
  id: z.string().regex(/^[a-z]+(-[a-z]+)*$/u),
  /** As a person would name it: "Forgiveness". */
  name: prose,
  mood: z.enum(["grief", "fear", "longing", "hope", "gratitude", "peace"]),
  lexicon: z.strictObject({ strong: z.array(prose).min(10), weak: z.array(prose).min(5) }),
  titles: z.array(prose).min(6),
  focus: z.array(prose).min(4),
  openings: z.array(prose).min(4),
  pain: z.array(prose).min(5),
  passages: z.array(themePassage).min(4),
  images: z.array(prose).min(3),
  objections: z.array(prose).min(3),
  gospel: z.array(prose).min(4),
  actions: z.array(prose).min(8),
  prayers: z.array(prose).min(4),
  blessings: z.array(prose).min(4),
});
export type Theme = z.infer<typeof theme>;

/** Spoken words of each text, ends included. With these, 5 and 10 minutes can be filled exactly from any theme. */
export const LENGTHS = {
  titles: [2, 8],
  focus: [10, 24],
  openings: [48, 72],
  pain: [48, 72],
  quotation: [22, 75],
  context: [36, 58],
  /** All its paragraphs together. */
  exposition: [100, 145],
  further: [62, 92],
  images: [55, 85],
  objections: [65, 95],
  gospel: [60, 88],
  actions: [22, 36],
  prayers: [58, 88],
  blessings: [15, 30],
} as const satisfies Record<string, readonly [min: number, max: number]>;
