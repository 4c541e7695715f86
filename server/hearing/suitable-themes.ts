import { regexSource } from "../../shared/regex.ts";
import { mentionsAbuse } from "../safety/english-rules.ts";
import type { Fact } from "../themes/facts.ts";
import type { Theme } from "../themes/theme.ts";

/** What must not be said to somebody who writes of a thing: of abuse, that the guilt, or the anger, is theirs. */
interface Unsuitable {
  themes: ReadonlySet<string>;
  facts: ReadonlySet<Fact>;
}

const OF_GUILT: Unsuitable = { themes: new Set(["guilt-and-shame"]), facts: new Set() };
const OF_GUILT_AND_ANGER: Unsuitable = {
  themes: new Set(["guilt-and-shame", "temper", "anger"]),
  facts: new Set<Fact>(["temper"]),
};
/** Sobriety that is denied is no joy. */
const OF_SOBRIETY: Unsuitable = { themes: new Set(["sober-today", "glad-for-another"]), facts: new Set<Fact>(["sober"]) };
/** Sobriety that is told without a shadow is no addiction of somebody close. */
const OF_ADDICTION: Unsuitable = { themes: new Set(), facts: new Set<Fact>(["other-addicted"]) };
/** Somebody's partner of the other sex is told of, and nothing else. */
const OF_ORIENTATION: Unsuitable = {
  themes: new Set(["someone-gay", "being-gay"]),
  facts: new Set<Fact>(["other-gay", "gay"]),
};
/** Infants at school are pupils, and no newborn child. */
const OF_BIRTH: Unsuitable = {
  themes: new Set(["new-life", "child-loss", "infertility", "unplanned"]),
  facts: new Set<Fact>(["new-baby", "new-arrival", "pregnant", "infertile", "pregnancy-lost", "child-died"]),
};

/** Letters large or small, over several lines of a topic. */
const pattern = (lines: TemplateStringsArray): RegExp => new RegExp(regexSource(lines), "isu");

/** The writer tells of their own temper. */
const OWN_TEMPER = pattern`
  \bI(?:[’']ve| have)? (?:\w+ )?(?:threw|thrown|shout|yell|scream|slap|hit|shove|push|snap|punch|los[et] my|lost it)|
  \bmy temper\b
`;

/** "has not been sober", "isn't clean"; but not "never been sober this long", "not sober a month yet", "not sober by my own strength". */
const NOT_SOBER = pattern`
  (?<!\b(?:was|were|had|would|could) )\b(?:not|never|no longer|(?:is|are|has|have)n[’']?t)
  (?: (?:been|stayed|really|quite|fully|always|staying|completely))? (?:sober|clean)\b
  (?! (?:(?:for )?(?:this |so |as |very )?long|even|because|by|through|on my|thanks|\w+ \w+ yet))
`;
const STAYS_SOBER = pattern`(?:\b(?:has|have)|[’']s|[’']ve) (?:now )?(?:been|stayed|kept) (?:sober|clean)\b`;
/** What speaks of a relapse, or of the fear of one. */
const SHADOW = pattern`
  \b(?:
    but|again|until|till|back on|
    afraid|scared|fear\w*|worr\w*|trust\w*|
    relaps\w*|slip\w*|drank|drunk|drinks?|drinking|used|using|lie[sd]|lying
  )\b
`;

/** "our son is marrying the girlfriend we never warmed to" */
const OTHER_SEX = pattern`
  \b(?:son|brother|nephew|grandson|boy|lad)\b.{1,60}\b(?:girlfriend|wife|fianc[ée]e)\b|
  \b(?:daughter|sister|niece|granddaughter|girl)\b.{1,60}\b(?:boyfriend|husband|fianc[ée])\b
`;
const SAYS_ORIENTATION = pattern`
  \b(?:gay|lesbian|queer|bi|bisexual|trans\w*|lgbt\w*|same[- ]sex|pronouns?|(?:come|came|coming|comes|is|was) out|out to|pride|closet\w*|likes? (?:boys|girls|men|women))\b
`;

/** Infants in the sense of British schools: with a school, an assembly or a harvest beside them, or alone. */
const PUPILS = pattern`
  ^\W*(?:the )?infants\W*$|
  \binfants?[’']? (?:class|school|assembly|teacher|department|hall|pupils|nativity|and juniors)\b|
  \b(?:school|assembly|assemblies|harvest|nativity|juniors|pupils|teacher|key stage|ks1|worship|all-age)\b.*\binfants\b|
  \binfants\b.*\b(?:school|assembly|harvest|nativity|juniors|pupils|hall|carpet|classroom|teacher)\b
`;
const BIRTH_OR_DEATH = pattern`
  \b(?:
    bapti\w+|christen\w*|dedicat\w+|newborns?|birth|born|
    dies?|died|dead|death|dying|lost|loss|funeral|grie\w+|bury|buried|stillb\w+
  )\b
`;

export function unsuitable(topic: string): Unsuitable {
  const all: Unsuitable[] = [];
  if (mentionsAbuse(topic)) all.push(OWN_TEMPER.test(topic) ? OF_GUILT : OF_GUILT_AND_ANGER);
  if (NOT_SOBER.test(topic)) all.push(OF_SOBRIETY);
  else if (STAYS_SOBER.test(topic) && !SHADOW.test(topic)) all.push(OF_ADDICTION);
  if (OTHER_SEX.test(topic) && !SAYS_ORIENTATION.test(topic)) all.push(OF_ORIENTATION);
  if (PUPILS.test(topic) && !BIRTH_OR_DEATH.test(topic)) all.push(OF_BIRTH);
  return {
    themes: new Set(all.flatMap(({ themes }) => Array.from(themes))),
    facts: new Set(all.flatMap(({ facts }) => Array.from(facts))),
  };
}

/** The themes that a sermon on this topic may have. */
export function suitableThemes(topic: string, themes: readonly Theme[]): readonly Theme[] {
  const { themes: left } = unsuitable(topic);
  return themes.filter(({ id }) => !left.has(id));
}
