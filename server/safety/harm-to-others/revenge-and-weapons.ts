import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** Revenge, weapons and poison that are meant for somebody. */
export const REVENGE_AND_WEAPONS: readonly Rule[] = [
  {
    examples: ["want to watch him bleed"],
    points: 3,
    pattern: regex`
      \b(?:
        going to|about to|will|plan(?:ning)? to|want to|have to|need to|ready to|intend to
      ) (?:make|watch) (?:him|her|them|everyone|that \w+) (?:
        bleed|suffer and die|die|burn alive|pay with (?:his|her|their) (?:life|blood|lives)
      )\b|
      \b(?:he|she|they) (?:deserves? to|must|is going to|are going to|will) die (?:
        by my|and i will|for what (?:he|she|they) did(?: to me)? and i
      )\b|
      \bend (?:his|her|their) (?:life|lives)\b
    `,
    unless:
      /\b(?:wants?|threaten\w*|going|trying|about|decided|planning) to end (?:his|her|their) (?:own )?(?:life|lives)\b|\bown\b/u,
  },
  {
    examples: ["they will pay with blood", "i know where he lives", "i have a list of names and a gun"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:pay|repay|answer)\b.{0,20}\b(?:with|in) (?:\w+ )?(?:blood|their (?:lives|life)|his life|her life|fire)\b|
      \b(?:punish|cleanse|purge|purify)\b.{0,40}\b(?:with|by) (?:fire|blood|bullets?|a gun)\b|
      \bi will be waiting for (?:him|her|them)\b|
      \b(?:i know where (?:he|she|they) (?:lives?|works?|sleeps?|parks?|goes))\b|
      \b(?:
        eye for an eye|make (?:him|her|them) (?:pay|suffer|bleed|hurt|regret)
      )\b.{0,60}\b(?:i know where|tonight|tomorrow|gun|knife|plan|going to|will)\b|
      \b(?:list of names\b.{0,60}\b(?:range|gun|rifle|school|work|shoot\w*|ammo)|hit list|kill list|manifesto)\b|
      \b(?:about|going) to do something\b.{0,60}\b(?:can not take back|regret|prison|jail|to (?:him|her|them|my))\b|
      \bend up in (?:prison|jail) (?:for|because)\b.{0,40}\b(?:what i|him|her)\b
    `,
    unless: regex`
      \b(?:
        jesus|christ|with arms|with (?:a )?(?:hug|gift|flowers|dinner|open)|at the (?:airport|gates?|altar|door)|heaven|
        prayer list|passover|baptis\w*|wedding|surprise|propos\w*
      )\b
    `,
  },
  {
    examples: ["i bought a gun for my ex"],
    points: 3,
    pattern: regex`
      \b(?:i have|i bought|i am bringing|bringing|i got|with|loaded) (?:my |a |the )?(?:gun|knife|rifle|bomb)\b.{0,40}\b(?:
        him|her|them|everyone|boss|school|church|work|pay|ex
      )\b
    `,
    unless: /\b(?:he|she) (?:has|had)|\bcontrol\b/u,
  },
  {
    examples: ["bring a knife to school", "i am going to finish him", "poison in his coffee"],
    points: 3,
    pattern: regex`
      \b(?:
        bring(?:ing)?|brought|tak(?:e|ing)|carry(?:ing)?|pack(?:ing|ed)?
      ) (?:a|my|the|his) (?:\w+ )?(?:knife|gun|pistol|rifle|bomb|blade|machete) (?:to|into|in) (?:
        class|school|work|church|college|campus|court|the office|his|her|my
      )\b|
      \b(?:going to|about to|ready to|will|want to|plan(?:ning)? to) (?:\w+ ){0,2}?(?:end|finish|waste|gut|ice|off) (?:him|her|them|those|these)\b|
      \b(?:poison(?:ed|ing)?|(?:put|mixed|slipped|putting) .{0,25}) (?:in |into )?(?:
        his|her|their|my (?:\w+ )?(?:husband|wife|boss|father|mother)'s
      ) (?:coffee|tea|food|drinks?|dinner|soup|lunch)\b
    `,
    unless: /\b(?:show and tell|scout|cooking|butter|confiscat\w*|salt|sugar|note|milk|end (?:him|her|them) (?:well|with))\b/u,
  },
  {
    examples: ["i want her dead and i bought the poison"],
    points: 3,
    pattern: regex`
      \bi (?:[\w']+ ){0,3}?(?:want|wish|need|hope|pray(?:ed)?) (?:[\w'-]+ ){0,5}?(?:dead|to die|killed|gone forever)\b(?=
        .*\b(?:bought|poison|gun|plan|by my|i will|i would|do it|hire[ds]?|knife|ready)\b
      )|
      \b(?:bought|got|have|found|mixed|put) (?:\w+ )?(?:poison|rat poison|antifreeze|arsenic)\b.{0,40}\b(?:
        him|her|them|food|drink|coffee|tea|my \w+
      )\b
    `,
    unless: /\b(?:rats?|mice|ants|garden|weeds|ivy)\b(?! poison)|\bnot (?:want|wish) to die\b/u,
  },
  {
    examples: ["i will run him over with my car"],
    points: 3,
    pattern: /\b(?:i|me)\b.{0,40}\brun (?:him|her|them|(?:my|the|that|those) \w+(?: \w+)?) (?:over|down) with\b/u,
  },
];
