import type { Audience } from "../../shared/reading.ts";
import { isTelling, withImplied, type Fact } from "../themes/facts.ts";
import { isPublic } from "./audience.ts";
import type { Theme } from "../themes/theme.ts";
import { isLoss, isSaid, type Likelihoods } from "./reading.ts";

/** How many facts are asked about at most. */
const MOST_ASKED = 3;
/**
 * A fact is asked about from this score on: its probability, and `THEME_SHARE` of that of the likeliest theme that it leads to, which is
 * certain if the person chose it.
 */
const FEWEST = 0.15;
const THEME_SHARE = 0.5;

/** Too general to be asked: what follows from them is asked instead. */
const GENERAL: ReadonlySet<Fact> = new Set<Fact>(["bereaved", "widowed", "wronged", "worried-for-other"]);

/** Facts that hurt or shame who is asked about them for no reason: asked only when they are likely, and so are deaths. */
const DELICATE: ReadonlySet<Fact> = new Set<Fact>([
  "abortion-past",
  "abused",
  "abused-by-parent",
  "angry-at-god",
  "betrayed",
  "child-left-faith",
  "hurt-by-church",
  "leader-fell",
  "other-harmed",
  "crime-victim",
  "died-by-suicide",
  "pregnancy-unplanned",
  "infertile",
  "dying",
  "other-dying",
  "at-bedside",
  "ill",
  "in-pain",
  "recovered",
  "pregnant",
  "new-arrival",
  "new-baby",
  "memory-failing",
  "other-dementia",
  "unfaithful",
  "guilty",
  "ashamed",
  "secret-sin",
  "tempted",
  "temper",
  "proud",
  "addicted",
  "relapsed",
  "sober",
  "other-addicted",
  "in-prison",
  "other-in-prison",
  "hates-own-body",
  "unemployed",
  "left-church",
  "disaster",
  "depressed",
  "divorced",
  "parents-separating",
  "gay",
  "other-gay",
]);
const FEWEST_DELICATE = 0.5;
const isDelicate = (one: Fact): boolean => DELICATE.has(one) || isLoss(one);
/**
 * A fact is asked about only if the topic itself hints at it this much, and not for its theme alone, unless that was chosen: of 339 questions about the
 * development situations 79 that were not so are left out, and 2 that were.
 */
const HINT = { delicate: 0.15, other: 0.1 };

/** Facts that would hurt or puzzle whoever said another one. */
const OUT_OF_PLACE: Partial<Record<Fact, readonly Fact[]>> = {
  "pregnancy-lost": ["pregnant", "pregnancy-unplanned", "new-baby", "new-arrival", "child-died"],
  retired: ["unemployed"],
  works: ["unemployed"],
  "trouble-at-work": ["unemployed"],
  overworked: ["unemployed"],
  recovered: ["dying"],
  relapsed: ["sober"],
  addicted: ["sober"],
  "other-addicted": ["sober"],
};

/**
 * What may be true of the person and was not said clearly enough to be written about, likeliest first: they are asked for it. Nothing is
 * asked about hearers. Pure.
 */
export function possibleFacts({ facts, themes }: Likelihoods, audience: Audience, chosen?: Theme): Fact[] {
  if (isPublic(audience)) return [];
  const score = new Map(facts);
  const leading = chosen ? [{ theme: chosen, score: 1 }, ...themes.all] : themes.all;
  for (const { theme, score: share } of leading.toReversed())
    for (const one of theme.facts) score.set(one, (facts.get(one) ?? 0) + THEME_SHARE * share);
  const said = withImplied([...facts].filter(([one, likely]) => isSaid(one, likely)).map(([one]) => one));
  const outOfPlace = new Set([...said].flatMap((one) => OUT_OF_PLACE[one] ?? []));
  const isAsked = ([one, likely]: [Fact, number]): boolean =>
    likely >= (isDelicate(one) ? FEWEST_DELICATE : FEWEST) &&
    isTelling(one) &&
    !GENERAL.has(one) &&
    !said.has(one) &&
    !outOfPlace.has(one) &&
    (chosen !== undefined || (facts.get(one) ?? 0) >= (isDelicate(one) ? HINT.delicate : HINT.other)) &&
    !(audience === "other" && isLoss(one));
  const asked: Fact[] = [];
  for (const [one] of [...score].filter(isAsked).toSorted(([, a], [, b]) => b - a))
    if (asked.length < MOST_ASKED && !withImplied(asked).has(one)) asked.push(one);
  return asked;
}
