import { assessText, assessTopic } from "../safety/crisis-gate.ts";

/**
 * Whether words of a person may stand on a page that others open: nothing hateful, no threat, no counsel that endangers. Of one's own
 * trouble or grief they may tell. Pure.
 */
export function isFitToShow(words: string): boolean {
  const gate = assessTopic(words);
  if (gate.outcome === "declined") return false;
  if (gate.outcome === "crisis" && gate.kind === "harm-to-others") return false;
  return assessText(words).outcome === "proceed";
}

/** The same of a whole sermon, whose row its owner can write by themselves. */
export const isFitSermon = (content: string): boolean => assessText(content).outcome === "proceed";

/** The rules alone, which take no time to load: asked again with each page, since a topic can be changed after its link was made. */
export const isFitByRules = (words: string): boolean =>
  assessTopic(words, null).outcome !== "declined" && assessText(words).outcome === "proceed";
