import type { CrisisAnswer } from "../../shared/endpoints/sermons.ts";
import { regex } from "../../shared/regex.ts";
import { ABUSE_IDIOMS } from "./abuse/idioms.ts";
import { ABUSE_RULES } from "./abuse/index.ts";
import { HATEFUL, MANIPULATIVE, NOT_DECLINED } from "./declined.ts";
import { HARM_TO_OTHERS_IDIOMS } from "./harm-to-others/idioms.ts";
import { HARM_TO_OTHERS_RULES } from "./harm-to-others/index.ts";
import { ENDED, IN_THE_PAST, ONGOING, SEPARATED } from "./in-the-past.ts";
import { MEDICAL_RULES } from "./medical/index.ts";
import { clauses, plainText, sentenceWindows } from "./plain-text.ts";
import type { Rule } from "./rule.ts";
import { SELF_HARM_IDIOMS } from "./self-harm/idioms.ts";
import { SELF_HARM_RULES } from "./self-harm/index.ts";

type CrisisKind = CrisisAnswer["kind"];

/** `touches`: the kinds of danger that a topic is about without being one: long ago, mourned, asked about. */
export type ByRules = { outcome: "proceed" | "declined"; touches: CrisisKind[] } | { outcome: "crisis"; kind: CrisisKind };

const CRISIS_POINTS = 3;

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

/** A question about the thing itself, which is not only the story. */
const ASKED_ABOUT = /\bsuicid(?:e|al)\b|\bself[- ]?harm\b|\bif (?:you|u|someone|somebody) (?:jump|hang|overdose|do it|end it)\b/u;

/** The points that a clause, or with `acrossSentences` a window of sentences, has by the rules for it, and whether they tell anything alone. */
function points(text: string, rules: readonly Rule[], acrossSentences = false): { sum: number; telling: boolean } {
  let most = 0;
  let weak = 0;
  let telling = false;
  for (const rule of rules) {
    if ((rule.acrossSentences ?? false) !== acrossSentences) continue;
    if (!rule.pattern.test(text) || rule.unless?.test(text)) continue;
    if (rule.firstPerson && !FIRST_PERSON.test(text) && OTHER_PERSON.test(text)) continue;
    if (!rule.onlyBesideOthers) telling = true;
    if (rule.points === CRISIS_POINTS) most = CRISIS_POINTS;
    else weak += rule.points;
  }
  return { sum: most + weak, telling };
}

function withoutIdioms(text: string, idioms: readonly RegExp[]): string {
  return idioms.reduce((rest, idiom) => rest.replace(idiom, " topic "), text);
}

/**
 * Applies the rules. Idioms are removed first; Bible stories and clauses in the past do not count as a crisis; the points of weak
 * signs are added up.
 */
export function assessByRules(topic: string): ByRules {
  const plain = plainText(topic);
  const touches = new Set<CrisisKind>();
  for (const { kind, rules, idioms } of DANGERS) {
    let weak = 0;
    const text = withoutIdioms(plain, idioms);
    for (const window of sentenceWindows(text)) {
      if (points(window, rules, true).sum === 0) continue;
      if (IN_THE_PAST.test(window) && !ONGOING.test(window)) touches.add(kind);
      else return { outcome: "crisis", kind };
    }
    for (const clause of clauses(text)) {
      const { sum, telling } = points(clause, rules);
      if (sum === 0) continue;
      const story = isBibleStory(clause);
      if (telling && (!story || ASKED_ABOUT.test(clause))) touches.add(kind);
      if (story) continue;
      const over =
        (IN_THE_PAST.test(clause) || (kind === "abuse" && (SEPARATED.test(clause) || ENDED.test(text)))) && !ONGOING.test(clause);
      if (sum >= CRISIS_POINTS && !over) return { outcome: "crisis", kind };
      weak += over ? 0 : sum;
    }
    if (weak >= CRISIS_POINTS) return { outcome: "crisis", kind };
  }
  if ([...HATEFUL, ...MANIPULATIVE].some((pattern) => pattern.test(plain)) && !NOT_DECLINED.test(plain))
    return { outcome: "declined", touches: [] };
  return { outcome: "proceed", touches: [...touches] };
}

/** Whether the topic mentions abuse, now or in the past. Pure. */
export function mentionsAbuse(topic: string): boolean {
  return clauses(withoutIdioms(plainText(topic), ABUSE_IDIOMS)).some(
    (clause) => points(clause, ABUSE_RULES).sum > 0 && !isBibleStory(clause),
  );
}
