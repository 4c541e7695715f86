import type { CrisisAnswer } from "../../../shared/endpoints/sermons.ts";
import type { HelpKind } from "../../../shared/helplines.ts";
import { fold } from "./fold.ts";
import { tokensOf } from "./features.ts";
import { committedLanguagesModel, type LanguagesModel, weighLanguages, weighOtherLanguages } from "./model.ts";
import { dangerByRules } from "./rules.ts";

/** From this probability of the model a topic is a crisis, and from which it gets a line about help (docs/decisions/039-gate-in-fourteen-languages.md). */
const THRESHOLD = { crisis: 0.65, lines: 0.55, kindOfLines: 0.3 };
/** From this probability the model names the kind of danger, not the rules, which report the first that they find. */
const KIND_THRESHOLD = 0.6;

export type OtherAssessment =
  | { outcome: "proceed"; help: HelpKind[] }
  | { outcome: "crisis"; kind: CrisisAnswer["kind"] };

/** A sentence that is English with this probability is not read by the rules of other languages: a few words are in both. */
const CERTAINLY_ENGLISH = 0.97;

/** The kind of danger that the rules of the other languages find. Pure. */
export function dangerByOtherRules(topic: string, model: LanguagesModel = committedLanguagesModel()): CrisisAnswer["kind"] | null {
  return dangerByRules(fold(topic), (sentence) => (weighLanguages(model, tokensOf(sentence))[0] ?? 0) < CERTAINLY_ENGLISH);
}

/**
 * Reads what of a topic is not English for danger, in every language at once, since people change their language within a sentence. Rules and
 * a model, either of which can stop the topic. Pure.
 */
export function assessOtherLanguages(topic: string, model: LanguagesModel = committedLanguagesModel()): OtherAssessment {
  const byRules = dangerByOtherRules(topic, model);
  const { danger, kind, lines } = weighOtherLanguages(model, topic);
  if (byRules) return { outcome: "crisis", kind: danger >= KIND_THRESHOLD ? kind : byRules };
  if (danger >= THRESHOLD.crisis) return { outcome: "crisis", kind };
  // What the lines are for is told by the danger that is likeliest, if any is likely.
  return { outcome: "proceed", help: lines < THRESHOLD.lines ? [] : [danger >= THRESHOLD.kindOfLines ? kind : "self-harm"] };
}
