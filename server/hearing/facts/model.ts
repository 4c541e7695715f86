import { readFileSync } from "node:fs";
import { committedEncoder, type SentenceEncoder } from "../../sentence-encoder/encoder.ts";
import { type LinearModel, score, softmax } from "../../text-model/linear.ts";
import { decodeModel, type TextModel } from "../../text-model/model-file.ts";
import { speller } from "../../text-model/spelling.ts";
import { features, hasConcept, wordsOf } from "../meaning/features.ts";

/** Says which facts a sentence tells, and for whom a sermon on a topic is wanted. */
export interface FactModel {
  spelled: (word: string) => string;
  facts: LinearModel;
  audiences: LinearModel;
  /** Reads topics whole. Without it only their words are weighed. */
  encoder?: SentenceEncoder;
}

/** Names of the two models in the file. */
export const NAMES = { facts: "facts", audiences: "audiences" } as const;

/** Throws if the file is another model's. */
export function modelOf({ words, models }: TextModel): FactModel {
  const facts = models.get(NAMES.facts);
  const audiences = models.get(NAMES.audiences);
  if (!facts || !audiences) throw new Error("these are not the weights of the facts");
  return { spelled: speller(words, hasConcept), facts, audiences };
}

/** Probability, 0 to 1, of each label for a text. Pure. */
export function likelihoods(text: string, model: LinearModel, spelled: FactModel["spelled"]): Map<string, number> {
  const likely = softmax(score(model, features(wordsOf(text).map(spelled))));
  return new Map(model.labels.map((label, k) => [label, likely[k] ?? 0]));
}

/** Made by `npm run train:themes`. */
export const WEIGHTS = new URL("./weights.txt", import.meta.url);

let committed: FactModel | undefined;

export function committedModel(): FactModel {
  return (committed ??= { ...modelOf(decodeModel(readFileSync(WEIGHTS, "utf8"))), encoder: committedEncoder() });
}
