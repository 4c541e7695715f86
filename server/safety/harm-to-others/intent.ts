import { regex, regexSource } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { HURTING, NOT_MEANT, THEM } from "./words.ts";

/** Whom the plainest sentences are about; `THEM` has more people. */
const PERSON = regexSource`
  (?:
    him|her|them|someone|somebody|people|everyone|
    my (?:\w+ )?(?:
      husband|wife|ex|ex-?\w+|boss|father|dad|mother|mom|brother|sister|son|daughter|(?:newborn )?baby|newborn|
      infant|toddler|kids?|child(?:ren)?|neighbou?rs?|boyfriend|girlfriend|family|parents|stepfather|stepdad|
      coworkers?|colleagues?|classmates?|roommate|teacher|abuser|rapist
    )|the (?:man|men|woman|people|kids?|children|baby|guy|person|one|driver|killer|boy|girl) (?:who|that)?|
    that (?:man|woman|guy|person|boy|girl)|(?:a|some|another) (?:person|people|man|woman|child|kid)|
    (?:those|these) (?:people|men|women|kids)
  )
`;

/** The verbs of the plainest sentences; `HURTING` has more. */
const KILL =
  "(?:kill|murder|sacrifice|shoot|stab|strangle|poison|hurt|harm|attack|beat|choke|drown|smother|shake|burn|bomb|run over|rape|molest)";

/** Wanting, planning, thinking, with its subject. */
const I_WANT = regexSource`
  (?:
    i (?:\w+ )?(?:
      want|am going|plan|have decided|decided|intend|am about|am ready|need|long|dream|am planning|am tempted|will|
      am thinking|keep thinking|think|fantasize|have thoughts|am afraid i (?:will|might|am going to|could)|might|
      have (?:an )?urges?|feel (?:like|urges?|an urge)|am scared i (?:will|might|could)
    )|wanting|planning|going|thinking|thoughts|urges?|tempted|fantasi[sz]ing|afraid i (?:will|might|could)|
    scared i (?:will|might)|god (?:told|tells|wants|is telling|commanded) me|voices? (?:\w+ ){0,3}me
  )
`;

/** Wanting, planning, thinking, and orders of others, without a subject. */
const INTENT = regexSource`
  (?:
    want(?:ing|ed)? to|wanna|going to|about to|ready to|plan(?:ning|ned)?(?: to| on)?|decided to|intend(?:ing)? to|
    need(?:ing)? to|have to|long(?:ing)? to|tempted to|will|urges? (?:to|of)|thoughts? (?:of|about)|
    think(?:ing)? (?:of|about)|fantasi[sz](?:e|es|ing) (?:of|about)|dream(?:ing)? (?:of|about)|imagin(?:e|ing)|
    pictur(?:e|ing)|afraid (?:that )?(?:i (?:will|might|may|could|am going to)|of)|
    scared (?:that )?(?:i (?:will|might|may|could|am going to)|of)|worried (?:that )?i (?:will|might|could)|
    close to|feel like|almost|nearly|
    (?:told|tells?|telling|commands?|commanded|commanding|wants?|want|order\w*|calls?|calling|asking|asked) me to|
    can not stop|could not stop|keep|kept|trying not to|might|ready for
  )
`;

/** The writer wants, plans or imagines to harm somebody. */
export const INTENT_TO_HARM: readonly Rule[] = [
  {
    examples: ["i want to kill my boss"],
    points: 3,
    pattern: new RegExp(`\\b${I_WANT} (?:\\w+ ){0,2}?(?:to |of |about )?(?:\\w+ ){0,1}?${KILL}(?:ing)? ${PERSON}`, "u"),
    unless: regex`
      \b(?:who|that) (?:wants?|tried|killed|want) (?:to )?(?:kill|hurt|harm)|
      \bforgiv\w+|
      \b(?:killing|hurting|harming) (?:him|her|them|my \w+)(?= (?:by|with|if))|
      \bseeing|
      watching\b
    `,
  },
  {
    examples: ["i keep thinking of strangling him"],
    points: 3,
    pattern: regex`
      \b${I_WANT} (?:\w+ ){0,2}?(?:to |of |about )?(?:
        killing|murdering|shooting|stabbing|strangling|poisoning|hurting|harming|attacking|drowning|smothering|shaking|
        raping|molesting
      ) ${PERSON}
    `,
  },
  // With words between the writer and the wish, and with more verbs and people.
  {
    examples: ["i lie awake and i am tempted to hurt my sister"],
    points: 3,
    pattern: new RegExp(`\\b(?:i|me|my|we)\\b.{0,60}\\b${INTENT} (?:[\\w']+ ){0,2}?${HURTING} (?:[\\w']+ )?${THEM}\\b`, "u"),
    unless: new RegExp(NOT_MEANT, "u"),
  },
  // At the start of a clause.
  {
    examples: ["planning to poison my ex"],
    points: 3,
    pattern: new RegExp(
      `^(?:wanting|planning|thinking|thoughts|urges?|fantasi[sz]ing|about|going|ready) (?:\\w+ ){0,3}?${HURTING} (?:\\w+ )?${THEM}\\b`,
      "u",
    ),
    unless: new RegExp(NOT_MEANT, "u"),
  },
  {
    examples: ["i want him dead"],
    points: 3,
    pattern: new RegExp(
      `\\b(?:want|wish|going|like|planning|ready|plan) (?:\\w+ )?${PERSON} (?:\\w+ )?(?:dead|killed|murdered)\\b`,
      "u",
    ),
    unless: /\b(?:god|lord) (?:want|wish)/u,
  },
];
