import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import { GROUPS } from "../../text-model/evaluate.ts";
import { expandChoices } from "../expand-choices.ts";
import { LABELS, type Label } from "./model.ts";

export interface LabelledTopic {
  topic: string;
  label: Label;
  /**
   * Group of similar topics. Whole groups are held back in tests, to measure the model on situations that it was not trained on.
   */
  situation: string;
  weight: number;
}

/** At most so many topics are generated from one line with choices, spread evenly over all of them. */
const MOST_OF_A_LINE = 16;

function spread(all: string[]): string[] {
  if (all.length <= MOST_OF_A_LINE) return all;
  const step = all.length / MOST_OF_A_LINE;
  const picked = Array.from({ length: MOST_OF_A_LINE }, (_, i) => all[Math.floor(i * step + ((i * 7) % step))] ?? "");
  return [...new Set(picked)];
}

/**
 * The topics written for training: topics/<label>.txt has one topic a line, `{a|b}` for a choice, and a `#` line before each
 * situation.
 */
export function writtenExamples(): LabelledTopic[] {
  return LABELS.flatMap((label) => {
    let situation = "";
    const text = readFileSync(new URL(`./topics/${label}.txt`, import.meta.url), "utf8");
    return text.split("\n").flatMap((line): LabelledTopic[] => {
      if (line.startsWith("#")) situation = `${label}: ${line.slice(2)}`;
      if (line.startsWith("#") || line.trim() === "") return [];
      const topics = spread(expandChoices(line));
      return topics.map((topic) => ({ topic, label, situation, weight: topics.length ** -0.25 }));
    });
  });
}

const labelled = z.record(z.string(), z.array(z.string()));
/**
 * The topics of a file, each in one of five groups. Topics that get a sermon, with or without resources, are labelled ordinary.
 */
function topicsOf(file: string, name: string): LabelledTopic[] {
  const set = labelled.parse(JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")));
  return Object.entries(set).flatMap(([outcome, topics]) =>
    topics.map((topic, i): LabelledTopic => {
      const label = LABELS.find((other) => other === outcome) ?? "ordinary";
      return { topic, label, situation: `${name}, group ${i % GROUPS}`, weight: 1 };
    }),
  );
}

/** The labelled topics by which the gate is tested. */
export const labelledExamples = (): LabelledTopic[] => topicsOf("../labelled-topics.json", "labelled");

/** Topics by people who did not know the rules and looked for cases that it would misjudge. */
export const strangerExamples = (): LabelledTopic[] => topicsOf("./strangers.json", "strangers");

const theme = z.object({ lexicon: z.object({ strong: z.array(z.string()), weak: z.array(z.string()) }) });
const THEMES = new URL("../../themes/texts/", import.meta.url);
const FEWEST_WORDS = 2;

/** The phrases of the themes' lexicons: thousands of ordinary phrases of sorrow and joy. */
function themeExamples(): LabelledTopic[] {
  const phrases = readdirSync(THEMES).flatMap((file) => {
    const { lexicon } = theme.parse(JSON.parse(readFileSync(new URL(file, THEMES), "utf8")));
    return lexicon.strong.concat(lexicon.weak);
  });
  return [...new Set(phrases)]
    .filter((phrase) => phrase.split(" ").length >= FEWEST_WORDS)
    .toSorted()
    .map((topic) => ({ topic, label: "ordinary", situation: "themes", weight: 1 }));
}

/** The values of a file with one in JSON a line. */
const linesOf = (file: URL): unknown[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));

const twin = z.object({ topic: z.string(), label: z.enum(LABELS) });
const story = z.object({ topic: z.string(), label: z.enum([...LABELS, "lines"]) });

/** Topics told as people tell them, by details and often at length. Those under which a line about help fits are labelled "lines". */
const stories = (): z.infer<typeof story>[] =>
  linesOf(new URL("./stories.jsonl", import.meta.url)).map((line) => story.parse(line));

/** Of these the dangers and the ordinary ones; whether a line fits is not learned. */
export const storyExamples = (): LabelledTopic[] =>
  stories().flatMap(({ topic, label }, i): LabelledTopic[] =>
    label === "lines" ? [] : [{ topic, label, situation: `stories, group ${i % GROUPS}`, weight: 1 }],
  );

/**
 * Near twins, two lines after each other: a danger, and an ordinary topic of nearly the same words. No model is measured by them: who has
 * learned one of a pair takes the other for it.
 */
const twinExamples = (): LabelledTopic[] =>
  linesOf(new URL("./twins.jsonl", import.meta.url)).map((line) => {
    const { topic, label } = twin.parse(line);
    return { topic, label, situation: "twins", weight: 1 };
  });

const heard = z.array(z.object({ topic: z.string() }));
const HEARING = new URL("../../hearing/", import.meta.url);

/**
 * The topics from which hearing learns: ordinary topics in people's own words. Those that are also in the labelled set or among the
 * stories keep their label from there, since a few are a crisis.
 */
function composerExamples(): LabelledTopic[] {
  const read = ["labelled-topics.json", "meaning/topics.json", "situations/development.json"].map((file) =>
    heard.parse(JSON.parse(readFileSync(new URL(file, HEARING), "utf8"))),
  );
  const told = linesOf(new URL("situations/lessons.jsonl", HEARING)).map((line) => heard.element.parse(line));
  const topics = [...read.flat(), ...told].map(({ topic }) => topic);
  const known = new Set([...labelledExamples(), ...stories()].map(({ topic }) => topic));
  const situation = (i: number) => `composer, group ${i % GROUPS}`;
  return [...new Set(topics)]
    .filter((topic) => !known.has(topic))
    .map((topic, i) => ({ topic, label: "ordinary", situation: situation(i), weight: 1 }));
}

/** All training examples. */
export const allExamples = (): LabelledTopic[] => [
  ...writtenExamples(),
  ...labelledExamples(),
  ...strangerExamples(),
  ...storyExamples(),
  ...twinExamples(),
  ...themeExamples(),
  ...composerExamples(),
];

/** Topics in English, by which the languages are told apart. The phrases of the themes are too short for that. */
export const englishTopics = (): string[] =>
  [...writtenExamples(), ...labelledExamples(), ...strangerExamples(), ...storyExamples(), ...composerExamples()].map(
    ({ topic }) => topic,
  );
