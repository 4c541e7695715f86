import { readFileSync } from "node:fs";
import { z } from "zod";

/** Sentences and headings that serve every theme. `{topic}` stands for the person's own words. */
const lines = z.array(z.string().min(1)).min(3);

const frames = z.strictObject({
  headings: z.strictObject({ pain: lines, passage: lines, second: lines, gospel: lines, actions: lines }),
  topicLeads: lines,
  clauseLeads: lines,
  questionLeads: lines,
  prayerLeads: lines,
  questionPrayerLeads: lines,
  secondLeads: lines,
  actionLeads: lines,
});
export type Frames = z.infer<typeof frames>;

export function readFrames(): Frames {
  return frames.parse(JSON.parse(readFileSync(new URL("./frames.json", import.meta.url), "utf8")));
}
