import { regex, regexSource } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { BODY } from "../vocabulary.ts";

/** Self-injury without the intent to die. */
const HARM =
  "(?:cut(?:ting)?|burn(?:ing|ed|t)?|harm(?:ing|ed)?|hurt(?:ing)?|injur(?:e|ing)|scratch(?:ing)?|starv(?:e|ing)|punish(?:ing)?) myself";

/** Accidents and everyday cuts. */
const NO_ACCIDENT = regexSource`
  \b(?:
    accident\w*|cooking|kitchen|stove|oven|iron(?:ing)?|shav(?:e|ing)|carving|vegetables|work(?:shop)?|surgery|
    surgeon|doctor|stitches|ran over|fell
  )\b
`;

/** Cutting, burning and other injury of one's own body. */
export const SELF_INJURY: readonly Rule[] = [
  {
    examples: ["i keep cutting myself"],
    points: 3,
    pattern: new RegExp(`\\b(?:i|my|me|myself|am)\\b.*\\b(?:${HARM})\\b`, "u"),
    unless: /\b(?:(?<!can )not|never|stopped|without) (?:\w+ ){0,2}(?:cut|burn|harm|hurt)/u,
  },
  // At the start of a clause.
  {
    examples: ["cutting myself again"],
    points: 3,
    pattern: /^(?:cutting|burning|harming|hurting|starving) myself\b/u,
  },
  {
    examples: ["the urge to self-harm"],
    points: 3,
    pattern: /\b(?:i (?:\w+ ){0,4}|my |urges? to |wanting to |back (?:in)?to )self[- ]?harm(?:ing|ed)?\b/u,
    unless: /\b(?:son|daughter|teen\w*|child|friend|student|sister|brother)\b/u,
  },
  {
    examples: ["i sliced my arm"],
    points: 3,
    pattern: regex`
      \bi (?:[\w']+ ){0,5}?(?:
        cut|cuts|cutting|slice[ds]?|slicing|slash(?:ed|ing)?|slit|carve[ds]?|carving|burn(?:s|ed|t|ing)?|
        stab(?:bed|bing)?|scratch(?:ed|ing)?|bruis(?:e|ed|ing)|bleed|hit|hitting|punch(?:ed|ing)?|pick(?:ing)? at
      ) (?:[\w']+ )?my (?:own )?(?:[\w']+ )?${BODY}\b
    `,
    unless: new RegExp(
      `${NO_ACCIDENT}|\\bmy (?:\\w+ )?(?:hand|arm|leg|face) (?:off|on|at|with the|in the)\\b|\\bused to\\b|\\byears\\b`,
      "u",
    ),
  },
  {
    examples: ["a razor to my wrist"],
    points: 3,
    pattern: regex`
      \b(?:
        razor|blade|knife|scissors|lighter|cigarettes?|needle|glass
      )s? (?:up )?(?:to|on|against|across|into) (?:my|the inside of my) (?:own )?(?:[\w']+ )?${BODY}\b
    `,
    unless: new RegExp(NO_ACCIDENT, "u"),
  },
  {
    examples: ["tempted to hurt myself"],
    points: 3,
    pattern: regex`
      \b(?:
        urges?|impulses?|need|want|wanting|going|tempted|thinking|thoughts?|close|keep|started|trying|
        afraid i (?:will|might)|relaps\w+|back
      ) (?:\w+ ){0,4}?(?:to |of |about )?(?:
        hurt(?:ing)?|harm(?:ing)?|cut(?:ting)?|injur(?:e|ing)|burn(?:ing)?|kill(?:ing)?|punish(?:ing)?|starv(?:e|ing)
      ) (?:myself|my body)\b
    `,
    unless:
      /\b(?:at|with|for|trying to (?:please|make)|at the gym|off from|used to)\b|\b(?:not|never) (?:going|want\w*|trying)\b/u,
  },
  // But not "cutting back".
  {
    examples: ["back to cutting", "scars on my arms"],
    points: 3,
    pattern: regex`
      \b(?:
        i|i am|i have|been|stop|start\w*|keep|kept|relaps\w*|addicted to|want to be|back to|about|my|urge\w*
      ) (?:\w+ ){0,3}?cutting\b(?! (?:
          back|out|down|off|in|through|up|into|across|ties|corners|carbs|sugar|vegetables?|onions?|wood|boards?|edge|
          class(?:es)?|costs?|expenses|spending|calories|grass|trees?|hair|fabric|cloth|paper|coupons|teeth|meat|the|
          my (?:hair|grass|lawn|hours|losses|budget|teeth|own hair|mother|father|family|parents|brother|sister)|
          it close|him|her|them|people|remarks?|words?|humou?r
        )
      )|
      \b(?:self[- ]?harm\w*|scars? on my (?:arms?|wrists?|thighs?|legs?))\b|
      \b(?:bang(?:ing)?|hit(?:ting)?|punch(?:ing)?) my (?:own )?(?:head|face) (?:against|on|into|until|when|because)\b
    `,
    unless:
      /\b(?:used to|years|clean|son|daughter|recover\w*|sister|friend|student|teen\w*|bible|accident\w*|fell|surgery|cooking|old scars|long ago)\b/u,
    firstPerson: true,
  },
  {
    examples: ["started cutting again", "going to end it tonight"],
    points: 3,
    pattern: regex`
      \b(?:
        started|been|back to|keep|kept|relapsed (?:in|into)|thinking (?:of|about)|want to|urge to
      ) (?:cutting|cut)(?: again| my (?:arms?|wrists?|legs?|skin|thighs?))\b|
      \b(?:going to|want to|ready to|decided to|time to|need to) end it (?:
        tonight|today|now|soon|tomorrow|this week|right now|once and for all
      )?$
    `,
    unless: /\bcutting (?:out|back|down|carbs|spending)|\bcut(?:ting)? my (?:hair|lawn|losses|hours|budget)\b/u,
  },
];
