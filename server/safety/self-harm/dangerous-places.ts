import { regex, regexSource } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

const HEIGHT = regexSource`
  (?:
    bridges?|overpass|cliffs?|roof(?:top)?|ledge|balcony|train tracks?|tracks|railway|railroad|subway platform|
    parking garage|tall building|window sill
  )
`;

/** Bridges, roofs, tracks, traffic and deep water. */
export const DANGEROUS_PLACES: readonly Rule[] = [
  {
    examples: ["standing on the edge of a bridge"],
    points: 3,
    pattern: regex`
      \b(?:standing|sitting|am|parked|walking) (?:on|at|by|near|to) (?:the |a )?(?:
        edge of (?:the |a )?(?:bridge|roof|cliff|building)|bridge|ledge|roof|train tracks|cliff
      )\b
    `,
  },
  {
    examples: ["i parked by the cliff"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      (?:\b(?:i|i am|am|was|been|from|keep|me)\b.{0,30}|^)\b(?:
        stand(?:ing)?|stood|sit(?:ting)?|sat|park(?:ed|ing)?|walk(?:ed|ing)?|climb(?:ed|ing)?|went|go(?:ing)?|
        driv(?:e|ing)|drove|writing (?:this )?|typing (?:this )?|look(?:ing|ed)?|star(?:ed|ing)|jump(?:ing)?|
        think(?:ing)?|research\w*|google\w*
      )\b.{0,20}\b(?:
        on|off|at|by|to|from|about|up|onto|near|over|of|into|down|in front of
      ) (?:the |a |that |this |an )?(?:edge of (?:the |a )?)?(?:\w+ )?${HEIGHT}\b
    `,
    unless: regex`
      \b(?:
        photo\w*|hik\w*|jesus|fish\w*|repair\w*|fix\w*|roofer|work\w*|job|afraid of heights|sunset|view|stars|
        christmas lights|bridge (?:club|game|to)|build\w*|satan|temptation|temple|peter|david|
        rooftop (?:bar|garden|party)|vacation|tour\w*|to work|to church|wedding|proposed
      )\b
    `,
  },
  {
    examples: ["i think of driving into a tree", "let go of the wheel"],
    points: 3,
    pattern: regex`
      \b(?:i|me|my)\b.{0,40}\b(?:
        driv(?:e|ing)|steer(?:ing)?|swerv(?:e|ing)|crash(?:ing)?|turn(?:ing)?|step(?:ping)?|walk(?:ing)?|jump(?:ing)?|
        throw(?:ing)? myself|wander(?:ing)?
      ) (?:\w+ ){0,3}?(?:into|off|in front of|under) (?:a |the |an |oncoming )?(?:
        tree|wall|truck|traffic|train|bus|lake|river|sea|ocean|pole|bridge|cliff|road|semi|car
      )\b|
      \b(?:let go of|jerk|turn|yank) the (?:steering )?wheel\b|
      \bwalk into (?:the )?traffic\b
    `,
    unless: regex`
      \b(?:
        afraid|accident|by mistake|dream(?:ed|t)?|almost|years|ago|jesus take|son|daughter|he|she|dog|cat|swim\w*|
        bapti\w+|boat|deer|learn\w*|peter|water walk\w*
      )\b
    `,
  },
  // A weak sign.
  {
    examples: ["i keep thinking about the bridge"],
    points: 2,
    pattern: regex`
      \b(?:
        think\w*|thought|look\w*|star\w*|walk\w*|driv\w*|keep|been
      ) (?:\w+ ){0,3}?(?:about|of|at|to|onto|toward) (?:the |a |that )?(?:
        bridge|cliff|train tracks|railway|overpass|roof|ledge|gun|rope|pills|knife|blade
      )\b
    `,
    unless: /\b(?:control|violence|photo|hike|jesus|afraid of heights)\b/u,
  },
];
