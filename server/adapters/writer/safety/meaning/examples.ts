import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import { sentences } from "../sentences.ts";
import { LABELS, type Label } from "./model.ts";

export interface Example {
  topic: string;
  label: Label;
  /** What happens to whom. Whole situations are held back to see what the model makes of one that it never met. */
  situation: string;
  weight: number;
}

/** A line with places to fill stands for so many topics at most, spread over all of them. */
const MOST_OF_A_LINE = 16;

function spread(all: string[]): string[] {
  if (all.length <= MOST_OF_A_LINE) return all;
  const step = all.length / MOST_OF_A_LINE;
  const picked = Array.from({ length: MOST_OF_A_LINE }, (_, i) => all[Math.floor(i * step + ((i * 7) % step))] ?? "");
  return [...new Set(picked)];
}

/** The topics written for training: topics/<label>.txt, a topic a line, `{a|b}` for a choice, a situation under each `#`. */
export function writtenExamples(): Example[] {
  return LABELS.flatMap((label) => {
    let situation = "";
    const text = readFileSync(new URL(`./topics/${label}.txt`, import.meta.url), "utf8");
    return text.split("\n").flatMap((line): Example[] => {
      if (line.startsWith("#")) situation = `${label}: ${line.slice(2)}`;
      if (line.startsWith("#") || line.trim() === "") return [];
      const topics = spread(sentences(line));
      return topics.map((topic) => ({ topic, label, situation, weight: topics.length ** -0.25 }));
    });
  });
}

const labelled = z.record(z.string(), z.array(z.string()));
/** So many groups are held back in turn. */
const GROUPS = 5;

/** The labelled set, each topic in one of five groups. Topics that get a sermon, with or without resources, are ordinary. */
export function labelledExamples(): Example[] {
  const set = labelled.parse(JSON.parse(readFileSync(new URL("../labelled-topics.json", import.meta.url), "utf8")));
  return Object.entries(set).flatMap(([outcome, topics]) =>
    topics.map((topic, i) => {
      const label = LABELS.find((name) => name === outcome) ?? "ordinary";
      return { topic, label, situation: `labelled, group ${i % GROUPS}`, weight: 1 };
    }),
  );
}

const theme = z.object({ lexicon: z.object({ strong: z.array(z.string()), weak: z.array(z.string()) }) });
const THEMES = new URL("../../composer/themes/", import.meta.url);
const FEWEST_WORDS = 2;

/** What the composer's themes listen for: thousands of plain phrases of sorrow and joy. */
export function themeExamples(): Example[] {
  const phrases = readdirSync(THEMES).flatMap((file) => {
    const { lexicon } = theme.parse(JSON.parse(readFileSync(new URL(file, THEMES), "utf8")));
    return lexicon.strong.concat(lexicon.weak);
  });
  return [...new Set(phrases)]
    .filter((phrase) => phrase.split(" ").length >= FEWEST_WORDS)
    .toSorted()
    .map((topic) => ({ topic, label: "ordinary", situation: "themes", weight: 1 }));
}

const heard = z.array(z.object({ topic: z.string() }));

/** The topics that the composer is measured by: ordinary ones, in the words of people. */
export function composerExamples(): Example[] {
  const text = readFileSync(new URL("../../composer/labelled-topics.json", import.meta.url), "utf8");
  const situation = (i: number) => `composer, group ${i % GROUPS}`;
  return heard.parse(JSON.parse(text)).map(({ topic }, i) => ({ topic, label: "ordinary", situation: situation(i), weight: 1 }));
}
