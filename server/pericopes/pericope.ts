import { z } from "zod";

/**
 * A pericope file, `texts/<id>.json`: what a homily on a Bible passage is composed from. It addresses a congregation. AUTHORING.md says
 * what each field is for; `npm run lint:prose` checks what a program can check.
 */
const prose = z.string().min(1);
const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/u);

/** When a sermon is preached, if it is not an ordinary day. */
export const occasion = z.enum([
  "funeral",
  "wedding",
  "baptism",
  "advent",
  "christmas",
  "new-year",
  "lent",
  "good-friday",
  "easter",
  "pentecost",
  "thanksgiving",
]);
export type Occasion = z.infer<typeof occasion>;

const point = z.strictObject({
  /** A claim that the text makes, as a short sentence or phrase. */
  heading: prose,
  /** The verses of the pericope that it comes from, for example "Luke 10:31-33". */
  verses: prose,
  /** What stands there, and what it claims. */
  text: prose,
  /** One more observation on the same verses, for ten minutes. */
  further: prose,
  /** A picture from ordinary life. */
  illustration: prose,
});

export const pericope = z.strictObject({
  id,
  /** For whom it is written. One for children is preached to them alone, and in place of one for a congregation. */
  hearers: z.enum(["congregation", "children"]).default("congregation"),
  /** As people call it: "The good Samaritan". */
  name: prose,
  /** The whole passage, which is read out in ten minutes. */
  ref: prose,
  /** For a passage over 130 words: the part that is read out in five minutes, and the rest told in own words. */
  short: z.strictObject({ ref: prose, told: prose }).optional(),
  title: prose,
  /** The one idea of the homily. */
  idea: prose,
  openings: z.array(prose).length(2),
  context: prose,
  points: z.array(point).min(2).max(4),
  gospel: prose,
  /** What the hearers can do with it this week. */
  response: prose,
  prayer: prose,
  blessing: prose,
  questions: z.array(prose).length(3),
  /** Ids of the themes that it speaks to, nearest first: a homily on such a subject may have it as its text. */
  themes: z.array(id).min(1),
  /** Feasts and occasions that it is preached at. */
  occasions: z.array(occasion).default([]),
});
export type Pericope = z.infer<typeof pericope>;

/** Minimum and maximum spoken words of each text. */
export const PERICOPE_LENGTHS = {
  title: [2, 8],
  idea: [8, 24],
  openings: [40, 75],
  context: [40, 65],
  told: [30, 60],
  heading: [2, 9],
  text: [70, 92],
  further: [80, 115],
  illustration: [60, 85],
  gospel: [60, 88],
  response: [55, 80],
  prayer: [70, 100],
  blessing: [15, 30],
  questions: [8, 30],
} as const satisfies Record<string, readonly [min: number, max: number]>;

/** Minimum and maximum spoken words that are read out, by minutes. */
export const READ_OUT_WORDS = { 5: [30, 130], 10: [30, 480] } as const;
