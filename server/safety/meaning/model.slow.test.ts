import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isInGroup } from "../../text-model/evaluate.ts";
import { decodeModel, encodeModel } from "../../text-model/model-file.ts";
import { assessTopic } from "../crisis-gate.ts";
import { allExamples, type LabelledTopic, labelledExamples, writtenExamples } from "./examples.ts";
import { committedModel, LABELS, modelOf, weigh, WEIGHTS } from "./model.ts";
import { hashOfTopics, train } from "./train.ts";

/** Every fifth situation, and every fifth labelled topic, kept from the model and then judged by the gate with it. */
function judgeUnseen(group: number): { crises: number; heard: number; ordinary: number; stopped: number }[] {
  const own = writtenExamples();
  const labelled = labelledExamples();
  // By label, so that a situation written for one leaves the others in their groups.
  const situations = LABELS.flatMap((of) => {
    const its = new Set(own.filter(({ label }) => label === of).map(({ situation }) => situation));
    return [...its].filter((_, i) => isInGroup(i, group));
  });
  const held = new Set(situations).add(`labelled, group ${group}`);
  const unseen = ({ situation }: LabelledTopic) => held.has(situation);
  const model = modelOf(train(allExamples().filter((example) => !unseen(example))));
  return [own, labelled].map((examples) => {
    const judged = examples.filter(unseen).map(({ topic, label }) => ({ label, outcome: assessTopic(topic, model).outcome }));
    const crises = judged.filter(({ label }) => label !== "ordinary" && label !== "declined");
    const ordinary = judged.filter(({ label }) => label === "ordinary");
    return {
      crises: crises.length,
      heard: crises.filter(({ outcome }) => outcome === "crisis").length,
      ordinary: ordinary.length,
      stopped: ordinary.filter(({ outcome }) => !outcome.startsWith("proceed")).length,
    };
  });
}

test("a crisis that it never met is heard, even where the whole situation is new", () => {
  const [situations, labelled] = judgeUnseen(0);
  // Whole situations held back, with every word of theirs: far harder than a new topic of a known situation.
  expect(situations?.heard).toBeGreaterThanOrEqual(0.82 * (situations?.crises ?? Infinity));
  expect(situations?.stopped).toBeLessThanOrEqual(0.2 * (situations?.ordinary ?? 0));
  // Topics of strangers. Half of the ordinary ones were chosen because they sound like danger.
  expect(labelled?.heard).toBeGreaterThanOrEqual(0.98 * (labelled?.crises ?? Infinity));
  expect(labelled?.stopped).toBeLessThanOrEqual(0.05 * (labelled?.ordinary ?? 0));
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
  const unknown = writtenExamples().filter(({ topic, label }) => {
    const { danger, declined } = weigh(committedModel(), topic);
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
