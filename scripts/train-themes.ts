import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { audienceLessons, factLessons } from "../server/hearing/facts/lessons.ts";
import { WEIGHTS as FACT_WEIGHTS } from "../server/hearing/facts/model.ts";
import { train as trainFacts } from "../server/hearing/facts/train.ts";
import { heardAspects, rankThemes } from "../server/hearing/choose-theme.ts";
import { UNSEEN } from "../server/hearing/encoder-lessons.ts";
import { labelledTopics, lessons, type LabelledTopic, toldTopics, writtenTopics } from "../server/hearing/meaning/lessons.ts";
import { modelOf, type TopicModel, WEIGHTS } from "../server/hearing/meaning/model.ts";
import { train } from "../server/hearing/meaning/train.ts";
import { committedEncoder } from "../server/sentence-encoder/encoder.ts";
import { crossValidate, isInGroup, type Judged, report, summary } from "../server/text-model/evaluate.ts";
import { encodeModel } from "../server/text-model/model-file.ts";
import {
  asBytes,
  comparedTexts,
  decodeMeanings,
  encodeMeanings,
  encoderHash,
  keyOfText,
  MEANINGS,
  type TextMeanings,
} from "../server/themes/text-meanings.ts";
import { GENERAL_THEME, readThemes } from "../server/themes/themes.ts";

const USAGE = `npm run train:themes             writes the weights of the theme model anew from its topics and the themes, those of the facts,
                                 and what the texts of the themes mean
npm run train:themes -- --judge  first holds back topics in turn and prints which themes and aspects are heard, by words alone; and of the
                                 topics that the sentence encoder never saw, the same with it`;

const themes = readThemes();

function judgeTheme({ topic, themes: right }: LabelledTopic, model: TopicModel): Judged {
  const ranked = rankThemes(topic, themes, { model });
  return {
    right: Object.keys(right).length > 0 ? Object.keys(right) : [GENERAL_THEME],
    found: ranked[0]?.theme.id ?? GENERAL_THEME,
    likely: new Map(ranked.map(({ theme, score }) => [theme.id, score])),
  };
}

/** Of the aspects that a topic names to its first theme: those named, those heard of them, and those heard that it did not name. */
interface Aspects {
  named: number;
  heard: number;
  wrong: number;
}

function judgeAspects({ topic, themes: right }: LabelledTopic, model: TopicModel): Aspects {
  const [id, aspects = []] = Object.entries(right)[0] ?? [];
  const theme = themes.find((one) => one.id === id);
  if (!theme) return { named: 0, heard: 0, wrong: 0 };
  const heard = heardAspects(topic, theme, model);
  const sure = aspects.filter((aspect) => !aspect.endsWith("?"));
  return {
    named: sure.length,
    heard: sure.filter((aspect) => heard.has(aspect)).length,
    wrong: [...heard].filter((aspect) => !aspects.includes(aspect) && !aspects.includes(`${aspect}?`)).length,
  };
}

/** What texts mean. Those that the file has from the same encoder are taken from it: each other one takes a twentieth of a second. */
function meaningsOf(texts: readonly string[]): TextMeanings {
  const before = existsSync(MEANINGS) ? decodeMeanings(readFileSync(MEANINGS)) : null;
  const encoder = encoderHash();
  const known = before?.encoder === encoder ? before.vectors : new Map<string, Int8Array>();
  const { meanings } = committedEncoder();
  const vectors = texts.map((text): [string, Int8Array] => {
    const key = keyOfText(text);
    return [key, known.get(key) ?? asBytes(meanings([text])[0] ?? new Float32Array())];
  });
  return { encoder, vectors: new Map(vectors) };
}

if (process.argv.includes("--help")) {
  console.log(USAGE);
} else {
  if (process.argv.includes("--judge")) {
    const sets = Object.entries({ written: writtenTopics(), labelled: labelledTopics(), told: toldTopics() });
    const judged = crossValidate((group) => {
      const model = modelOf(train(lessons(themes, group)));
      return sets.flatMap(([set, topics]) =>
        topics
          .filter((_, i) => isInGroup(i, group))
          .map((topic) => ({ set, theme: judgeTheme(topic, model), aspects: judgeAspects(topic, model) })),
      );
    });
    for (const [name] of sets) {
      const these = judged.filter(({ set }) => set === name);
      const sum = (key: keyof Aspects): number => these.reduce((count, { aspects }) => count + aspects[key], 0);
      console.log(
        report(
          `${name} topics, held back`,
          these.map(({ theme }) => theme),
        ),
      );
      console.log(`  aspects named: ${sum("named")}, heard ${sum("heard")}, heard wrongly ${sum("wrong")}`);
    }
    const words = modelOf(train(lessons(themes, UNSEEN)));
    for (const [name, topics] of sets)
      for (const [by, model] of Object.entries({
        "by words": words,
        "with the encoder": { ...words, encoder: committedEncoder() },
      })) {
        const unseen = topics.filter((_, i) => isInGroup(i, UNSEEN)).map((topic) => judgeTheme(topic, model));
        console.log(summary(`${name} topics that the encoder never saw, ${by}`, unseen));
      }
  }
  const all = lessons(themes);
  const text = encodeModel(train(all));
  writeFileSync(WEIGHTS, text);
  console.log(`${all.themes.length} lessons, ${Math.round(text.length / 1000)} kB of weights`);
  writeFileSync(MEANINGS, encodeMeanings(meaningsOf(comparedTexts(themes))));
  const facts = encodeModel(trainFacts({ facts: factLessons(), audiences: audienceLessons() }));
  writeFileSync(FACT_WEIGHTS, facts);
  console.log(`facts and audiences: ${Math.round(facts.length / 1000)} kB of weights`);
}
