import { readFileSync } from "node:fs";
import { z } from "zod";
import { fact } from "../../themes/facts.ts";

/** A topic, with what there is to hear in it. */
export const situation = z.strictObject({
  topic: z.string().min(1).max(2000),
  for: z.enum(["self", "other", "congregation", "group", "children"]),
  relation: z
    .enum(["partner", "parent", "child", "sibling", "grandparent", "grandchild", "relative", "friend", "pupil", "other"])
    .nullable(),
  occasion: z
    .enum([
      "funeral",
      "wedding",
      "baptism",
      "sunday",
      "christmas",
      "advent",
      "lent",
      "good-friday",
      "easter",
      "pentecost",
      "new-year",
      "thanksgiving",
      "other",
    ])
    .nullable(),
  form: z.enum(["passage", "points", "outline", "homily", "lesson", "prayer", "letter", "question"]).nullable(),
  passage: z.string().nullable(),
  mood: z.enum(["sorrow", "fear", "guilt", "anger", "longing", "question", "joy", "thanks", "plain"]),
  facts: z.array(fact),
  /** What a sermon on it must touch, and what it must not say. */
  touch: z.array(z.string()).min(1).max(3),
  not: z.array(z.string()).min(1).max(4),
});
export type Situation = z.infer<typeof situation>;

/** A topic to learn from. */
const lesson = z.strictObject({
  topic: situation.shape.topic,
  for: situation.shape.for,
  facts: situation.shape.facts,
  /** Ids of the themes that suit it, the best first. */
  theme: z.array(z.string()).min(1).max(2),
});
export type SituationLesson = z.infer<typeof lesson>;

let lessons: readonly SituationLesson[] | undefined;

/** Topics to learn from, written by people who knew the facts and the names of the themes. */
export const situationLessons = (): readonly SituationLesson[] =>
  (lessons ??= readFileSync(new URL("./lessons.jsonl", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => lesson.parse(JSON.parse(line))));

/** `held-out` is not read while hearing is worked on. */
export const SITUATION_SETS = ["development", "held-out"] as const;

export const readSituations = (set: (typeof SITUATION_SETS)[number]): Situation[] =>
  z.array(situation).parse(JSON.parse(readFileSync(new URL(`./${set}.json`, import.meta.url), "utf8")));
