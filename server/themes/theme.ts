import { z } from "zod";
import { fact, presumption } from "./facts.ts";

/**
 * A theme file, `texts/<id>.json`: the prose a sermon on that theme is composed from, written by authors for Lampstand.
 * Slots hold alternatives. AUTHORING.md says what each is for; `npm run lint:prose` checks what a program can check.
 */
const prose = z.string().min(1);
const id = z.string().regex(/^[a-z]+(-[a-z]+)*$/u);

const presumes = presumption.default([]);
/** Chapter, or chapter and verses, of a passage without which the text puzzles its hearer; it is used only after that passage. */
const after = prose.optional();

/**
 * One alternative text. A plain string fits every topic of the theme; `{text, for}` fits only some aspects (`lexicon.aspects`),
 * for example a paragraph on small children in a theme about being a parent. `presumes` are the facts about the listener that the
 * text takes as given: it is used only if the topic said them.
 */
const text = z
  .union([prose, z.strictObject({ text: prose, for: z.array(id).default([]), presumes, after })])
  .transform((value) => (typeof value === "string" ? { text: value, for: [], presumes: [] } : value));
export type ThemeText = z.infer<typeof text>;

const tone = z.enum(["sorrow", "joy"]);

export const themePassage = z.strictObject({
  /** Chapter and verses, for example "Genesis 50:19-21". The text itself is inserted from the corpus. */
  ref: z.string(),
  /**
   * Title and focus of a sermon whose main passage this is, also if another theme borrows it; they may mention its details.
   */
  title: prose,
  focus: prose,
  /** Leads to the quotation: who speaks to whom, and what has happened. */
  context: prose,
  /** Follows the quotation: what the words mean for this person. */
  exposition: z.array(prose).min(2).max(3),
  /** Follows the exposition in longer sermons: one more observation on the text. */
  further: prose,
  /** The passage is a story about a person; a narrative sermon can begin with it. */
  story: z.boolean().default(false),
  /** The exposition names this theme, so other themes cannot borrow the passage. */
  own: z.boolean().default(false),
  for: z.array(id).default([]),
  /** Facts about the listener that its texts take as given. */
  presumes,
});
export type ThemePassage = z.infer<typeof themePassage>;

/** How many texts of each kind a theme has at least, and a narrow one: its neighbours lend it the rest. */
const FEWEST = {
  openings: [4, 2],
  pain: [5, 4],
  passages: [4, 2],
  images: [3, 1],
  objections: [3, 1],
  gospel: [4, 1],
  actions: [8, 5],
  prayers: [4, 2],
  blessings: [4, 1],
} as const satisfies Record<string, readonly [theme: number, narrow: number]>;

export const theme = z
  .strictObject({
    id,
    /** As a person would name it: "Forgiveness". */
    name: prose,
    mood: z.enum(["grief", "fear", "longing", "hope", "gratitude", "peace"]),
    /** In a theme with tone `joy` the headings and `pain` are about reasons to be glad. */
    tone: tone.default("sorrow"),
    /** Aspects with another tone than the theme. A topic with any sorrowful aspect gets the tone `sorrow`. */
    tones: z.record(id, tone).default({}),
    /**
     * For each aspect the aspects that it replaces when both are found: somebody at a deathbed is not addressed as somebody who is
     * dying.
     */
    instead: z.record(id, z.array(id)).default({}),
    /** Themes that lend passages, images and similar texts when this theme's own have been used, nearest first. */
    neighbours: z.array(id).default([]),
    /** Facts that lead to this theme when a topic says one of them. */
    facts: z.array(fact).default([]),
    /** Facts that are taken as said when a sermon has this theme: who asks for a wedding sermon has said that a wedding is near. */
    grants: z.array(fact).default([]),
    /** Facts that are taken as said when a topic of the person's own is clearly about this theme: who writes of anxiety is anxious. */
    subject: z.array(fact).default([]),
    /** Facts that a topic says when it names an aspect by one of its phrases. */
    says: z.record(id, z.array(fact)).default({}),
    /** Written for its facts, or for one question, with fewer texts than a theme that people come to by its name. */
    narrow: z.boolean().default(false),
    lexicon: z.strictObject({
      strong: z.array(prose).min(10),
      weak: z.array(prose).min(5),
      aspects: z.record(id, z.array(prose).min(1)).default({}),
    }),
    openings: z.array(text),
    pain: z.array(text),
    passages: z.array(themePassage),
    images: z.array(text),
    objections: z.array(text),
    gospel: z.array(text),
    actions: z.array(text),
    prayers: z.array(text),
    blessings: z.array(text),
  })
  .check(({ value, issues }) => {
    for (const [slot, fewest] of Object.entries(FEWEST)) {
      const list = value[slot as keyof typeof FEWEST];
      const least = fewest[value.narrow ? 1 : 0];
      if (list.length < least)
        issues.push({ code: "custom", path: [slot], input: list, message: `has ${list.length}, needs at least ${least}` });
    }
  });
export type Theme = z.infer<typeof theme>;

/** The slots of single texts, in the order in which AUTHORING.md explains them. */
export const TEXT_SLOTS = ["openings", "pain", "images", "objections", "gospel", "actions", "prayers", "blessings"] as const;
export type TextSlot = (typeof TEXT_SLOTS)[number];

/** Minimum and maximum spoken words of each text. Within them, 5 and 10 minutes can be filled exactly from any theme. */
export const LENGTHS = {
  title: [2, 8],
  focus: [10, 24],
  openings: [48, 72],
  pain: [48, 72],
  quotation: [22, 76],
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
