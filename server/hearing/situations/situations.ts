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

/** `held-out` is not read while hearing is worked on. */
export const SITUATION_SETS = ["development", "held-out"] as const;

export const readSituations = (set: (typeof SITUATION_SETS)[number]): Situation[] =>
  z.array(situation).parse(JSON.parse(readFileSync(new URL(`./${set}.json`, import.meta.url), "utf8")));
