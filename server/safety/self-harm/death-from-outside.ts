import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** The hope that God, an illness or an accident ends the writer's life. */
export const DEATH_FROM_OUTSIDE: readonly Rule[] = [
  {
    examples: ["god take me"],
    points: 3,
    pattern: regex`
      \b(?:god|lord|jesus) (?:\w+ )?(?:to |would |will |should |can |could )?(?:take|end|kill) (?:
        me(?: home| away| now| in my sleep)?|my life|me out
      )\b(?! (?:
          to|through|by|as|where|up|from|seriously|back|out of (?:this|my) (?:pit|mess|trouble)|on|for|into|
          in (?:his|your) (?:arms|hands)|and (?:use|make|let|lead|do)
        )
      )
    `,
    unless: /\b(?:away|take my life and)\b.*\blet it be\b|\btake my life and\b/u,
  },
  {
    examples: ["praying that the cancer takes me", "asked not to see the morning"],
    points: 3,
    pattern: regex`
      \b(?:
        hope|hoping|wish|wishing|pray|praying|prayed|beg|begging|begged|ask|asking|asked|want|waiting|wrong
      )\b.{0,50}\b(?:
        (?:
          cancer|illness|sickness|disease|tumor|god|he|you|the lord|covid|a heart attack|an accident|something|death|
          this
        ) (?:\w+ ){0,3}?(?:takes?|kills?|ends?|finish(?:es)?|would take|get|gets) (?:me|it|my life)|
        (?:for|want) (?:an )?(?:accident|car crash|heart attack|aneurysm)|
        (?:not |never )(?:let me |to )?(?:see|wake|open my eyes|make it to|live to see|reach) (?:up )?(?:in )?(?:the |another )?(?:
          morning|tomorrow|day|sunrise|light
        )|to (?:end|take) (?:it|me|my life)(?! (?:to|as|and use|out|in|into|from|away))|
        does not let me (?:see|wake|live)
      )\b
    `,
    unless: regex`
      \b(?:
        afraid|fear|will not|does not (?:kill|take me from)|takes? me (?:to|by|as|through|back|seriously|in)|healing|
        cure|end it in|remission|peacefully in (?:his|her)
      )\b|
      \bmorning (?:person|routine|devotions?)\b|
      \bjoin\b.{0,20}\bchurch\b
    `,
  },
  {
    examples: ["i wish a truck would hit me"],
    points: 3,
    pattern: regex`
      \b(?:
        truck|car|bus|train|bullet|plane|lightning|semi|tumor|cancer|someone
      ) (?:(?:would|will|could|to) )?(?:\w+ )?(?:
        hits?|kills?|crash(?:es)?|strikes?|takes?|shoots?|runs? over|runs? into|ends?
      )(?: (?:me|with me|my car|it))\b
    `,
    unless:
      /\b(?:afraid|fear\w*|scared|worr\w+|terrified|anxious|years? ago|last (?:week|month|year)|to (?:church|work|school))\b/u,
  },
  // Said by who is old and at peace, too, so a line about help is enough.
  {
    examples: ["why god have you not taken me", "when will the lord take me", "i am ready, please hurry"],
    points: 1,
    pattern: regex`
      \b(?:why|when|how long)\b.{0,30}\b(?:god|lord|jesus|he|you)\b.{0,20}\b(?:tak(?:e|en)|fetch(?:ed)?|call(?:ed)?) me(?: home| yet| away)?$|
      \b(?:why|when)\b.{0,12}\b(?:not|will) (?:god|lord|the lord|he|you) (?:tak(?:e|en)|fetch(?:ed)?) me(?: home| yet| away)?$|
      \bi am ready,? (?:lord,? |god,? |jesus,? )?(?:so )?(?:please )?(?:hurry|take me|come and get me)\b
    `,
    unless: /\b(?:old age|eighty|ninety|1?\d\d|say|says|said)\b/u,
  },
];
