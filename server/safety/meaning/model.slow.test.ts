import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isInGroup } from "../../text-model/evaluate.ts";
import { decodeModel, encodeModel } from "../../text-model/model-file.ts";
import { assessTopic } from "../crisis-gate.ts";
import { committedEncoder } from "../../sentence-encoder/encoder.ts";
import {
  allExamples,
  labelledExamples,
  storyExamples,
  strangerExamples,
  writtenExamples,
  type LabelledTopic,
} from "./examples.ts";
import { committedModel, LABELS, modelOf, weigh, WEIGHTS, type Model } from "./model.ts";
import { hashOfTopics, train } from "./train.ts";

const GROUP = 0;

/** Every fifth situation, and every fifth topic of others; of the latter the encoder has seen none either. */
function heldBack(): { own: LabelledTopic[]; labelled: LabelledTopic[]; others: LabelledTopic[] } {
  const own = writtenExamples();
  // By label, so that a situation written for one leaves the others in their groups.
  const situations = new Set(
    LABELS.flatMap((of) => {
      const its = new Set(own.filter(({ label }) => label === of).map(({ situation }) => situation));
      return [...its].filter((_, i) => isInGroup(i, GROUP));
    }),
  );
  const isHeld = ({ situation }: LabelledTopic): boolean => situations.has(situation) || situation.endsWith(`, group ${GROUP}`);
  const others = [...strangerExamples(), ...storyExamples()];
  return { own: own.filter(isHeld), labelled: labelledExamples().filter(isHeld), others: others.filter(isHeld) };
}

const held = heldBack();
const unknown = new Set([...held.own, ...held.labelled, ...held.others].map(({ topic }) => topic));
const without = modelOf(train(allExamples().filter(({ topic }) => !unknown.has(topic))));

/** What the gate with this model makes of topics. */
function judge(examples: readonly LabelledTopic[], model: Model) {
  const judged = examples.map(({ topic, label }) => ({ label, outcome: assessTopic(topic, model).outcome }));
  const crises = judged.filter(({ label }) => label !== "ordinary" && label !== "declined");
  const ordinary = judged.filter(({ label }) => label === "ordinary");
  return {
    crises: crises.length,
    heard: crises.filter(({ outcome }) => outcome === "crisis").length,
    ordinary: ordinary.length,
    stopped: ordinary.filter(({ outcome }) => !outcome.startsWith("proceed")).length,
    lined: ordinary.filter(({ outcome }) => outcome === "proceed_with_resources").length,
  };
}

test("a crisis that it never met is heard, even where the whole situation is new", () => {
  // Whole situations held back, with every word of theirs: far harder than a new topic of a known situation.
  const situations = judge(held.own, without);
  expect(situations.heard).toBeGreaterThanOrEqual(0.82 * situations.crises);
  expect(situations.stopped).toBeLessThanOrEqual(0.2 * situations.ordinary);
  // Topics of strangers. Half of the ordinary ones were chosen because they sound like danger.
  const labelled = judge(held.labelled, without);
  expect(labelled.heard).toBeGreaterThanOrEqual(0.98 * labelled.crises);
  expect(labelled.stopped).toBeLessThanOrEqual(0.05 * labelled.ordinary);
});

test("the meaning of a whole topic tells dangers that its words do not, at the same number of ordinary topics stopped", () => {
  const topics = held.others.filter(({ label }) => label !== "declined");
  const heardBy = (model: Model): number => {
    const weighed = topics.map(({ topic, label }) => ({ label, danger: weigh(model, topic).danger }));
    const ordinary = weighed.filter(({ label }) => label === "ordinary").map(({ danger }) => danger);
    // As many ordinary topics are stopped by either: one in ten.
    const bar = ordinary.toSorted((a, b) => b - a)[Math.floor(ordinary.length / 10)] ?? 1;
    return weighed.filter(({ label, danger }) => label !== "ordinary" && danger > bar).length;
  };
  expect(heardBy({ ...without, encoder: committedEncoder() })).toBeGreaterThan(1.1 * heardBy(without));
  const { heard, crises, stopped, ordinary } = judge(topics, { ...without, encoder: committedEncoder() });
  expect(heard).toBeGreaterThan(0.55 * crises);
  expect(stopped).toBeLessThan(0.12 * ordinary);
});

test("training is repeatable, and a model is the same after it was written and read", () => {
  const examples = writtenExamples().filter((_, i) => i % 10 === 0);
  const text = encodeModel(train(examples));
  expect(encodeModel(train(examples))).toBe(text);
  expect(encodeModel(decodeModel(text))).toBe(text);
});

test("the committed weights were made from the topics, concepts and options that are here", () => {
  const { made } = decodeModel(readFileSync(WEIGHTS, "utf8"));
  expect(hashOfTopics(allExamples()), "npm run train:gate was not run after a change").toBe(made.from);
});

test("and they know those topics", () => {
  const byWords = { ...committedModel(), encoder: undefined };
  const unknown = writtenExamples().filter(({ topic, label }) => {
    const { danger, declined } = weigh(byWords, topic);
    return label === "ordinary" ? danger > 0.5 : label === "declined" ? declined < 0.3 : danger < 0.3;
  });
  expect(unknown.length / writtenExamples().length, unknown.map(({ topic }) => topic).join("\n")).toBeLessThan(0.02);
});

test("a misspelling, a missing full stop and a long story around it do not hide a meaning", () => {
  const danger = (topic: string) => weigh(committedModel(), topic).danger;
  expect(danger("i swalowed all my tablts an hour ago")).toBeGreaterThan(0.5);
  const story = "so we had the church picnic and my aunt brought the beans and the kids ran around till dark and";
  expect(danger(`${story} my husband held my throat until i saw stars ${story}`)).toBeGreaterThan(0.5);
  expect(danger(`${story} then we all sang in the car`)).toBeLessThan(0.2);
});
