import { allExamples } from "../safety/meaning/examples.ts";
import type { Task } from "../sentence-encoder/adapt.ts";
import type { EncoderHead } from "../sentence-encoder/by-meaning.ts";
import { isInGroup } from "../text-model/evaluate.ts";
import type { Theme } from "../themes/theme.ts";
import { audienceLessons, factLessons } from "./facts/lessons.ts";
import { labelledTopics, lessons, toldTopics, writtenTopics } from "./meaning/lessons.ts";

/** Of each list of topics the encoder never sees this group, so that what it adds can be measured at any time. */
export const UNSEEN = 0;
/** Share of the first of several correct labels. */
const FIRST = { themes: 0.7, facts: 0.5, audiences: 0.5 };

interface Lesson {
  topic: string;
  right: readonly string[];
  weight: number;
}

/** What a label's lessons weigh together, by label. */
function weightsOf(list: readonly Lesson[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { right, weight } of list) sums.set(right[0] ?? "", (sums.get(right[0] ?? "") ?? 0) + weight);
  return sums;
}

function taskOf(list: readonly Lesson[], first: number, balanced: boolean): Task {
  const labels = [...new Set(list.flatMap(({ right }) => right))].toSorted();
  const sums = weightsOf(list);
  const mean = [...sums.values()].reduce((all, sum) => all + sum, 0) / sums.size;
  // Frequent labels count less, rare ones more, by the root of how much.
  const factor = (label: string): number => (balanced ? Math.sqrt(mean / (sums.get(label) ?? mean)) : 1);
  const examples = list.map(({ topic, right, weight }) => ({
    text: topic,
    weight: weight * factor(right[0] ?? ""),
    right: right.map((label, i): [number, number] => {
      const share = i === 0 ? first : (1 - first) / (right.length - 1);
      return [labels.indexOf(label), right.length === 1 ? 1 : share];
    }),
  }));
  return { labels, examples };
}

/** What whole topics are told by is learned from whole topics: phrases of the themes, and topics made of choices, count less. */
function trustIn(situation: string): number {
  if (situation === "themes") return 0.25;
  return / group \d$/u.test(situation) ? 1 : 0.35;
}

/** The lessons of the crisis gate, but for the unseen group. */
function dangers(): Task {
  const topics = [toldTopics(), writtenTopics(), labelledTopics()];
  const unseen = new Set(topics.flatMap((list) => list.flatMap(({ topic }, i) => (isInGroup(i, UNSEEN) ? [topic] : []))));
  const held = new RegExp(`^(?:strangers|stories|labelled), group ${UNSEEN}$`, "u");
  const seen = allExamples().filter(({ topic, situation }) => !unseen.has(topic) && !held.test(situation));
  const { labels, examples } = taskOf(
    seen.map(({ topic, label, weight }) => ({ topic, right: [label], weight })),
    1,
    true,
  );
  return {
    labels,
    examples: examples.map(({ text, right, weight }, i) => ({
      text,
      right,
      weight: weight * trustIn(seen[i]?.situation ?? ""),
    })),
  };
}

/** The lessons of all models of hearing and of the gate, but for the unseen group. */
export function encoderTasks(themes: readonly Theme[]): Record<EncoderHead, Task> {
  const unseen = new Set(toldTopics().flatMap(({ topic }, i) => (isInGroup(i, UNSEEN) ? [topic] : [])));
  const seen = (list: readonly Lesson[]): Lesson[] => list.filter(({ topic }) => !unseen.has(topic));
  return {
    themes: taskOf(lessons(themes, UNSEEN).themes, FIRST.themes, false),
    facts: taskOf(seen(factLessons()), FIRST.facts, true),
    audiences: taskOf(seen(audienceLessons()), FIRST.audiences, true),
    dangers: dangers(),
  };
}
