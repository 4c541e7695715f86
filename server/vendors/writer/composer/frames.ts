import { readFileSync } from "node:fs";
import { z } from "zod";

/** Sentences and headings that serve every theme. */
const lines = z.array(z.string().min(1)).min(3);

const planLines = z.strictObject({
  secondLeads: lines,
  actionLeads: lines,
  letterLeads: lines,
  enclosedLeads: lines,
  letterEnds: lines,
  readLeads: lines,
  reflectLeads: lines,
  storyLeads: lines,
});

const frames = z.strictObject({
  headings: z.strictObject({
    pain: lines,
    joy: lines,
    /** In place of `pain` where the topic said nothing about the person. */
    plain: lines,
    letter: lines,
    enclosed: lines,
    read: lines,
    reflect: lines,
    respond: lines,
    rest: lines,
    somebody: lines,
    passage: lines,
    second: lines,
    gospel: lines,
    actions: lines,
  }),
  /** Lines that lead to or follow a part; short, since they come back in many sermons. */
  lines: planLines,
  /** Pray for a day that a topic says is near. */
  dayInPrayer: lines,
  /** Say the names of people whom a topic names, `{names}`, before the last word of a prayer. */
  namesInPrayer: lines,
});
export type Frames = z.infer<typeof frames>;

export function readFrames(): Frames {
  return frames.parse(JSON.parse(readFileSync(new URL("./frames.json", import.meta.url), "utf8")));
}
