import { expect, test } from "vitest";
import type { Example, Training } from "./lessons.ts";
import { type Features, type LinearModel, score, softmax } from "./linear.ts";
import { trainLinear } from "./train.ts";

const HOW: Training = {
  labels: ["calm", "storm"],
  scaling: { shortest: 1, byRarity: false, unknownCount: false },
  epochs: 30,
  rate: 0.5,
  biasRate: 0.02,
  decay: 1e-3,
  dropout: 0,
  fewestExamples: 1,
  balanced: false,
  firstShare: 0.7,
  negligible: { of: "feature", below: 0 },
  places: 1000,
};

const features = (text: string): Features => new Map(text.split(" ").map((word) => [word, 1]));
const example = (right: string | string[], ...parts: string[]): Example => ({
  parts: parts.map(features),
  right: [right].flat(),
  weight: 1,
});
const likely = (model: LinearModel, text: string): Record<string, number> => {
  const found = softmax(score(model, features(text)));
  return Object.fromEntries(model.labels.map((label, k) => [label, found[k] ?? 0]));
};

const weather = [
  example("calm", "sun shines"),
  example("calm", "sun sets"),
  example("storm", "wind howls"),
  example("storm", "wind bites"),
];

test("it learns which words tell the labels apart", () => {
  const model = trainLinear(weather, HOW);
  expect(likely(model, "sun rises").calm).toBeGreaterThan(0.8);
  expect(likely(model, "wind rises").storm).toBeGreaterThan(0.8);
});

test("of a long text only the part that tells its label most is learned, of the background every part", () => {
  const long = example("storm", "sun shines", "wind howls");
  const examples = [...weather, long, long, long];
  expect(likely(trainLinear(examples, { ...HOW, background: "calm" }), "sun shines").calm).toBeGreaterThan(0.8);
  const known = new Set(
    trainLinear([example("calm", "a", "b"), example("storm", "c")], { ...HOW, background: "calm" }).rows.keys(),
  );
  expect(known).toEqual(new Set(["a", "b", "c"]));
});

test("of several correct labels the first is the likeliest", () => {
  const both = Array.from({ length: 4 }, () => example(["storm", "calm"], "clouds gather"));
  const found = likely(trainLinear(both, HOW), "clouds gather");
  expect(found.storm).toBeGreaterThan(0.6);
  expect(found.calm).toBeGreaterThan(0.2);
});

test("a feature of too few examples and weights below the bound are left out", () => {
  expect([...trainLinear(weather, { ...HOW, fewestExamples: 2 }).rows.keys()]).toEqual(["sun", "wind"]);
  const model = trainLinear(weather, { ...HOW, negligible: { of: "weight", below: Infinity } });
  expect(model.rows.size + model.weights.length).toBe(0);
});

test("a rare feature weighs more than one that everything has", () => {
  const model = trainLinear(
    weather.map(({ parts, ...rest }) => ({ ...rest, parts: parts.map((part) => new Map([...part, ["sky", 1]])) })),
    { ...HOW, scaling: { ...HOW.scaling, byRarity: true } },
  );
  const rarity = (name: string): number => model.rarities[model.rows.get(name) ?? -1] ?? NaN;
  expect(rarity("wind")).toBeGreaterThan(0);
  expect(model.rows.get("sky")).toBeUndefined();
});

test("words that it does not know make it less sure only if they count", () => {
  const known = trainLinear(weather, HOW);
  const counted = trainLinear(weather, { ...HOW, scaling: { ...HOW.scaling, unknownCount: true } });
  const [short, long] = ["wind", "wind and many words of no meaning"];
  expect(likely(known, long)).toEqual(likely(known, short));
  expect(likely(counted, long).storm).toBeLessThan(likely(counted, short).storm ?? 0);
});

test("dropout and the order of examples are random in the same way each time", () => {
  const how = { ...HOW, dropout: 0.5 };
  expect(trainLinear(weather, how)).toEqual(trainLinear(weather, how));
  expect(trainLinear(weather, how)).not.toEqual(trainLinear(weather, HOW));
});

test("an example of an unknown label is refused", () => {
  expect(() => trainLinear([example("hail", "ice")], HOW)).toThrow('no label "hail"');
});
