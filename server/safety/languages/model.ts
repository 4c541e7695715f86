import { readFileSync } from "node:fs";
import { type LinearModel, score, softmax } from "../../text-model/linear.ts";
import { decodeModel, type TextModel } from "../../text-model/model-file.ts";
import { type Language, LANGUAGES } from "./codes.ts";
import { features, languageFeatures, parts } from "./features.ts";
import { respellerOf } from "./respelled.ts";
import { type DangerLabel, LABELS } from "./lessons.ts";

/** What the language model tells apart: English, and the languages of the gate. */
export const TOLD_APART = ["en", ...LANGUAGES] as const;

export interface LanguagesModel {
  /** Labels as `LABELS`. */
  dangers: LinearModel;
  /** Labels as `TOLD_APART`. */
  languages: LinearModel;
  /** Folded text with its misspelled words righted, as if it were in that language. */
  respelled: (folded: string, language: Language) => string;
}

/** The names of the two models in their file. */
export const NAMES = { dangers: "dangers", languages: "languages" } as const;

/** Throws if the file is another model's. */
export function languagesModelOf({ words, models }: TextModel): LanguagesModel {
  const dangers = models.get(NAMES.dangers);
  const languages = models.get(NAMES.languages);
  if (dangers?.labels.join() !== LABELS.join() || languages?.labels.join() !== TOLD_APART.join())
    throw new Error("these are not the weights of the gate's other languages");
  return { dangers, languages, respelled: respellerOf(words) };
}

/** How many times likelier a topic is to be in English than in each of the others, before a word of it was read. */
const ENGLISH_FIRST = 4;
/** Languages that have a script of their own: without a letter of it a text is in none of them. */
const OWN_SCRIPT: readonly (readonly [Language, RegExp])[] = [
  ["zh", /\p{Script=Han}/u],
  ["ko", /\p{Script=Hangul}/u],
];

/** How likely each language is for a list of words, 0 to 1, in the order of `TOLD_APART`. */
export function weighLanguages({ languages }: LanguagesModel, words: readonly string[]): number[] {
  const scores = score(languages, languageFeatures(words));
  scores[0] = (scores[0] ?? 0) + Math.log(ENGLISH_FIRST);
  const text = words.join(" ");
  for (const [language, script] of OWN_SCRIPT)
    if (!script.test(text)) scores[TOLD_APART.indexOf(language)] = Number.NEGATIVE_INFINITY;
  return softmax(scores);
}

export interface WeighedDanger {
  /** Probability, 0 to 1, of a crisis of any kind: the highest of all parts. */
  danger: number;
  kind: DangerLabel;
  /** Probability, 0 to 1, that there is at least a reason to say where help is. */
  lines: number;
}

/** Classifies the parts of a topic that are not certainly English. Pure. */
export function weighOtherLanguages(model: LanguagesModel, topic: string): WeighedDanger {
  const gravest: WeighedDanger = { danger: 0, kind: "self-harm", lines: 0 };
  for (const words of parts(topic)) {
    const [english = 0] = weighLanguages(model, words);
    if (english > ENGLISH) continue;
    const [ordinary = 0, , ...kinds] = softmax(score(model.dangers, features(words)));
    const danger = kinds.reduce((sum, p) => sum + p, 0);
    gravest.lines = Math.max(gravest.lines, 1 - ordinary);
    if (danger <= gravest.danger) continue;
    gravest.danger = danger;
    gravest.kind = (LABELS.slice(2) as DangerLabel[])[kinds.indexOf(Math.max(...kinds))] ?? "self-harm";
  }
  return gravest;
}

/** A part that is English with this probability is left to the readers of English. */
const ENGLISH = 0.4;

/** The most likely language of a topic, and how likely it is. */
export function likeliestLanguage(model: LanguagesModel, words: readonly string[]): { code: "en" | Language; sure: number } {
  const likely = weighLanguages(model, words);
  const sure = Math.max(...likely);
  return { code: TOLD_APART[likely.indexOf(sure)] ?? "en", sure };
}

/** Made by `npm run train:gate`. */
export const WEIGHTS = new URL("./weights.txt", import.meta.url);

let committed: LanguagesModel | undefined;

export function committedLanguagesModel(): LanguagesModel {
  return (committed ??= languagesModelOf(decodeModel(readFileSync(WEIGHTS, "utf8"))));
}
