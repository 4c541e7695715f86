import { readFileSync } from "node:fs";
import { speller } from "../../safety/meaning/features.ts";
import { softmax } from "../../safety/meaning/model.ts";
import { features, wordsOf } from "./features.ts";

/**
 * Multinomial logistic regression: for each label a bias, and for each feature its rarity and its weights by label number (only
 * those that are not zero).
 */
export interface Linear {
  labels: readonly string[];
  bias: readonly number[];
  features: ReadonlyMap<string, { rarity: number; weights: readonly (readonly [label: number, weight: number])[] }>;
}

export interface TopicModel {
  /** Known words, most frequent first, for the correction of spelling. */
  words: readonly string[];
  spelled: (word: string) => string;
  /** Its labels are the ids of themes. */
  themes: Linear;
  /** By theme; the labels are its aspects, and NO_ASPECT. */
  aspects: ReadonlyMap<string, Linear>;
}

/** Label of topics that name no aspect of a theme. */
export const NO_ASPECT = "-";

/** Lower bound of the vector's squared length, so that short topics do not get extreme scores. */
const SHORTEST = 3;

/** Feature values divided by the length of their vector. */
export function normalisedWeights(found: readonly number[]): number[] {
  const length = Math.sqrt(
    Math.max(
      SHORTEST,
      found.reduce((sum, value) => sum + value * value, 0),
    ),
  );
  return found.map((value) => value / length);
}

function weigh(topic: string, { labels, bias, features: known }: Linear, spelled: TopicModel["spelled"]): Map<string, number> {
  const found = [...features(wordsOf(topic).map(spelled))].flatMap(([name, value]) => {
    const feature = known.get(name);
    return feature ? [{ feature, value: value * feature.rarity }] : [];
  });
  const scores = [...bias];
  const parts = normalisedWeights(found.map(({ value }) => value));
  for (const [i, { feature }] of found.entries())
    for (const [label, weight] of feature.weights) scores[label] = (scores[label] ?? 0) + weight * (parts[i] ?? 0);
  return new Map(labels.map((label, k) => [label, scores[k] ?? 0]));
}

/** Log odds of each theme; only differences between themes mean something. Pure. */
export function weighThemes(topic: string, { themes, spelled }: TopicModel): Map<string, number> {
  return weigh(topic, themes, spelled);
}

/** Probability, 0 to 1, that a topic about this theme names each of its aspects; empty for a theme without any. Pure. */
export function weighAspects(topic: string, theme: string, { aspects, spelled }: TopicModel): Map<string, number> {
  const linear = aspects.get(theme);
  if (!linear) return new Map();
  const scores = [...weigh(topic, linear, spelled)];
  const likely = softmax(scores.map(([, score]) => score));
  return new Map(scores.flatMap(([label], i) => (label === NO_ASPECT ? [] : [[label, likely[i] ?? 0]])));
}

/** Weights and rarities are stored as tenths. */
const PLACES = 10;
const kept = (value: number): number => Math.round(value * PLACES);
/** In weights.txt a label is a letter, so a weight is "c-12". */
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

function linesOf({ labels, bias, features: known }: Linear): string[] {
  if (labels.length > LETTERS.length) throw new Error(`more than ${LETTERS.length} labels`);
  const lines = [...known]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, { rarity, weights }]) =>
        `${name}\t${kept(rarity)}\t${weights.map(([k, w]) => `${LETTERS[k]}${kept(w)}`).join(" ")}`,
    );
  return [labels.join(" "), bias.map(kept).join(" "), ...lines];
}

function readLinear([labels = "", bias = "", ...lines]: readonly string[]): Linear {
  const rows = lines.map((line) => {
    const [name = "", rarity = "", weights = ""] = line.split("\t");
    const pairs = weights.split(" ").map((pair) => [LETTERS.indexOf(pair.charAt(0)), Number(pair.slice(1)) / PLACES] as const);
    return [name, { rarity: Number(rarity) / PLACES, weights: pairs }] as const;
  });
  return { labels: labels.split(" "), bias: bias.split(" ").map((value) => Number(value) / PLACES), features: new Map(rows) };
}

/**
 * The model as text: known words; then the themes (ids, bias, one feature a line with rarity and weights); then each theme's
 * aspects in the same form.
 */
export function written({ words, themes, aspects }: TopicModel): string {
  const blocks = [["", themes] as const, ...aspects].map(([name, linear]) => [`= ${name}`, ...linesOf(linear)].join("\n"));
  return [words.join(" "), ...blocks, ""].join("\n");
}

export function read(text: string): TopicModel {
  const [met = "", ...blocks] = text.trimEnd().split(/\n= /u);
  const words = met.split(" ");
  const [themes, ...aspects] = blocks.map((block) => {
    const [name = "", ...lines] = block.split("\n");
    return [name, readLinear(lines)] as const;
  });
  if (!themes) throw new Error("there are no themes in the weights");
  return { words, spelled: speller(words), themes: themes[1], aspects: new Map(aspects) };
}

let committed: TopicModel | undefined;

/** The model in weights.txt, which `npm run train:themes` writes. */
export function committedModel(): TopicModel {
  return (committed ??= read(readFileSync(new URL("./weights.txt", import.meta.url), "utf8")));
}
