import { regex } from "../../shared/regex.ts";
import type { CrisisAnswer } from "../../shared/endpoints/sermons.ts";
import { ABUSE_IDIOMS } from "./abuse/idioms.ts";
import { ABUSE_RULES } from "./abuse/index.ts";
import { HATEFUL, MANIPULATIVE, NOT_DECLINED } from "./declined.ts";
import { HARM_TO_OTHERS_IDIOMS } from "./harm-to-others/idioms.ts";
import { HARM_TO_OTHERS_RULES } from "./harm-to-others/index.ts";
import { ENDED, IN_THE_PAST, ONGOING, SEPARATED } from "./in-the-past.ts";
import { helplinesFor, regionOf } from "../../shared/helplines.ts";
import { assessOtherLanguages, dangerByOtherRules } from "./languages/assess.ts";
import { possiblyEnglish } from "./languages/topic-language.ts";
import { MEDICAL_RULES } from "./medical/index.ts";
import { committedModel, weigh, type Model } from "./meaning/model.ts";
import { MESSAGES } from "./messages.ts";
import { clauses, plainText, sentenceWindows } from "./plain-text.ts";
import type { Rule } from "./rule.ts";
import { SELF_HARM_IDIOMS } from "./self-harm/idioms.ts";
import { SELF_HARM_RULES } from "./self-harm/index.ts";

export type CrisisKind = CrisisAnswer["kind"];

/**
 * `proceed_with_resources`: a sermon, with a line that says where help is. `declined`: hateful or manipulative, no sermon.
 * `crisis`: no sermon; the answer of `crisisAnswer` instead.
 */
export type Assessment = { outcome: "proceed" | "proceed_with_resources" | "declined" } | { outcome: "crisis"; kind: CrisisKind };

const CRISIS_POINTS = 3;

/**
 * The model's probability from which a topic is a crisis (docs/decisions/013-crisis-gate.md has the measurements). Higher for
 * long topics: they are read in many parts, so one part reaches a high value more easily by accident.
 */
const CRISIS_THRESHOLD = { short: 0.45, long: 0.55 };
/** Topics with more words than this use the `long` threshold. */
const LONG_TOPIC_WORDS = 30;
/** From this probability up to the crisis threshold the sermon gets a line about where help is. */
const RESOURCES_THRESHOLD = 0.15;
const DECLINED_THRESHOLD = 0.4;
/** From this probability the model decides which kind of crisis it is. The rules only report the first kind that they find. */
const KIND_THRESHOLD = 0.6;

/** Checked in this order: the most urgent danger first. */
const DANGERS: readonly { kind: CrisisKind; rules: readonly Rule[]; idioms: readonly RegExp[] }[] = [
  { kind: "self-harm", rules: SELF_HARM_RULES, idioms: SELF_HARM_IDIOMS },
  { kind: "harm-to-others", rules: HARM_TO_OTHERS_RULES, idioms: HARM_TO_OTHERS_IDIOMS },
  { kind: "abuse", rules: ABUSE_RULES, idioms: ABUSE_IDIOMS },
  { kind: "medical", rules: MEDICAL_RULES, idioms: [] },
];

const FIRST_PERSON = /\b(?:i|me|myself)\b/u;
const OTHER_PERSON = regex`
  \b(?:
    he|she|they|people|someone|who|man|woman|characters?|bab(?:y|ies)|toddler|mom|dad|mum|grandma|grandpa|wife|
    husband|son|daughter|kids?|
    (?:my|our|his|her|their|the) (?:\w+ )?(?:
      husband|wife|son|daughter|child|children|kids?|mother|father|mom|dad|brother|sister|friend|cousin|neighbou?r|
      parents?|grand\w+|boyfriend|girlfriend|partner|baby
    )
  )\b
`;
/** Names from the Bible, which is full of violence: a clause about it without "I", "my" or "we" is a topic, not a report. */
const BIBLE_STORY = regex`
  \b(?:
    samson|delilah|judas|saul|ahithophel|zimri|abimelech|jonah|elijah|cain|abel|david|goliath|uriah|bathsheba|
    absalom|jezebel|ahab|jael|sisera|herod|stephen|john the baptist|isaac|abraham|hagar|jephthah|tamar|amnon|dinah|
    levite|concubine|canaan\w*|amalek\w*|philistines?|passover|crucifi\w+|calvary|golgotha|martyr\w*|jesus|christ|
    barabbas|ananias|sapphira|moses|pharaoh|naboth|haman|esther|gideon|deborah|joshua|jericho|sodom|gomorrah|lot|
    rachel|job|jeremiah|naaman|lazarus|apostles?|gospel|bible|scripture|biblical|old testament|genesis|exodus|
    judges|kings|samuel|psalms?|revelation|parable
  )\b
`;

function isBibleStory(clause: string): boolean {
  return BIBLE_STORY.test(clause) && !/\b(?:i|me|myself|my|our|us|we)\b/u.test(clause);
}

/** The points that a clause, or with `acrossSentences` a window of sentences, has by the rules for it. */
function points(text: string, rules: readonly Rule[], acrossSentences = false): number {
  let most = 0;
  let weak = 0;
  for (const rule of rules) {
    if ((rule.acrossSentences ?? false) !== acrossSentences) continue;
    if (!rule.pattern.test(text) || rule.unless?.test(text)) continue;
    if (rule.firstPerson && !FIRST_PERSON.test(text) && OTHER_PERSON.test(text)) continue;
    if (rule.points === CRISIS_POINTS) most = CRISIS_POINTS;
    else weak += rule.points;
  }
  return most + weak;
}

function withoutIdioms(text: string, idioms: readonly RegExp[]): string {
  return idioms.reduce((rest, idiom) => rest.replace(idiom, " topic "), text);
}

/**
 * Applies the rules. Idioms are removed first; Bible stories and clauses in the past do not count as a crisis; the points of weak
 * signs are added up.
 */
function assessByRules(topic: string): Assessment {
  const plain = plainText(topic);
  let resources = false;
  for (const { kind, rules, idioms } of DANGERS) {
    let weak = 0;
    const text = withoutIdioms(plain, idioms);
    for (const window of sentenceWindows(text)) {
      if (points(window, rules, true) === 0) continue;
      if (IN_THE_PAST.test(window) && !ONGOING.test(window)) resources = true;
      else return { outcome: "crisis", kind };
    }
    for (const clause of clauses(text)) {
      const found = points(clause, rules);
      if (found === 0) continue;
      resources = true;
      if (isBibleStory(clause)) continue;
      const over =
        (IN_THE_PAST.test(clause) || (kind === "abuse" && (SEPARATED.test(clause) || ENDED.test(text)))) && !ONGOING.test(clause);
      if (found >= CRISIS_POINTS && !over) return { outcome: "crisis", kind };
      weak += over ? 0 : found;
    }
    if (weak >= CRISIS_POINTS) return { outcome: "crisis", kind };
  }
  if ([...HATEFUL, ...MANIPULATIVE].some((pattern) => pattern.test(plain)) && !NOT_DECLINED.test(plain))
    return { outcome: "declined" };
  return { outcome: resources ? "proceed_with_resources" : "proceed" };
}

/** Whether the model's probability of danger is high enough to answer the topic as a crisis. */
export function reachesCrisisThreshold(topic: string, danger: number): boolean {
  return danger >= (plainText(topic).split(" ").length > LONG_TOPIC_WORDS ? CRISIS_THRESHOLD.long : CRISIS_THRESHOLD.short);
}

/** Reads a topic as it stands, by the rules and the model. */
function assessAsWritten(topic: string, model: Model): Assessment {
  const byRules = assessByRules(topic);
  const { danger, kind, declined } = weigh(model, topic);
  if (byRules.outcome === "crisis") return danger >= KIND_THRESHOLD ? { outcome: "crisis", kind } : byRules;
  if (declined >= DECLINED_THRESHOLD && declined > danger) return { outcome: "declined" };
  if (reachesCrisisThreshold(topic, danger)) return { outcome: "crisis", kind };
  return byRules.outcome === "proceed" && danger >= RESOURCES_THRESHOLD ? { outcome: "proceed_with_resources" } : byRules;
}

/** The topic with its misspellings righted, or null if it has none. */
function respelled(topic: string, model: Model): string | null {
  const plain = plainText(topic);
  const righted = model.respelled(plain);
  return righted === plain ? null : righted;
}

/** Reads a topic in English by the rules and the model, as it stands and with its misspellings righted. */
function assessEnglish(topic: string, model: Model): Assessment {
  const asWritten = assessAsWritten(topic, model);
  if (asWritten.outcome === "crisis") return asWritten;
  const righted = respelled(topic, model);
  if (righted === null) return asWritten;
  const read = assessAsWritten(righted, model);
  return read.outcome === "crisis" || asWritten.outcome === "proceed" ? read : asWritten;
}

/**
 * Checks a topic for danger before anything is written: danger to the person's own life, abuse, medical danger, danger to others.
 * Two independent checks in each language, the rules and a trained model; any can stop the topic. With `model` null only the rules
 * are used. Pure; stores and logs nothing.
 */
export function assessTopic(topic: string, model: Model | null = committedModel()): Assessment {
  const byRules = assessByRules(topic);
  if (!model) {
    const kind = byRules.outcome === "crisis" ? null : dangerByOtherRules(topic);
    return kind ? { outcome: "crisis", kind } : byRules;
  }
  const english = possiblyEnglish(topic);
  const found = byRules.outcome === "crisis" || english === topic ? assessEnglish(topic, model) : assessEnglish(english, model);
  if (found.outcome === "crisis") return found;
  const other = assessOtherLanguages(topic);
  return other.outcome === "crisis" || found.outcome === "proceed" ? other : found;
}

/** Whether the topic mentions abuse, now or in the past. Pure. */
export function mentionsAbuse(topic: string): boolean {
  return clauses(withoutIdioms(plainText(topic), ABUSE_IDIOMS)).some(
    (clause) => points(clause, ABUSE_RULES) > 0 && !isBibleStory(clause),
  );
}

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
export function assessText(text: string): Assessment {
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

/** The answer to a declined topic. */
export const DECLINED_MESSAGE = MESSAGES.declined;

/** The answer to a crisis: a short message and whom to call. `locale` is a language tag or an Accept-Language header. */
export function crisisAnswer(kind: CrisisKind, locale?: string): CrisisAnswer {
  return { kind, message: MESSAGES[kind], helplines: helplinesFor(regionOf(locale), kind) };
}

const ELSEWHERE = "findahelpline.com";

/**
 * A paragraph about where help is, for the notes of a sermon on a topic that touches danger; not spoken. `region` as `regionOf`
 * names it.
 */
export function resourceNote(region: string): string {
  const [emergency, first] = helplinesFor(region, "self-harm");
  const lines = [first, emergency].flatMap((line) => (line ? [`${line.name}: ${line.contact}`] : []));
  if (first?.contact !== ELSEWHERE) lines.push(`In other countries: ${ELSEWHERE}`);
  return `If you, or someone near you, may be in danger or thinking of suicide, please reach someone now. ${lines.join(". ")}.`;
}
