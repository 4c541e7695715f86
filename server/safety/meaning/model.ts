import { readFileSync } from "node:fs";
import type { CrisisAnswer } from "../../../shared/endpoints/sermons.ts";
import { features, readings, speller } from "./features.ts";

type CrisisKind = CrisisAnswer["kind"];

export const CRISIS_LABELS = ["self-harm", "abuse", "medical", "harm-to-others"] as const satisfies readonly CrisisKind[];
export const LABELS = ["ordinary", "declined", ...CRISIS_LABELS] as const;
export type Label = (typeof LABELS)[number];

/** Multinomial logistic regression: for each label a bias, for each feature a weight per label. */
export interface Model {
  bias: number[];
  weights: ReadonlyMap<string, number[]>;
  /** Known words, most frequent first, for the correction of spelling. */
  words: readonly string[];
  spelled: (word: string) => string;
}

/** Lower bound of the feature count for scaling, so that short texts do not get extreme scores. */
const FEWEST = 12;

export function scale(count: number): number {
  return 1 / Math.sqrt(Math.max(count, FEWEST));
}

/** Turns scores into probabilities, in place. */
export function softmax(scores: number[]): number[] {
  const most = Math.max(...scores);
  let sum = 0;
  for (let k = 0; k < scores.length; k++) sum += scores[k] = Math.exp((scores[k] ?? 0) - most);
  for (let k = 0; k < scores.length; k++) scores[k] = (scores[k] ?? 0) / sum;
  return scores;
}

export interface Weighed {
  /** Probability, 0 to 1, of a crisis of any kind: the highest of all parts of the topic. */
  danger: number;
  kind: CrisisKind;
  /** Probability, 0 to 1, of a hateful or manipulative request. */
  declined: number;
}

/** Classifies a topic. Pure. */
export function weigh({ bias, weights, spelled }: Model, topic: string): Weighed {
  const gravest: Weighed = { danger: 0, kind: "self-harm", declined: 0 };
  for (const words of readings(topic, spelled)) {
    const found = features(words);
    const share = scale(found.size);
    const scores = [...bias];
    for (const feature of found)
      for (const [k, weight] of weights.get(feature)?.entries() ?? []) scores[k] = (scores[k] ?? 0) + weight * share;
    const [, declined = 0, ...kinds] = softmax(scores);
    const danger = kinds.reduce((sum, p) => sum + p, 0);
    gravest.declined = Math.max(gravest.declined, declined);
    if (danger > gravest.danger) {
      gravest.danger = danger;
      gravest.kind = CRISIS_LABELS[kinds.indexOf(Math.max(...kinds))] ?? "self-harm";
    }
  }
  return gravest;
}

/** A weight is kept to two places; `weights.txt` holds hundredths. */
const PLACES = 100;

/** The model as text: known words, then one feature a line with its weights. */
export function written({ bias, weights, words }: Model): string {
  const line = (name: string, values: number[]) => `${name}\t${values.map((value) => Math.round(value * PLACES)).join(" ")}`;
  const lines = [...weights].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([feature, values]) => line(feature, values));
  return [words.join(" "), line("bias", bias), ...lines, ""].join("\n");
}

export function read(text: string): Model {
  const [known = "", ...lines] = text.trimEnd().split("\n");
  const rows = lines.map((line): [string, number[]] => {
    const [name = "", values = ""] = line.split("\t");
    return [name, values.split(" ").map((value) => Number(value) / PLACES)];
  });
  const words = known.split(" ");
  return { bias: rows[0]?.[1] ?? [], weights: new Map(rows.slice(1)), words, spelled: speller(words) };
}

let committed: Model | undefined;

/** The model in weights.txt, which `npm run train:gate` writes. */
export function committedModel(): Model {
  return (committed ??= read(readFileSync(new URL("./weights.txt", import.meta.url), "utf8")));
}
