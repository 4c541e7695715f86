import { writeFileSync } from "node:fs";
import { heardAspects, rankThemes } from "../server/hearing/choose-theme.ts";
import {
  GROUPS,
  labelledTopics,
  lessons,
  isCorrectTheme,
  writtenTopics,
  type LabelledTopic,
} from "../server/hearing/meaning/lessons.ts";
import { read, written, type TopicModel } from "../server/hearing/meaning/model.ts";
import { train } from "../server/hearing/meaning/train.ts";
import { readThemes } from "../server/themes/themes.ts";

const USAGE = `npm run train:themes             writes the weights of the theme model anew from its topics and the themes
npm run train:themes -- --judge  first holds back topics in turn and prints how many reach a theme that suits them`;

const themes = readThemes();

/** Of these topics: how many reach a theme that suits them, and how many that have a theme were not understood. */
function judge(model: TopicModel, topics: readonly LabelledTopic[]): { right: number; lost: number } {
  const reached = topics.map((topic) => ({ topic, theme: rankThemes(topic.topic, themes, model)[0]?.theme.id }));
  return {
    right: reached.filter(({ topic, theme }) => isCorrectTheme(theme, topic)).length,
    lost: reached.filter(({ topic, theme }) => theme === undefined && !isCorrectTheme(theme, topic)).length,
  };
}

/** Of the aspects that these topics name to their first theme: how many are heard, and how many are heard that nobody named. */
function judgeAspects(model: TopicModel, topics: readonly LabelledTopic[]): { named: number; heard: number; false: number } {
  const count = { named: 0, heard: 0, false: 0 };
  for (const { topic, themes: right } of topics) {
    const [id, aspects = []] = Object.entries(right)[0] ?? [];
    const theme = themes.find((one) => one.id === id);
    if (!theme) continue;
    const heard = heardAspects(topic, theme, model);
    const sure = aspects.filter((aspect) => !aspect.endsWith("?"));
    count.named += sure.length;
    count.heard += sure.filter((aspect) => heard.has(aspect)).length;
    count.false += [...heard].filter((aspect) => !aspects.includes(aspect) && !aspects.includes(`${aspect}?`)).length;
  }
  return count;
}

if (process.argv.includes("--help")) {
  console.log(USAGE);
} else {
  if (process.argv.includes("--judge")) {
    const sets = { written: writtenTopics(), labelled: labelledTopics() };
    const none = { of: 0, right: 0, lost: 0, named: 0, heard: 0, false: 0 };
    const counts = { written: { ...none }, labelled: { ...none } };
    for (let group = 0; group < GROUPS; group++) {
      const model = read(written(train(lessons(themes, group))));
      for (const name of ["written", "labelled"] as const) {
        const topics = sets[name].filter((_, i) => i % GROUPS === group);
        const found = { of: topics.length, ...judge(model, topics), ...judgeAspects(model, topics) };
        for (const key of Object.keys(none) as (keyof typeof none)[]) counts[name][key] += found[key];
      }
    }
    for (const [name, { of, right, lost, named, heard, false: wrong }] of Object.entries(counts)) {
      console.log(
        `${name} topics, held back: ${of}, right ${right} (${((100 * right) / of).toFixed(1)} %), not understood ${lost}`,
      );
      console.log(`  aspects named: ${named}, heard ${heard}, heard wrongly ${wrong}`);
    }
  }
  const all = lessons(themes);
  const text = written(train(all));
  writeFileSync(new URL("../server/hearing/meaning/weights.txt", import.meta.url), text);
  console.log(`${all.themes.length} lessons, ${Math.round(text.length / 1000)} kB of weights`);
}
