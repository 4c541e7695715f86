import { readdirSync, readFileSync } from "node:fs";
import { expandChoices } from "../../safety/expand-choices.ts";
import { situationLessons } from "../situations/situations.ts";
import { fact, isTelling, withImplied } from "../../themes/facts.ts";

/** Label of sentences that say none of the facts. */
export const NONE = "none";

export interface Lesson {
  topic: string;
  /** Facts, or `NONE`; of the other model the audience. */
  right: readonly string[];
  weight: number;
}

/** A line counts as much as at most so many topics, however many its choices make. */
const MOST_OF_A_LINE = 6;

/** Reads sections: `# label, label`, then one sentence with choices a line. */
function readSections(file: URL): { labels: string[]; line: string }[] {
  let labels: string[] = [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("# ")) {
        labels = line
          .slice(2)
          .split(",")
          .map((label) => label.trim());
        return [];
      }
      return line.trim() === "" || line.startsWith("//") ? [] : [{ labels, line }];
    });
}

function lessonsOf({ labels, line }: { labels: string[]; line: string }): Lesson[] {
  const topics = expandChoices(line);
  const weight = Math.min(1, MOST_OF_A_LINE / topics.length);
  return topics.map((topic) => ({ topic, right: labels, weight }));
}

/** A whole topic has words about other things beside the facts that it says. */
const OF_TOPIC = 1;

const FACTS = new URL("./lessons/", import.meta.url);
const AUDIENCES = new URL("../audience/lessons.txt", import.meta.url);

/** Sentences with the facts that they say. Throws at an unknown fact. */
export function factLessons(): Lesson[] {
  const lines = readdirSync(FACTS)
    .toSorted()
    .flatMap((name) => readSections(new URL(name, FACTS)));
  for (const { labels } of lines) for (const label of labels) if (label !== NONE) fact.parse(label);
  const told = situationLessons()
    .filter((one) => one.for === "self" || one.for === "other")
    .map(({ topic, facts }) => ({ topic, right: telling(facts), weight: OF_TOPIC }));
  return [...lines.flatMap((line) => lessonsOf({ ...line, labels: telling(line.labels) })), ...told, ...publicTopics()];
}

/** What the model learns of a line: the facts that tell most, without those that follow from them; circumstances are read by words. */
function telling(labels: readonly string[]): string[] {
  const facts = labels.flatMap((label) => (label === NONE ? [] : [fact.parse(label)])).filter(isTelling);
  const most = facts.filter((one) => !facts.some((other) => other !== one && withImplied([other]).has(one)));
  return most.length > 0 ? most : [NONE];
}

/** Topics for hearers: what they say is not about the person who asks. */
const publicTopics = (): Lesson[] =>
  audienceLessons()
    .filter(({ right }) => !right.includes("self") && !right.includes("other"))
    .map(({ topic, weight }) => ({ topic, right: [NONE], weight: weight / 2 }));

/** Topics with the label of the audience that they are for. */
export const audienceLessons = (): Lesson[] => [
  ...readSections(AUDIENCES).flatMap(lessonsOf),
  ...situationLessons().map(({ topic, for: audience }) => ({ topic, right: [audience], weight: 1 })),
];
