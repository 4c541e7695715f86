import { readFileSync } from "node:fs";
import { committedEncoder, type SentenceEncoder } from "../../sentence-encoder/encoder.ts";
import { type LinearModel, score, softmax } from "../../text-model/linear.ts";
import { decodeModel, type TextModel } from "../../text-model/model-file.ts";
import { speller } from "../../text-model/spelling.ts";
import { features, hasConcept, wordsOf } from "./features.ts";

export interface TopicModel {
  spelled: (word: string) => string;
  /** Its labels are the ids of themes. */
  themes: LinearModel;
  /** By theme; the labels are its aspects, and NO_ASPECT. */
  aspects: ReadonlyMap<string, LinearModel>;
  /** Reads topics whole. Without it only their words are weighed. */
  encoder?: SentenceEncoder;
}

/** Label of topics that name no aspect of a theme. */
export const NO_ASPECT = "-";

/** The name in a file of the model whose labels are themes; each other one has a theme's id and its aspects. */
export const THEMES = "themes";

/** Throws if the file is another model's. */
export function modelOf({ words, models }: TextModel): TopicModel {
  const themes = models.get(THEMES);
  if (!themes) throw new Error("these are not the weights of the themes");
  return { spelled: speller(words, hasConcept), themes, aspects: models };
}

function weigh(topic: string, model: LinearModel, spelled: TopicModel["spelled"]): Map<string, number> {
  const scores = score(model, features(wordsOf(topic).map(spelled)));
  return new Map(model.labels.map((label, k) => [label, scores[k] ?? 0]));
}

/** Log odds of each theme; only differences between themes mean something. Pure. */
export function weighThemes(topic: string, { themes, spelled }: TopicModel): Map<string, number> {
  return weigh(topic, themes, spelled);
}

/** Probability, 0 to 1, that a topic about this theme names each of its aspects; empty for a theme without any. Pure. */
export function weighAspects(topic: string, theme: string, { aspects, spelled }: TopicModel): Map<string, number> {
  const model = aspects.get(theme);
  if (!model) return new Map();
  const scores = [...weigh(topic, model, spelled)];
  const likely = softmax(scores.map(([, score]) => score));
  return new Map(scores.flatMap(([label], i) => (label === NO_ASPECT ? [] : [[label, likely[i] ?? 0]])));
}

/** Made by `npm run train:themes`. */
export const WEIGHTS = new URL("./weights.txt", import.meta.url);

let committed: TopicModel | undefined;

export function committedModel(): TopicModel {
  return (committed ??= { ...modelOf(decodeModel(readFileSync(WEIGHTS, "utf8"))), encoder: committedEncoder() });
}
