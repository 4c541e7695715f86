import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { PARTNER } from "../vocabulary.ts";

/** The writer asks whether to stay with, go back to, obey or forgive somebody who hurts them. */
export const STAYING: readonly Rule[] = [
  {
    examples: ["go back to my husband who hits me"],
    points: 3,
    pattern: regex`
      \b(?:
        go(?:ing)? back|return(?:ing)?|stay(?:ing)?|submit(?:ting)?|obey(?:ing)?|remain(?:ing)?
      ) (?:to|with|married to) (?:my |the |a |an )?(?:
        abus\w+|violent \w+|
        (?:${PARTNER}|man) (?:who|that|even though he|when he|if he|because he) (?:hits|beats|abuses|hurts|chokes)
      )
    `,
    unless: /\b(?:how to help|friend|sister|daughter)\b/u,
  },
  {
    examples: ["do i have to forgive him when he beats me", "be a better wife so he stops hitting"],
    points: 3,
    pattern: regex`
      \b(?:do|does|did|should|must|can|could|why do|how do) i (?:\w+ )?(?:have to |need to )?(?:
        stay|go back|return|submit|forgive|obey|leave|honou?r
      )\b.{0,60}\b(?:
        hits|beats|hit|hurts|hurt me|rapes|abus\w+|chok\w+|violent|threaten\w*|broke|punch\w*|marks|slaps?
      )\b|
      \b(?:
        stay|back|submit|submissive|obey|forgive|patient|better wife
      )\b.{0,50}\b(?:so (?:that )?)?(?:he|she) (?:will |would )?(?:stop\w* |does not |not )(?:
        hit\w*|beat\w*|hurt\w*|chok\w*|yell\w*|explod\w*
      )
    `,
    unless: regex`
      \b(?:
        years ago|when i was (?:a|little|young|small|\d)|grew up|growing up|used to|childhood|my late|deceased|feelings
      )\b|
      \b(?:forgive|honou?r) (?:\w+ ){1,3}(?:who|that) (?:has |had )?hurt (?:me|us)$
    `,
  },
  {
    examples: ["should a wife endure beatings", "i am not allowed to leave"],
    points: 3,
    pattern: regex`
      \b(?:i|wife|wives|woman|women|husband|christian) (?:\w+ )?(?:endure|tolerate|accept|put up with|bear|suffer) (?:\w+ )?(?:
        beatings?|physical abuse|being (?:hit|beaten)
      )\b|
      \b(?:am|are) not allowed (?:to )?(?:leave|go out|see my|talk to my|have (?:a phone|money|friends)|out)\b
    `,
    unless: /\b(?:prison|hospital|work|quarantine|curfew|facility|nursing)\b/u,
  },
];
