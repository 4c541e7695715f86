import type { Theme } from "../themes/theme.ts";
import { GENERAL_THEME } from "../themes/themes.ts";

const PERSON = "him|her|them|it|this|my|our";
const GIVE = "read|play|give|send|leave|show|print|post|hand|pass";
/** "read it to him", "leave it on his desk", "something he could read", "she agreed to listen" */
const HANDED_OVER = [
  String.raw`(?:${GIVE})\s+(?:to )?(?:${PERSON})(?!\p{L})`,
  String.raw`(?:he|she|they|who)(?:['’]ll| will| can| could| may| might| would| does)?\s+(?:read|reads|listen|listens)(?!\p{L})`,
  "(?:he|she|they) should (?:get|have|read|hear) it",
  String.raw`(?:agreed|promised|willing|ready) to (?:listen|hear|read)`,
  "for (?:him|her|them) to (?:read|hear|listen)",
  String.raw`(?:he|she|they)(?:['’]d| would) like (?:something|a sermon|one) to (?:read|hear|listen to)`,
].map((form) => new RegExp(String.raw`(?<!\p{L})${form}`, "iu"));

/** Whether a topic that is for somebody else says that they are to read or hear the sermon themselves. Pure. */
export const isHandedOver = (topic: string): boolean => HANDED_OVER.some((form) => form.test(topic));

/** "Something for my boss", "to read to our caretaker" */
const FOR_SOMEBODY =
  /^(?:something|a (?:sermon|word|prayer|reading|talk)|(?:a )?few words)?\s*(?:(?:short|kind|bright|gentle) )?(?:to read to|for) (?:my|our|the|a) \p{L}/iu;

/** Whether a topic begins with somebody who is to read or hear the sermon. */
export const isGiftFor = (topic: string): boolean => FOR_SOMEBODY.test(topic.trim()) && isHandedOver(topic);

/**
 * Themes for whoever stands beside somebody, with those for the one who hears the sermon. That may be the one they stand beside, or another who does: the wife of
 * a drinker must not hear that she drinks. So only what wounds nobody is turned to the hearer, and the general theme speaks for the rest.
 */
const FOR_THE_HEARER: Readonly<Record<string, string>> = {
  "someone-ill": "illness",
  "glad-for-another": "good-news",
  "beside-another": GENERAL_THEME,
  caregiving: GENERAL_THEME,
  "someone-drinks": GENERAL_THEME,
  "someone-inside": GENERAL_THEME,
  "someone-forgets": GENERAL_THEME,
  "someone-gay": GENERAL_THEME,
  "child-in-trouble": GENERAL_THEME,
  "child-far-from-faith": GENERAL_THEME,
  "at-the-bedside": GENERAL_THEME,
  parenting: GENERAL_THEME,
};

/** The themes of a topic turned to the one who will hear the sermon, each once. */
export function forTheHearer<T extends { theme: Theme }>(ranked: readonly T[], themes: readonly Theme[]): T[] {
  const turned = ranked.map((one) => {
    const theme = themes.find(({ id }) => id === FOR_THE_HEARER[one.theme.id]);
    return theme ? { ...one, theme } : one;
  });
  return turned.filter(({ theme }, i) => turned.findIndex((one) => one.theme === theme) === i);
}
