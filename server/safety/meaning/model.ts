import { readFileSync } from "node:fs";
import type { CrisisAnswer } from "../../../shared/endpoints/sermons.ts";
import { likelyByMeaning } from "../../sentence-encoder/by-meaning.ts";
import { committedEncoder, type SentenceEncoder } from "../../sentence-encoder/encoder.ts";
import { type LinearModel, score, softmax } from "../../text-model/linear.ts";
import { decodeModel, type TextModel } from "../../text-model/model-file.ts";
import { speller } from "../../text-model/spelling.ts";
import { joined, respeller } from "../respell.ts";
import { concepts, features, parts } from "./features.ts";

type CrisisKind = CrisisAnswer["kind"];

export const CRISIS_LABELS = ["self-harm", "abuse", "medical", "harm-to-others"] as const satisfies readonly CrisisKind[];
export const LABELS = ["ordinary", "declined", ...CRISIS_LABELS] as const;
export type Label = (typeof LABELS)[number];

export interface Model {
  dangers: LinearModel;
  spelled: (word: string) => string;
  /** A topic in plain text with its misspellings righted. */
  respelled: (plain: string) => string;
  /** Tells what whole topics mean; without it they are read by their words alone. */
  encoder?: SentenceEncoder | undefined;
}

/** The name of the gate's one model in a file. */
export const DANGERS = "dangers";

/** Throws if the file is another model's. */
export function modelOf({ words, certain, models }: TextModel): Model {
  const dangers = models.get(DANGERS);
  if (dangers?.labels.join() !== LABELS.join()) throw new Error("these are not the weights of the crisis gate");
  const righted = respeller(words, certain ?? words.length, concepts().has);
  return { dangers, spelled: speller(words, concepts().has), respelled: (plain) => righted(joined(plain)) };
}

export interface Weighed {
  /** Probability, 0 to 1, of a crisis of any kind, by words and by meaning. */
  danger: number;
  /** The same by words alone: the highest of all parts of the topic. */
  dangerByWords: number;
  kind: CrisisKind;
  /** Probability, 0 to 1, of a hateful or manipulative request. */
  declined: number;
}

/**
 * What the log odds by meaning count beside those by words, and from how many words on: a few words are told by the words
 * (docs/decisions/093-ten-thousand-lessons.md).
 */
const MEANING = { counts: 1, fewestWords: 9 };
/** Probabilities are kept so far from 0 and 1 that their log odds are finite. */
const LEAST = 1e-6;
const logOdds = (p: number): number => Math.log(Math.max(p, LEAST) / Math.max(1 - p, LEAST));
const together = (byWords: number, byMeaning: number): number =>
  1 / (1 + Math.exp(-(logOdds(byWords) + MEANING.counts * logOdds(byMeaning))));

/** Classifies a topic: each part of it by its words, and the whole by its meaning. Pure. */
export function weigh({ dangers, spelled, encoder }: Model, topic: string): Weighed {
  let danger = 0;
  let declined = 0;
  let byKind: number[] = [];
  for (const words of parts(topic, spelled)) {
    const [, decline = 0, ...kinds] = softmax(score(dangers, features(words)));
    const sum = kinds.reduce((all, p) => all + p, 0);
    declined = Math.max(declined, decline);
    if (sum > danger) {
      danger = sum;
      byKind = kinds;
    }
  }
  const isTold = topic.trim().split(/\s+/u).length >= MEANING.fewestWords;
  const meant = isTold ? likelyByMeaning(topic, "dangers", encoder) : null;
  if (!meant) return { danger, dangerByWords: danger, kind: likeliest(byKind), declined };
  const ofKinds = CRISIS_LABELS.map((label) => meant.get(label) ?? 0);
  return {
    danger: together(
      danger,
      ofKinds.reduce((all, p) => all + p, 0),
    ),
    dangerByWords: danger,
    kind: likeliest(ofKinds.map((p, i) => p ** MEANING.counts * (byKind[i] ?? 0))),
    declined: together(declined, meant.get("declined") ?? 0),
  };
}

const likeliest = (kinds: readonly number[]): CrisisKind => CRISIS_LABELS[kinds.indexOf(Math.max(...kinds))] ?? "self-harm";

/** Made by `npm run train:gate`. */
export const WEIGHTS = new URL("./weights.txt", import.meta.url);

let committed: Model | undefined;

export function committedModel(): Model {
  return (committed ??= { ...modelOf(decodeModel(readFileSync(WEIGHTS, "utf8"))), encoder: committedEncoder() });
}
