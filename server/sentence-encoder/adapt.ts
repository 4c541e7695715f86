import { mulberry32 } from "../../shared/seeded-random.ts";
import { shuffle } from "../text-model/train.ts";
import { Learned } from "./adam.ts";
import { Arena } from "./arena.ts";
import { Backward, type Dropped } from "./backward.ts";
import { sizeOf } from "./encoder.ts";
import { type HeadWeights, LearningHead, MEANING_SCALE, type Right } from "./head.ts";
import { batchOf, MOST_PIECES, Network, type TensorName, type Tensors } from "./network.ts";
import { addScaled } from "./tensor.ts";
import { tokenizer } from "./tokens.ts";
import type { EncoderWeights } from "./weights-file.ts";

/** Texts with labels. The encoder learns to tell the labels of each task apart. */
export interface Task {
  labels: readonly string[];
  examples: readonly { text: string; right: Right; weight: number }[];
}

const TRAINING = {
  epochs: 2,
  batch: 64,
  rates: { tensors: 3e-4, pieces: 1e-3, heads: 3e-3 },
  decay: 1e-2,
  /** Chance of a number to be dropped: within the network, and of a meaning. */
  dropout: { network: 0.1, meaning: 0.2 },
  /** Steps in which the rates grow to their full size; after them they sink to `lastRate` of it. */
  warmUp: 300,
  lastRate: 0.02,
  /** Examples of less weight are taken only now and then, with this weight. */
  leastWeight: 0.4,
};
/** Fixed, so that training gives the same encoder each time. */
const SEED = 11;

/** What a text is an example of in one task. */
interface Answer {
  head: LearningHead;
  right: Right;
  weight: number;
}

/** A text, read once for all tasks that have it. */
interface Example {
  pieces: readonly number[];
  answers: readonly Answer[];
}

/** Texts with what they are an example of. A text that one task has twice comes twice. */
function* oncePerText(tasks: readonly { task: Task; head: LearningHead }[]): Generator<[text: string, answers: Answer[]]> {
  const texts = new Map<string, Answer[][]>();
  for (const { task, head } of tasks) {
    const times = new Map<string, number>();
    for (const { text, right, weight } of task.examples) {
      const time = times.get(text) ?? 0;
      times.set(text, time + 1);
      const all = texts.get(text) ?? [];
      texts.set(text, all);
      (all[time] ??= []).push({ head, right, weight });
    }
  }
  for (const [text, all] of texts) for (const answers of all) yield [text, answers];
}

const chanceOf = ({ weight }: Answer): number => Math.min(1, weight / TRAINING.leastWeight);

/** How many examples are likely to be taken in an epoch. */
const takenInEpoch = (examples: readonly Example[]): number =>
  examples.reduce((sum, { answers }) => sum + 1 - answers.reduce((none, one) => none * (1 - chanceOf(one)), 1), 0);

function* batchesOf(examples: readonly Example[], random: () => number): Generator<Example[]> {
  const taken = examples.flatMap(({ pieces, answers }) => {
    const some = answers.filter((one) => random() < chanceOf(one));
    if (some.length === 0) return [];
    return [{ pieces, answers: some }];
  });
  shuffle(taken, random);
  for (let from = 0; from < taken.length; from += TRAINING.batch) yield taken.slice(from, from + TRAINING.batch);
}

/** Drops numbers with this chance, and the same ones of their slopes. */
function dropouts(chance: number, random: () => number): { drop: (values: Float32Array) => void; dropped: Dropped[] } {
  const dropped: Dropped[] = [];
  const drop = (values: Float32Array): void => {
    const factors = new Float32Array(values.length);
    for (let i = 0; i < factors.length; i++) factors[i] = random() < chance ? 0 : 1 / (1 - chance);
    const apply: Dropped = (numbers) => {
      for (let i = 0; i < numbers.length; i++) numbers[i] = (numbers[i] ?? 0) * (factors[i] ?? 0);
    };
    apply(values);
    dropped.push(apply);
  };
  return { drop, dropped };
}

/** The share of the full rates at a step, of so many. */
const rateAt = (step: number, steps: number): number =>
  Math.min(1, step / TRAINING.warmUp) * Math.max(TRAINING.lastRate, 1 - step / steps);

/**
 * Trains an encoder further, in place, so that texts with different labels get vectors that are told apart, and heads that tell them. The same for the same tasks in every run. Takes
 * about ten minutes for an epoch of 30,000 texts; `told` is called with the mean loss now and then.
 */
export function adapt(
  original: Pick<EncoderWeights, "pieces" | "tensors">,
  tasks: Readonly<Record<string, Task>>,
  told: (step: number, steps: number, loss: number) => void,
): Pick<EncoderWeights, "tensors" | "heads"> {
  const { tensors } = original;
  const size = tensors.end.columns;
  const random = mulberry32(SEED);
  const piecesOf = tokenizer(original.pieces);
  const all = Object.entries(tasks).map(([name, task]) => ({
    name,
    task,
    head: new LearningHead(task.labels, size, TRAINING.decay),
  }));
  const examples = [...oncePerText(all)].map(([text, answers]): Example => ({ pieces: piecesOf(text), answers }));
  const network = new Network(tensors, new Arena(3 * sizeOf(original, TRAINING.batch * MOST_PIECES)));
  const backward = new Backward(network);
  const learned = (Object.entries(tensors) as [TensorName, Tensors[TensorName]][]).map(([name, { values, columns }]) => ({
    name,
    columns,
    numbers: new Learned(values, name === "pieces" ? 0 : TRAINING.decay),
  }));
  const steps = Math.ceil((TRAINING.epochs * takenInEpoch(examples)) / TRAINING.batch);
  let step = 0;
  let loss = 0;

  const learn = (batch: readonly Example[]): void => {
    const { drop, dropped } = dropouts(TRAINING.dropout.network, random);
    const { pieces, starts } = batchOf(batch.map((one) => one.pieces));
    network.arena.within(() => {
      const run = network.run({ pieces, starts }, drop);
      const slopes = network.arena.take(run.meanings.length);
      for (const [i, { answers }] of batch.entries())
        for (const { head, right, weight } of answers) {
          const vector = run.meanings.slice(i * size, (i + 1) * size).map((value) => value * MEANING_SCALE);
          const kept = dropouts(TRAINING.dropout.meaning, random);
          kept.drop(vector);
          const { slopes: ofVector, loss: own } = head.learn(
            vector,
            right,
            Math.max(weight, TRAINING.leastWeight) / TRAINING.batch,
          );
          loss += own;
          kept.dropped[0]?.(ofVector);
          addScaled(slopes, i * size, ofVector, 0, size, MEANING_SCALE);
        }
      backward.run(run, slopes, dropped);
    });
    step++;
    const share = rateAt(step, steps);
    for (const { name, columns, numbers } of learned) {
      if (name !== "pieces") numbers.step(backward.slopes[name], TRAINING.rates.tensors * share, step);
      else
        for (const piece of new Set(pieces))
          numbers.step(backward.slopes.pieces, TRAINING.rates.pieces * share, step, piece * columns, (piece + 1) * columns);
    }
    for (const { head } of all) head.step(TRAINING.rates.heads * share, step);
    network.refresh();
  };

  for (let epoch = 0; epoch < TRAINING.epochs; epoch++)
    for (const batch of batchesOf(examples, random)) {
      learn(batch);
      if (step % TOLD_EVERY === 0) {
        told(step, steps, loss / TOLD_EVERY);
        loss = 0;
      }
    }
  return { tensors, heads: Object.fromEntries(all.map(({ name, head }): [string, HeadWeights] => [name, head.weights])) };
}
const TOLD_EVERY = 100;
