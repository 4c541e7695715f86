import { mentionsAbuse } from "../safety/english-rules.ts";
import type { Fact } from "../themes/facts.ts";
import type { Theme } from "../themes/theme.ts";

/** What must not be said to somebody who writes of abuse: that the guilt, or the anger, is theirs. */
interface Unsuitable {
  themes: ReadonlySet<string>;
  facts: ReadonlySet<Fact>;
}

const OF_GUILT: Unsuitable = { themes: new Set(["guilt-and-shame"]), facts: new Set() };
const OF_GUILT_AND_ANGER: Unsuitable = {
  themes: new Set(["guilt-and-shame", "temper", "anger"]),
  facts: new Set<Fact>(["temper"]),
};
const NOTHING: Unsuitable = { themes: new Set(), facts: new Set() };

/** The writer tells of their own temper. */
const OWN_TEMPER =
  /\bI(?:[’']ve| have)? (?:\w+ )?(?:threw|thrown|shout|yell|scream|slap|hit|shove|push|snap|punch|los[et] my|lost it)|\bmy temper\b/iu;

export function unsuitable(topic: string): Unsuitable {
  if (!mentionsAbuse(topic)) return NOTHING;
  return OWN_TEMPER.test(topic) ? OF_GUILT : OF_GUILT_AND_ANGER;
}

/** The themes that a sermon on this topic may have. */
export function suitableThemes(topic: string, themes: readonly Theme[]): readonly Theme[] {
  const { themes: left } = unsuitable(topic);
  return themes.filter(({ id }) => !left.has(id));
}
