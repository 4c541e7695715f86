import { readFileSync } from "node:fs";
import type { CrisisAnswer } from "../../../shared/endpoints/sermons.ts";
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
  /** Probability, 0 to 1, of a crisis of any kind: the highest of all parts of the topic. */
  danger: number;
  kind: CrisisKind;
  /** Probability, 0 to 1, of a hateful or manipulative request. */
  declined: number;
}

/** Classifies a topic. Pure. */
export function weigh({ dangers, spelled }: Model, topic: string): Weighed {
  const gravest: Weighed = { danger: 0, kind: "self-harm", declined: 0 };
  for (const words of parts(topic, spelled)) {
    const [, declined = 0, ...kinds] = softmax(score(dangers, features(words)));
    const danger = kinds.reduce((sum, p) => sum + p, 0);
    gravest.declined = Math.max(gravest.declined, declined);
    if (danger > gravest.danger) {
      gravest.danger = danger;
      gravest.kind = CRISIS_LABELS[kinds.indexOf(Math.max(...kinds))] ?? "self-harm";
    }
  }
  return gravest;
}

/** Made by `npm run train:gate`. */
export const WEIGHTS = new URL("./weights.txt", import.meta.url);

let committed: Model | undefined;

export function committedModel(): Model {
  return (committed ??= modelOf(decodeModel(readFileSync(WEIGHTS, "utf8"))));
}
