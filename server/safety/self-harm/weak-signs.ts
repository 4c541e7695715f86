import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** Signs that count together with another one; alone they add a line about help. */
export const WEAK_SIGNS: readonly Rule[] = [
  {
    examples: ["nobody needs me", "put my affairs in order", "one thing left to do", "not around much longer"],
    points: 2,
    pattern: regex`
      \b(?:no one|nobody) needs me\b|
      \b(?:made|making|settled|finished|put) (?:all )?(?:my|the) (?:arrangements|affairs)\b|
      \b(?:given|gave|giving) away my (?!things|belongings|possessions|pets?)\w+\b|
      \b(?:can not|do not) see (?:a |any |my )?(?:tomorrow|next (?:year|week))\b|
      \bone thing left to do\b|
      \blast sermon (?:i|of my life)\b|
      \bslipping (?:under|away)\b|
      (?<!\b(?:say|said|saying) )\bgoodbye$|
      \b(?:all )?(?:be )?over by (?:tomorrow|monday|morning|the weekend|sunday)\b|
      \bgo to heaven if (?:you|i|a person|someone) (?:choose|decide|leave)\b|
      \bworth breathing\b|
      \bwon(?:'t| not) be (?:needing|around)\b|
      \bwill not be (?:needing|around)\b|
      \bnot (?:be )?around much longer\b|
      \blook(?:ed|ing)? (?:up|at) (?:bridges|the (?:train )?tracks|heights)\b
    `,
  },
  {
    examples: ["easier that way", "differently now", "done"],
    points: 1,
    onlyBesideOthers: true,
    pattern: /^done$|\b(?:by choice|funeral|easier that way|makes it easier|fake it|differently now|relieved|early)\b/u,
    unless: /\b(?:well done|early (?:church|morning|service|bird)|getting done|his|her|their|mother|father|he said|preach)\b/u,
  },
  // The bare words.
  {
    examples: ["suicide", "self-harm", "he took his own life"],
    points: 1,
    pattern: regex`
      \bsuicid(?:e|al)\b|
      \bself[- ]?harm\b|
      \b(?:killed|hanged|hung|shot) (?:himself|herself|themselves|themself)\b|
      \b(?:took|take|taken|ended) (?:his|her|their) own (?:life|lives)\b|
      \boverdos(?:e|ed)\b
    `,
  },
  {
    examples: ["hopeless", "trapped", "i feel numb"],
    points: 1,
    pattern: regex`
      \b(?:
        hopeless(?:ness)?|(?:can not|do not) see (?:a|any) (?:way|future|light)|no hope(?: left)?|lost all hope|
        beyond hope|without hope|no way out|no future|trapped|nothing (?:left|matters)|no point(?: anymore)?|pointless|
        meaningless|numb|dead inside|empty inside|worthless
      )\b
    `,
    unless: /\bnot (?:hopeless|pointless|meaningless|worthless)\b|\becclesiastes\b/u,
  },
  {
    examples: ["can not take", "want to give up", "end this pain"],
    points: 1,
    pattern: regex`
      \b(?:can not|could not) (?:take|do|bear|stand|handle|go on|keep going|keep doing|carry on|live like|cope)\b|
      \b(?:want(?:ing)?|ready|about|going|feel like) (?:to )?giv(?:e|ing) up\b|
      \bgiving up\b|
      \bwant (?:the|this|all the|my) (?:pain|suffering|hurt\w*) to (?:stop|end)\b|
      \bend (?:the|this) pain\b
    `,
    unless: /\bgiv(?:e|ing) up (?:sugar|smoking|alcohol|meat|coffee|chocolate|control|for lent)\b/u,
  },
  {
    examples: ["depression", "i hate myself", "eating disorder"],
    points: 1,
    pattern: regex`
      \b(?:
        depress(?:ion|ed|ive)|despair(?:ing)?|dark (?:thoughts?|place)|self[- ]?hat(?:e|red)|hate myself|breaking point|
        at the end of my rope|psych ward|bipolar|eating disorder|anorexi\w+|bulimi\w+|postpartum
      )\b
    `,
  },
  {
    examples: ["think about death", "want to go home to jesus"],
    points: 1,
    pattern: regex`
      \b(?:think(?:ing)?|thoughts?|dream\w*|obsess\w*) (?:a lot |constantly |all the time |only )?(?:of|about|with) (?:my (?:own )?)?(?:death|dying)\b|
      \bgoodbye forever\b|
      \bwant to go home to (?:jesus|god|heaven)\b|
      \bready to (?:meet my maker|go home|go to heaven)\b
    `,
  },
  // What a survivor says of those who died.
  {
    examples: ["i should have died with them", "why was it not me who died", "survivor's guilt"],
    points: 1,
    pattern: regex`
      \bi should have (?:died|drowned|burned|been killed|gone down|been the one who died)\b|
      \b(?:should have been|was it not) me (?:who|that) (?:died|was killed)\b|
      \bsurvivor(?:'?s'?)? guilt\b
    `,
  },
];
