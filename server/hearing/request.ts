import type { PassageRange } from "../scripture/passage.ts";
import type { Occasion } from "../pericopes/pericope.ts";
import { askedPassages } from "./asked-passage.ts";
import { namesKin } from "./people.ts";
import { findAt, readPhrase, type Phrase } from "./phrase.ts";
import { stem, words } from "./stem.ts";

/** What a topic asks for beside its subject. */
export interface TextRequest {
  passages: readonly PassageRange[];
  /** The feast or occasion that is named; of several the first of `OCCASIONS`. */
  occasion: Occasion | null;
  /** The kind of text that is asked for. */
  form: Form | null;
}

export type Form = "points" | "outline" | "homily" | "lesson" | "prayer" | "letter";

const OCCASIONS: Record<Occasion, readonly string[]> = {
  funeral: ["funeral", "burial", "memorial service", "graveside", "eulogy", "celebration of life", "interment", "committal"],
  wedding: ["wedding", "marriage blessing", "vow renewal", "nuptial mass"],
  baptism: ["baptism", "christening", "baptise|baptize … baby|twins|daughter|son", "infant dedication", "baby dedication"],
  "good-friday": ["good friday", "words|word from the cross", "stations of the cross", "maundy thursday"],
  easter: ["easter", "resurrection sunday", "paschal|easter vigil", "sunrise service"],
  pentecost: ["pentecost", "whitsun", "whit sunday"],
  lent: ["lent", "lenten", "ash wednesday", "holy week", "palm sunday"],
  advent: ["advent", "gaudete"],
  christmas: ["christmas", "carol service", "nativity", "midnight mass", "epiphany"],
  "new-year": ["new year", "watchnight", "watch night", "new years eve"],
  thanksgiving: ["thanksgiving", "harvest festival|thanksgiving|supper|home"],
};

const FORMS: Record<Form, readonly string[]> = {
  points: ["@number points", "@number point sermon|homily|talk|message", "points on"],
  outline: ["outline", "sermon notes"],
  lesson: ["lesson", "bible study", "kids|childrens|children talk", "assembly", "sunday school", "devotional for"],
  homily: ["sermon for", "sermon on", "preach", "message for", "talk for", "reflection for"],
  letter: ["letter to", "write … letter"],
  prayer: ["prayer for", "write … prayer", "intercessions"],
};

const parsed = new Map<object, [string, Phrase[]][]>();

/** The first key one of whose phrases stands in the topic. */
function firstNamed<T extends string>(topic: string, lexicon: Record<T, readonly string[]>): T | null {
  let phrases = parsed.get(lexicon);
  if (!phrases) {
    phrases = Object.entries<readonly string[]>(lexicon).map(([key, list]) => [key, list.map(readPhrase)]);
    parsed.set(lexicon, phrases);
  }
  const stems = words(topic).map(stem);
  const named = phrases.find(([, list]) => list.some((phrase) => stems.some((_, i) => findAt(phrase, stems, i) !== null)));
  return named ? (named[0] as T) : null;
}

/** Not a phrase: the stem of "homily" is that of "home". */
export const asksForHomily = (topic: string): boolean => /\bhomil(?:y|ies)\b/iu.test(topic);

/** Reads what a topic asks for. Pure. */
export function readRequest(topic: string): TextRequest {
  const form = firstNamed(topic, FORMS) ?? (asksForHomily(topic) ? "homily" : null);
  const isTalk = (form === "lesson" || form === "points" || form === "outline") && !namesKin(topic);
  return {
    passages: askedPassages(topic, isTalk),
    occasion: firstNamed(topic, OCCASIONS),
    form,
  };
}
