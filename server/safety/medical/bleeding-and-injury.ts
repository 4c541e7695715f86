import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { LONG_AGO } from "../in-the-past.ts";

/** Heavy bleeding, danger in pregnancy, head injuries, sudden confusion. */
export const BLEEDING_AND_INJURY: readonly Rule[] = [
  {
    examples: ["bleeding will not stop", "coughing up blood"],
    points: 3,
    pattern: regex`
      \b(?:bleed(?:s|ing)?|blood)\b.{0,25}\b(?:
        a lot|heav\w+|will not stop|everywhere|badly|can not stop|non-?stop|in (?:my|his|her) (?:stool|vomit|urine)|
        from (?:the|my|his|her) (?:head|ears?|nose and|rectum)
      )\b|
      \b(?:cough\w*|vomit\w*|throw\w* up|spit\w*|pooping|peeing) (?:up )?blood\b
    `,
    unless: new RegExp(`${LONG_AGO}|\\b(?:calvary|cross|jesus|christ|lamb|woman)\\b`, "u"),
  },
  {
    examples: ["bleeding heavily", "vomiting blood", "turning blue", "fever of 105"],
    points: 3,
    pattern: regex`
      \b(?:
        bleeding (?:heavily|out|badly|a lot|and it will not stop)|(?:will not|can not|does not) stop (?:the )?bleeding|
        vomiting blood|coughing (?:up )?blood|throwing up blood|blood in my (?:vomit|stool)|unconscious|passed out and|
        face (?:is )?droop\w*|slurr\w+ speech|(?:arm|side|face) (?:is |has gone |went )?numb|turning blue|turned blue|
        fever of (?:10[4-9]|4[01])
      )\b
    `,
    unless:
      /\b(?:last (?:year|month|week)|years ago|woman (?:with|who)|issue of blood|subconscious|unconscious (?:bias|mind))\b/u,
  },
  // A pregnancy or birth together with bleeding, pain, or a child that no longer moves.
  {
    examples: ["i am pregnant and bleeding"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      (?=
        .*\b(?:pregnan\w+|weeks|water broke|in labou?r|miscarr\w+|gave birth|just had (?:a|the) baby|postpartum)\b
      )(?=
        .*\b(?:
          bleed\w*|blood clots?|gushing|hemorrhag\w+|water broke|severe (?:pain|cramps?)|
          baby (?:is |has )?(?:not|stopped) mov\w+|not felt the baby
        )\b
      )
    `,
    unless: new RegExp(`${LONG_AGO}|\\b(?:weeks ago|grie\\w+|mourn\\w*|naming|nurse|midwife)\\b`, "u"),
  },
  {
    examples: ["fell on his head and is sleepy", "confused since this morning"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:fell|fall|hit|hits|banged|bumped|struck)\b.{0,30}\bhead\b.{0,80}\b(?:
        sleepy|drowsy|vomit\w*|threw up|throwing up|confus\w*|unconscious|blood|bleeding|dizzy|not wak\w*|pupils?|
        slurr\w*|weird
      )\b|
      \b(?:confus\w+|disoriented|does not know where)\b.{0,40}\b(?:
        since (?:this )?(?:morning|breakfast|lunch|yesterday|last night|noon|an hour)|all of a sudden|sudden\w*|today
      )\b|
      \bsudden\w*\b.{0,20}\bconfus\w+\b
    `,
    unless: new RegExp(LONG_AGO, "u"),
  },
];
