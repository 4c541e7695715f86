import { isPublic } from "../../../hearing/audience.ts";
import { isDayNear } from "../../../hearing/day-near.ts";
import { sayBack } from "../../../hearing/describe.ts";
import { isHandedOver } from "../../../hearing/handed-over.ts";
import { namesIn } from "../../../hearing/names.ts";
import { isLoss, type Reading } from "../../../hearing/reading.ts";
import { retell } from "../../../hearing/retell.ts";
import type { Fact } from "../../../themes/facts.ts";
import type { TextSources } from "./text-sources.ts";

/** Sentences of a sermon that are made from its topic: docs/decisions/092-told-back-in-ones-own-words.md */

/** Facts that nobody likes to hear of themselves from a stranger. */
const OF_SHAME: ReadonlySet<Fact> = new Set<Fact>([
  "guilty",
  "ashamed",
  "failed",
  "secret-sin",
  "tempted",
  "abortion-past",
  "temper",
  "betrayed",
  "abused",
  "other-harmed",
  "hates-own-body",
  "addicted",
]);

/** The own words are told back to whom they were written by and for, where nothing in them shames. */
const mayBeToldBack = ({ audience, facts, theme }: Reading): boolean =>
  audience === "self" && ![...facts, ...theme.facts].some((one) => OF_SHAME.has(one));

/** What says back what was heard, if anything was: the person's own words, or else the facts. */
export function heardLeads(reading: Reading, topic: string, { knownWords }: TextSources): string[] {
  const told = mayBeToldBack(reading) ? retell(topic, knownWords) : null;
  if (told !== null) return [told];
  const heard = sayBack(reading, topic);
  return heard === null ? [] : [`${heard}.`];
}

/**
 * What a prayer says of a topic: the people whom it names, unless one of them may have done harm, and that a day is near.
 */
export function saidInPrayer({ audience, facts, said, theme }: Reading, topic: string, { frames }: TextSources): string[] {
  // Whoever is given the sermon may be the one who is named.
  if (isPublic(audience) || (audience === "other" && isHandedOver(topic))) return [];
  // A prayer for the dead names nobody of whom it was not said that they have died.
  const isMourned = theme.facts.some(isLoss) && !said.some(isLoss);
  const names = facts.has("wronged") || isMourned ? [] : namesIn(topic);
  const ofNames = names.length === 0 ? null : frames.namesInPrayer.map((line) => line.replace("{names}", names.join(" and ")));
  const ofDay = isDayNear(topic) ? frames.dayInPrayer : null;
  if (!ofNames || !ofDay) return [...(ofNames ?? ofDay ?? [])];
  return ofNames.map((line, i) => `${line} ${ofDay[i] ?? ""}`.trimEnd());
}

/** How a prayer ends: "In Jesus’ name. Amen." */
const ENDS = /(?:(?:I ask|Through|In|For) [^.]*\.\s)?Amen\.$/u;

/** A prayer that says this as well before it ends. */
export const saying = (prayer: string, [said]: readonly string[]): string =>
  said === undefined ? prayer : prayer.replace(ENDS, (end) => `${said} ${end}`);
