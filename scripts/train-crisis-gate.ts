import { writeFileSync } from "node:fs";
import { type Assessment, assessTopic, reachesCrisisThreshold } from "../server/safety/crisis-gate.ts";
import {
  allExamples,
  englishTopics,
  labelledExamples,
  type LabelledTopic,
  strangerExamples,
  writtenExamples,
} from "../server/safety/meaning/examples.ts";
import { type Model, modelOf, weigh, WEIGHTS } from "../server/safety/meaning/model.ts";
import { train } from "../server/safety/meaning/train.ts";
import { allLessons } from "../server/safety/languages/lessons.ts";
import { WEIGHTS as LANGUAGE_WEIGHTS } from "../server/safety/languages/model.ts";
import { trainLanguages } from "../server/safety/languages/train.ts";
import { crossValidate, isInGroup, type Judged, report } from "../server/text-model/evaluate.ts";
import { encodeModel } from "../server/text-model/model-file.ts";

const USAGE = `npm run train:gate            writes the weights of the crisis gate anew from its topics, and those for other languages than English
npm run train:gate -- --judge  first holds back situations in turn and prints what the gate makes of them`;

const all = allExamples();

interface JudgedTopic extends Judged {
  rules: boolean;
  model: boolean;
}

const labelOf = (found: Assessment): string =>
  found.outcome === "crisis" ? found.kind : found.outcome === "declined" ? "declined" : "ordinary";

/** The probability of danger is that of any kind; it stands under the likeliest one. */
function judge({ topic, label }: LabelledTopic, model: Model): JudgedTopic {
  const { danger, kind, declined } = weigh(model, topic);
  const likely: [string, number][] = [
    [kind, danger],
    ["declined", declined],
    ["ordinary", 1 - Math.max(danger, declined)],
  ];
  return {
    right: [label],
    found: labelOf(assessTopic(topic, model)),
    likely: new Map(likely.toSorted(([, a], [, b]) => b - a)),
    rules: assessTopic(topic, null).outcome === "crisis",
    model: reachesCrisisThreshold(topic, danger),
  };
}

/** Judges topics by what was learned without their situations, a fifth of the situations at a time. */
function judgeHeldBack(name: string, topics: readonly LabelledTopic[]): void {
  const situations = [...new Set(topics.map(({ situation }) => situation))];
  const judged = crossValidate((group) => {
    const out = new Set(situations.filter((_, i) => isInGroup(i, group)));
    const model = modelOf(train(all.filter(({ situation }) => !out.has(situation))));
    return topics.filter(({ situation }) => out.has(situation)).map((topic) => judge(topic, model));
  });
  console.log(report(name, judged));
  for (const what of ["crises", "ordinary"]) {
    const these = judged.filter(
      ({ right }) => !right.includes("declined") && right.includes("ordinary") === (what === "ordinary"),
    );
    const stopped = (by: (topic: JudgedTopic) => boolean): number => these.filter(by).length;
    console.log(
      `  ${what}: ${these.length}, stopped by the rules ${stopped(({ rules }) => rules)}, by the model ${stopped(({ model }) => model)}, ` +
        `by either ${stopped(({ rules, model }) => rules || model)}`,
    );
  }
}

if (process.argv.includes("--help")) {
  console.log(USAGE);
} else {
  if (process.argv.includes("--judge")) {
    judgeHeldBack("a situation never met", writtenExamples());
    judgeHeldBack("a labelled topic never met", labelledExamples());
    judgeHeldBack("a stranger's topic", strangerExamples());
  }
  const text = encodeModel(train(all));
  writeFileSync(WEIGHTS, text);
  console.log(`${all.length} topics, ${Math.round(text.length / 1000)} kB of weights`);
  const lessons = allLessons();
  const others = encodeModel(trainLanguages(lessons, englishTopics()));
  writeFileSync(LANGUAGE_WEIGHTS, others);
  console.log(`${lessons.length} topics in other languages, ${Math.round(others.length / 1000)} kB of weights`);
}
