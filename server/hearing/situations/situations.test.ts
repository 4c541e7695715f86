import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fact } from "../../themes/facts.ts";

const situation = z.strictObject({
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
  touch: z.array(z.string()).min(1).max(3),
  not: z.array(z.string()).min(1).max(4),
});

const SETS = ["development", "held-out"];
const read = (set: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, `${set}.json`), "utf8"));

describe.for(SETS)("the %s situations", (set) => {
  test("are well formed, and no topic stands in them twice", () => {
    const topics = z
      .array(situation)
      .parse(read(set))
      .map(({ topic }) => topic.toLowerCase());
    expect(new Set(topics).size).toBe(topics.length);
  });
});
