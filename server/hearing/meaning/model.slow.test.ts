import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isInGroup } from "../../text-model/evaluate.ts";
import { decodeModel, encodeModel } from "../../text-model/model-file.ts";
import { heardAspects, rankThemes } from "../choose-theme.ts";
import { readThemes } from "../../themes/themes.ts";
import { committedEncoder } from "../../sentence-encoder/encoder.ts";
import { UNSEEN } from "../encoder-lessons.ts";
import { labelledTopics, lessons, isCorrectTheme, toldTopics, writtenTopics, type LabelledTopic } from "./lessons.ts";
import { committedModel, modelOf, WEIGHTS, type TopicModel } from "./model.ts";
import { hashOfLessons, train } from "./train.ts";

const themes = readThemes();

function share(topics: readonly LabelledTopic[], model = committedModel()): number {
  const right = topics.filter((topic) => isCorrectTheme(rankThemes(topic.topic, themes, { model })[0]?.theme, topic));
  return right.length / topics.length;
}
const heldBack = (topics: readonly LabelledTopic[], group: number) => topics.filter((_, i) => isInGroup(i, group));

const without = modelOf(train(lessons(themes, UNSEEN)));

test("a topic that the model never met reaches a theme that suits it", () => {
  const written = heldBack(writtenTopics(), UNSEEN);
  const short = written.filter(({ topic, themes: right }) => topic.split(" ").length <= 4 && Object.keys(right).length > 0);
  expect(share(short, without)).toBeGreaterThanOrEqual(0.92);
  // Written by people who left the theme unsaid in half of them.
  expect(share(written, without)).toBeGreaterThanOrEqual(0.55);
  expect(share(heldBack(labelledTopics(), UNSEEN), without)).toBeGreaterThanOrEqual(0.93);
});

test("the meaning of a topic finds themes that its words do not, also where nobody has learned it", () => {
  const encoder = committedEncoder();
  const amongThree = (topic: LabelledTopic, model: TopicModel): boolean =>
    rankThemes(topic.topic, themes, { model })
      .slice(0, 3)
      .some(({ theme }) => isCorrectTheme(theme, topic));
  for (const topics of [writtenTopics(), toldTopics()]) {
    const unseen = heldBack(topics, UNSEEN);
    const found = (model: TopicModel): number => unseen.filter((topic) => amongThree(topic, model)).length;
    expect(found({ ...without, encoder })).toBeGreaterThan(1.02 * found(without));
  }
});

test("and the sides of it that it names, seldom another", () => {
  const written = writtenTopics();
  const count = { named: 0, heard: 0, right: 0 };
  for (const { topic, themes: about } of heldBack(written, UNSEEN)) {
    const all = Object.entries(about);
    // Narrow themes, which came later, stand first and have no aspects.
    const [id, aspects = []] = all.find(([, named]) => named.length > 0) ?? all[0] ?? [];
    const theme = themes.find((one) => one.id === id);
    // Who wrote the topics knew no aspects of themes that were new then.
    if (!theme || !written.some(({ themes: others }) => (others[theme.id] ?? []).length > 0)) continue;
    const heard = heardAspects(topic, theme, without);
    count.named += aspects.length;
    count.heard += heard.size;
    count.right += aspects.filter((aspect) => heard.has(aspect)).length;
  }
  expect(count.right / count.named).toBeGreaterThanOrEqual(0.35);
  expect(count.right / count.heard).toBeGreaterThanOrEqual(0.7);
});

test("training is repeatable, and a model is the same after it was written and read", () => {
  const all = lessons(themes);
  const some = { themes: all.themes.filter((_, i) => i % 20 === 0), aspects: new Map([...all.aspects].slice(0, 2)) };
  const text = encodeModel(train(some));
  expect(encodeModel(train(some))).toBe(text);
  expect(encodeModel(decodeModel(text))).toBe(text);
});

test("the committed weights were made from the topics, themes, concepts and options that are here", () => {
  const { made } = decodeModel(readFileSync(WEIGHTS, "utf8"));
  expect(hashOfLessons(lessons(themes)), "npm run train:themes was not run after a change").toBe(made.from);
});

test("and they know those topics", () => {
  expect(committedModel().themes.labels).toEqual(themes.map(({ id }) => id).toSorted());
  // A fifth of them, since the meaning of one takes a hundredth of a second.
  expect(share(heldBack(writtenTopics(), UNSEEN + 1))).toBeGreaterThanOrEqual(0.9);
});
