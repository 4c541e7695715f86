import { regex } from "../../shared/regex.ts";
import type { CrisisAnswer } from "../../shared/endpoints/sermons.ts";
import { HATEFUL, NOT_DECLINED } from "./declined.ts";
import { assessByRules } from "./english-rules.ts";
import { troublesIn } from "./troubles.ts";
import { assessOtherLanguages, dangerByOtherRules } from "./languages/assess.ts";
import { possiblyEnglish } from "./languages/topic-language.ts";
import { committedModel, weigh, type Model } from "./meaning/model.ts";
import { plainText } from "./plain-text.ts";
import type { HelpKind } from "../../shared/helplines.ts";

export type CrisisKind = CrisisAnswer["kind"];

/**
 * No sermon; the answer of `crisisAnswer` instead. Where it is not `certain`, somebody who says that nobody is in danger gets the
 * sermon all the same, with a line that says where help is.
 */
export interface Crisis {
  outcome: "crisis";
  kind: CrisisKind;
  certain: boolean;
}

/** `proceed_with_resources`: a sermon, with a line that says where help is. `declined`: hateful or manipulative, no sermon. */
export type Assessment = { outcome: "proceed" | "proceed_with_resources" | "declined" } | Crisis;

/** An assessment with the reasons for a line about help, the most urgent first; none of a crisis that is certain. */
type Reading = ({ outcome: "proceed" | "declined" } | Crisis) & { help: HelpKind[] };

/**
 * The model's probability from which a topic is a crisis (docs/decisions/013-crisis-gate.md has the measurements). Higher for
 * long topics: they are read in many parts, so one part reaches a high value more easily by accident.
 */
const CRISIS_THRESHOLD = { short: 0.52, long: 0.65 };
/** Topics with more words than this use the `long` threshold. */
const LONG_TOPIC_WORDS = 30;
/** What only the model finds is certain from this probability on (docs/decisions/089-asking-about-danger.md). */
const CERTAIN_THRESHOLD = 0.9;
/** What only a rule finds is not certain below this one: the model has read it and sees no danger (docs/decisions/093-ten-thousand-lessons.md). */
const DOUBT_THRESHOLD = 0.1;
/** From this probability up to the crisis threshold the sermon gets a line about where help is. */
const RESOURCES_THRESHOLD = 0.4;
const DECLINED_THRESHOLD = 0.4;
/** From this probability the model decides which kind of crisis it is. The rules only report the first kind that they find. */
const KIND_THRESHOLD = 0.6;

/** Whether the model's probability of danger is high enough to answer the topic as a crisis. */
export function reachesCrisisThreshold(topic: string, danger: number): boolean {
  return danger >= (plainText(topic).split(" ").length > LONG_TOPIC_WORDS ? CRISIS_THRESHOLD.long : CRISIS_THRESHOLD.short);
}

/** Reads a topic as it stands, by the rules and the model. */
function readAsWritten(topic: string, model: Model): Reading {
  const byRules = assessByRules(topic);
  const { danger, dangerByWords, kind, declined } = weigh(model, topic);
  if (byRules.outcome === "crisis")
    return {
      outcome: "crisis",
      kind: danger >= KIND_THRESHOLD ? kind : byRules.kind,
      certain: danger >= DOUBT_THRESHOLD,
      help: danger >= DOUBT_THRESHOLD ? [] : [byRules.kind],
    };
  if (declined >= DECLINED_THRESHOLD && declined > danger) return { outcome: "declined", help: [] };
  const isDeclined = byRules.outcome === "declined";
  const isByWords = reachesCrisisThreshold(topic, dangerByWords);
  // What a rule knows as over or as a trouble gets its line: the meaning alone does not make it a danger.
  const isCrisis = reachesCrisisThreshold(topic, danger) && (isByWords || !byRules.touches.includes(kind));
  if (isDeclined && !isCrisis) return { outcome: "declined", help: [] };
  // Whoever says that nobody is in danger gets no sermon that would be declined.
  if (isDeclined || (isCrisis && (danger >= CERTAIN_THRESHOLD || declined >= DECLINED_THRESHOLD)))
    return { outcome: "crisis", kind, certain: true, help: [] };
  const help = new Set<HelpKind>([...troublesIn(topic), ...byRules.touches]);
  // Where only the meaning speaks against a danger, there is a line all the same.
  if (danger >= RESOURCES_THRESHOLD || isByWords) help.add(kind);
  if (isCrisis) return { outcome: "crisis", kind, certain: false, help: [...help] };
  return { outcome: "proceed", help: [...help] };
}

const isCertain = (reading: Reading): boolean => reading.outcome === "crisis" && reading.certain;

/** Certain danger before possible danger, and that before what is declined. */
function gravity(reading: Reading): number {
  if (reading.outcome === "crisis") return isCertain(reading) ? 3 : 2;
  return reading.outcome === "declined" ? 1 : 0;
}

/** The topic with its misspellings righted, or null if it has none. */
function respelled(topic: string, model: Model): string | null {
  const plain = plainText(topic);
  const righted = model.respelled(plain);
  return righted === plain ? null : righted;
}

/** Reads a topic in English as it stands and with its misspellings righted. */
function readEnglish(topic: string, model: Model): Reading {
  const asWritten = readAsWritten(topic, model);
  if (isCertain(asWritten)) return asWritten;
  const righted = respelled(topic, model);
  if (righted === null) return asWritten;
  const read = readAsWritten(righted, model);
  return gravity(read) >= gravity(asWritten) ? read : asWritten;
}

/** Reads a topic in every language. */
function read(topic: string, model: Model): Reading {
  const english = possiblyEnglish(topic);
  const found = readEnglish(assessByRules(topic).outcome === "crisis" ? topic : english, model);
  if (isCertain(found)) return found;
  const other = assessOtherLanguages(topic);
  if (other.outcome === "crisis") return { ...other, certain: true, help: [] };
  if (found.outcome !== "proceed" || other.help.length === 0) return found;
  return { outcome: "proceed", help: [...new Set([...found.help, ...other.help])] };
}

/**
 * Checks a topic for danger before anything is written: danger to the person's own life, abuse, medical danger, danger to others.
 * Two independent checks in each language, the rules and a trained model; any can stop the topic. With `model` null only the rules
 * are used. Pure; stores and logs nothing.
 */
export function assessTopic(topic: string, model: Model | null = committedModel()): Assessment {
  if (!model) {
    const byRules = assessByRules(topic);
    if (byRules.outcome === "crisis") return { ...byRules, certain: true };
    const kind = dangerByOtherRules(topic);
    if (kind) return { outcome: "crisis", kind, certain: true };
    return { outcome: byRules.touches.length > 0 ? "proceed_with_resources" : byRules.outcome };
  }
  const found = read(topic, model);
  if (found.outcome === "crisis") return { outcome: "crisis", kind: found.kind, certain: found.certain };
  return { outcome: found.outcome === "proceed" && found.help.length > 0 ? "proceed_with_resources" : found.outcome };
}

/** What help a topic that gets a sermon is a reason for; empty for most. Pure. */
export const helpFor = (topic: string): HelpKind[] => read(topic, committedModel()).help;

/** Advice that no sermon may give, whoever wrote it. */
const HARMFUL_COUNSEL: readonly { kind: CrisisKind; pattern: RegExp }[] = [
  {
    kind: "self-harm",
    pattern: regex`
      \b(?:
        you (?:should|must|may|could|can|have to|ought to|need to)|go and|it is (?:right|time|better) (?:for you )?to|
        god wants you to
      ) (?:\w+ )?(?:
        kill yourself|end your (?:own )?life|take your (?:own )?life|hurt yourself|die
      )\b(?! (?:to|with|in))|
      \b(?:kill yourself|end it all)\b|
      \bbetter off without you\b
    `,
  },
  {
    kind: "medical",
    pattern: regex`
      \b(?:
        stop|quit|throw away|do not|you need not|no need to|refuse|give up
      ) (?:taking |take |trust(?:ing)? )?(?:your |the |any )?(?:
        medication|medicines?|pills|insulin|chemo\w*|treatment|antidepressants?|doctors?
      )\b|
      \bfaith (?:is|means|needs) (?:\w+ )?(?:no|without) (?:doctors?|medicine)\b
    `,
  },
  {
    kind: "abuse",
    pattern: regex`
      \b(?:go back|return|submit|stay with|remain with|obey) (?:to )?(?:your |the |an? )?(?:
        abus\w+|(?:husband|wife|partner|man|one|person) who (?:hits|beats|hurts|abuses|harms)
      )\b|
      \b(?:
        you (?:deserved|provoked|brought)|your (?:own )?fault that
      ) (?:\w+ ){0,3}(?:abuse|beat\w*|hit|violence|blows)\b
    `,
  },
  {
    kind: "harm-to-others",
    pattern: regex`
      \b(?:
        you (?:should|must|may|have to)|god (?:wants|calls|commands) you to|go and
      ) (?:\w+ )?(?:kill|murder|harm|attack|beat|punish) (?:him|her|them|your (?:enem\w+|wife|husband|child\w*)|those)\b
    `,
  },
];

const NEGATED_BEFORE = /\b(?:not|never|nobody|no one|nothing)\b[^.]{0,40}$/u;

/** Checks a finished text for advice that endangers its hearer. Quoted Scripture is ignored, and so is advice that is negated. */
export function assessText(text: string): { outcome: "proceed" | "declined" } | { outcome: "crisis"; kind: CrisisKind } {
  const withoutScripture = text
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .join("\n")
    .replace(/“[^”]*”/gu, " ");
  for (const clause of withoutScripture.split(/[.!?\n]+/u)) {
    const plain = plainText(clause);
    for (const { kind, pattern } of HARMFUL_COUNSEL) {
      const hit = pattern.exec(plain);
      if (hit && !NEGATED_BEFORE.test(plain.slice(0, hit.index))) return { outcome: "crisis", kind };
    }
    if (HATEFUL.some((pattern) => pattern.test(plain)) && !NOT_DECLINED.test(plain)) return { outcome: "declined" };
  }
  return { outcome: "proceed" };
}
