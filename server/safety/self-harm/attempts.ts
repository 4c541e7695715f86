import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** An attempt that was survived, and not being safe alone. */
export const ATTEMPTS: readonly Rule[] = [
  {
    examples: ["my second attempt and they found me", "i tried to die and it did not work"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:
        (?:first|second|third|fourth|another|last|failed|my (?:\w+ )?|an) attempt|attempted|tried it|
        tried (?:to (?:die|end it|do it|kill))
      )\b.{0,120}\b(?:
        saved me|found me|survived|hospital|psych|icu|er|failed|angry|wish it (?:had )?worked|did not work|it did not|
        still here|alive
      )\b
    `,
    unless: regex`
      \b(?:
        years? ago|decades? ago|(?:19|20)\d\d|friend|son|daughter|brother|sister|husband|wife|ivf|business|marathon|
        exam|weight|smoking|quit\w*|grateful|thank
      )\b
    `,
  },
  {
    examples: ["i tried it and i will do it right this time", "i survived and want to try again"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:
        tried|jumped|hanged|cut|overdosed|attempt\w*|failed|survived|lived|pulled (?:me )?back|stopped me|saved me
      )\b.{0,80}\b(?:
        want|going|plan\w*|ready|will|might|thinking|need|tempted
      ) (?:\w+ ){0,3}?(?:try|do it|attempt|jump|go) (?:it )?(?:again|for real|right this time|properly)\b
    `,
    unless: /\b(?:diet|business|exam|test|marathon|ivf|pregnan\w+|dating|quit\w*|smok\w*|drinking|read\w*|church)\b/u,
  },
  {
    examples: ["wish my attempt had worked", "not safe with myself", "scared of what i might do"],
    points: 3,
    pattern: regex`
      \b(?:my|the) (?:\w+ )?(?:suicide )?attempt (?:\w+ )?(?:
        had worked|had succeeded|failed|did not work|was not|should have
      )\b|
      \b(?:
        regret\w*|sorry|angry|sad|wish\w*|hate|disappointed|mad|furious
      ) (?:that )?(?:\w+ ){0,4}?(?:
        survived|surviving|i lived|did not die|not dying|pulled through|they found me|saved me|brought me back|
        made it through the night
      )\b|
      \b(?:
        pumped my stomach|suicide watch|psych(?:iatric)? hold|5150|baker act\w*|cut me down|
        pulled me (?:off|back from) the
      )\b|
      \b(?:not|never|do not feel|am not) (?:feel(?:ing)? )?(?:\w+ )?safe (?:with|from|around|alone with|by) (?:myself|my own)\b|
      \b(?:not|never) (?:\w+ )?trust myself (?:\w+ )?(?:
        alone|tonight|right now|to be alone|with (?:pills|a knife|my (?:meds|pills)|sharp)
      )\b|
      \b(?:scared|afraid|terrified|frightened) (?:
        of what i (?:will|might|could|may) do|(?:that )?i (?:will|might|could) do something (?:stupid|bad|to myself)|
        of myself|to be alone with (?:myself|my (?:thoughts|mind))
      )\b|
      \bdo something (?:stupid|permanent|final|to myself)\b|
      \b(?:can not|should not|must not) be (?:left )?alone (?:tonight|right now|with myself)\b
    `,
    unless: /\b(?:business|exam|climb|record|comedy|eat|angry outburst|my temper|say)\b/u,
  },
];
