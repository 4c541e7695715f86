import { mulberry32 } from "../../shared/seeded-random.ts";
import { type Example, type Lesson, readLessons, type Training, type Vector } from "./lessons.ts";
import { lengthFactor, type LinearModel, softmax } from "./linear.ts";

/** Fixed, so that training gives the same model each time. */
const SEEDS = { dropout: 99, order: 7 };

/** Puts a list into another order, in place. */
export function shuffle<T>(list: T[], random: () => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j] as T, list[i] as T];
  }
}

/** Multinomial logistic regression by AdaGrad (docs/decisions/036-one-text-model.md); the same for the same examples in every run. */
export function trainLinear(examples: Iterable<Example>, how: Training): LinearModel {
  const { lessons, names, rarities } = readLessons(examples, how);
  const size = how.labels.length;
  const bias = how.labels.map(() => 0);
  const weights = new Float64Array(names.length * size);
  const slopes = new Float64Array(weights.length).fill(0.1);
  const factorOf = ({ values }: Vector) =>
    lengthFactor(
      values.reduce((sum, value) => sum + value * value, 0),
      how.scaling,
    );
  const judge = ({ at, values }: Vector, factor: number): number[] => {
    const scores = [...bias];
    for (let j = 0; j < at.length; j++)
      for (let k = 0; k < size; k++) scores[k] = (scores[k] ?? 0) + (weights[(at[j] ?? 0) + k] ?? 0) * (values[j] ?? 0) * factor;
    return softmax(scores);
  };

  const chance = mulberry32(SEEDS.dropout);
  const withDropout = ({ at, values }: Vector): Vector => {
    const kept = Array.from(at, () => chance() >= how.dropout);
    return { at: at.filter((_, j) => kept[j]), values: values.filter((_, j) => kept[j]) };
  };
  const learn = (whole: Vector, right: Lesson["right"], weight: number) => {
    const part = how.dropout > 0 ? withDropout(whole) : whole;
    const factor = factorOf(part);
    const errors = judge(part, factor);
    for (const [label, share] of right) errors[label] = (errors[label] ?? 0) - share;
    for (let k = 0; k < size; k++) {
      errors[k] = (errors[k] ?? 0) * weight;
      bias[k] = (bias[k] ?? 0) - how.biasRate * (errors[k] ?? 0);
    }
    // Feature by feature, since the weights of one stand next to each other: a third quicker than label by label.
    for (let j = 0; j < part.at.length; j++) {
      const [first, value] = [part.at[j] ?? 0, part.values[j] ?? 0];
      for (let k = 0; k < size; k++) {
        const place = first + k;
        const old = weights[place] ?? 0;
        const slope = (errors[k] ?? 0) * value * factor + how.decay * old;
        const steep = (slopes[place] = (slopes[place] ?? 0) + slope * slope);
        weights[place] = old - (how.rate * slope) / Math.sqrt(steep);
      }
    }
  };

  const background = how.background === undefined ? undefined : how.labels.indexOf(how.background);
  const order = mulberry32(SEEDS.order);
  for (let epoch = 0; epoch < how.epochs; epoch++) {
    shuffle(lessons, order);
    for (const { parts, right, weight } of lessons) {
      const [label = 0] = right[0] ?? [];
      if (label === background || parts.length === 1)
        for (const part of parts) learn(part, right, weight / Math.sqrt(parts.length));
      else {
        const sure = parts.map((part) => judge(part, factorOf(part))[label] ?? 0);
        const telling = parts[sure.indexOf(Math.max(...sure))];
        if (telling) learn(telling, right, weight);
      }
    }
  }
  return packed({ names, rarities, bias, weights }, how);
}

interface Learned {
  names: readonly string[];
  rarities: readonly number[];
  bias: readonly number[];
  /** `labels.length` for each name. */
  weights: Float64Array;
}

/** The learned numbers without the negligible ones, rounded, features in the order of their names. */
function packed({ names, rarities, bias, weights }: Learned, how: Training): LinearModel {
  const { labels, places, negligible, scaling } = how;
  const rounded = (value: number): number => Math.round(value * places);
  const tells = (value: number): boolean => Math.abs(value) > negligible.below;
  const rows = new Map<string, number>();
  const starts = [0];
  const found: { rarity: number[]; label: number[]; weight: number[] } = { rarity: [], label: [], weight: [] };
  const order = names.map((name, i) => ({ name, i })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, i } of order) {
    const own = Array.from(weights.subarray(i * labels.length, (i + 1) * labels.length));
    if (!own.some(tells)) continue;
    for (const [label, value] of own.entries()) {
      const kept = negligible.of === "feature" || tells(value) ? rounded(value) : 0;
      if (kept === 0) continue;
      found.label.push(label);
      found.weight.push(kept);
    }
    rows.set(name, rows.size);
    starts.push(found.weight.length);
    found.rarity.push(scaling.byRarity ? rounded(rarities[i] ?? 0) : 0);
  }
  return {
    scaling,
    labels,
    places,
    bias: bias.map(rounded),
    rows,
    rarities: Int16Array.from(found.rarity),
    starts: Uint32Array.from(starts),
    labelOf: Uint8Array.from(found.label),
    weights: Int16Array.from(found.weight),
  };
}
