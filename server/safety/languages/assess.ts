import type { CrisisAnswer } from "../../../shared/endpoints/sermons.ts";
import type { HelpKind } from "../../../shared/helplines.ts";
import { isLanguage, type Language } from "./codes.ts";
import { fold } from "./fold.ts";
import { tokensOf } from "./features.ts";
import { committedLanguagesModel, type LanguagesModel, likeliestLanguage, weighLanguages, weighOtherLanguages } from "./model.ts";
import { dangerByRules, tellsOfOtherTimes } from "./rules.ts";

/**
 * From these probabilities of the model a topic is a crisis, one that tells of the past or a story only from a higher one; gets a line about help;
 * and the line is for the likeliest danger (docs/decisions/039-gate-in-fourteen-languages.md).
 */
const THRESHOLD = { crisis: 0.65, pastCrisis: 0.8, lines: 0.55, kindOfLines: 0.3 };
/** From this probability the model names the kind of danger, not the rules, which report the first that they find. */
const KIND_THRESHOLD = 0.6;

export type OtherAssessment = { outcome: "proceed"; help: HelpKind[] } | { outcome: "crisis"; kind: CrisisAnswer["kind"] };

/**
 * A sentence that is English with this probability is not read by the rules of other languages: a few words are in both. Those of
 * Tagalog and Swahili know whole sentences of English, since people mix them.
 */
const ENGLISH = { certainly: 0.97, whereMixed: 0.4 };
const MIXED_WITH_ENGLISH: ReadonlySet<Language> = new Set(["tl", "sw"]);

/** The kind of danger that the rules of the other languages find. Pure. */
export function dangerByOtherRules(
  topic: string,
  model: LanguagesModel = committedLanguagesModel(),
): CrisisAnswer["kind"] | null {
  const known = new Map<string, number>();
  const english = (sentence: string): number => {
    const likely = known.get(sentence) ?? weighLanguages(model, tokensOf(sentence))[0] ?? 0;
    known.set(sentence, likely);
    return likely;
  };
  return dangerByRules(
    fold(topic),
    (sentence, language) => english(sentence) < (MIXED_WITH_ENGLISH.has(language) ? ENGLISH.whereMixed : ENGLISH.certainly),
  );
}

function readAsWritten(topic: string, model: LanguagesModel): OtherAssessment {
  const byRules = dangerByOtherRules(topic, model);
  const { danger, kind, lines } = weighOtherLanguages(model, topic);
  if (byRules) return { outcome: "crisis", kind: danger >= KIND_THRESHOLD ? kind : byRules };
  if (danger >= (tellsOfOtherTimes(fold(topic)) ? THRESHOLD.pastCrisis : THRESHOLD.crisis)) return { outcome: "crisis", kind };
  // What the lines are for is told by the danger that is likeliest, if any is likely.
  return { outcome: "proceed", help: lines < THRESHOLD.lines ? [] : [danger >= THRESHOLD.kindOfLines ? kind : "self-harm"] };
}

/**
 * Reads what of a topic is not English for danger, in every language at once, since people change their language within a sentence. Rules and
 * a model, either of which can stop the topic; both read it again with its misspellings righted. Pure.
 */
export function assessOtherLanguages(topic: string, model: LanguagesModel = committedLanguagesModel()): OtherAssessment {
  const asWritten = readAsWritten(topic, model);
  const folded = fold(topic);
  const { code } = likeliestLanguage(model, tokensOf(folded));
  if (asWritten.outcome === "crisis" || !isLanguage(code)) return asWritten;
  const righted = model.respelled(folded, code);
  if (righted === folded) return asWritten;
  const read = readAsWritten(righted, model);
  return read.outcome === "crisis" || asWritten.help.length === 0 ? read : asWritten;
}
