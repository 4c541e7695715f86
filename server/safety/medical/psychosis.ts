import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** Voices that give orders, secret messages, delusions, days without sleep or food. */
export const PSYCHOSIS: readonly Rule[] = [
  {
    examples: ["the radio sends me messages"],
    points: 3,
    pattern: regex`
      \b(?:
        voices?|demons?|spirits?|angels?|aliens?|devil|satan|radio|tv|television|phone|walls?|neighbou?rs|fbi|cia|
        government|angel of \w+
      ) (?:\w+ ){0,4}?(?:
        (?:are |is |keeps? |keep |has been |have been )?(?:
          talk\w*|speak\w*|whisper\w*|send\w*|command\w*|order\w*|tell\w*|watch\w*|follow\w*|poison\w*|track\w*|yell\w*|
          scream\w*|say\w*|control\w*|read\w*
        )
      ) (?:\w+ ){0,2}?(?:to |at )?(?:me|my (?:mind|thoughts|food)|us|out of|from the|messages|i should|secret)\b
    `,
    unless: regex`
      \b(?:
        doubt|shame|inner|critic\w*|negative|accus\w*|fear|past|guilt|jesus|gospel|screwtape|temptation of|legion|
        doorbell|noise|loud|party|lies|that i am not|watching over|guardian|prophet's
      )\b
    `,
  },
  {
    examples: ["voices tell me to stop my meds"],
    points: 3,
    pattern: regex`
      \b(?:heard|hear|hearing|voices?|god|demons?|angels?) (?:\w+ ){0,3}?(?:
        telling|tells?|told|commanding|commands?|order\w*|saying|want(?:s|ing)?
      ) me (?:to |i should )(?:\w+ ){0,3}?(?:
        not eat|stop eating|starve|stop (?:my |taking )?(?:sleep\w*|med\w*|pills)|fast (?:for )?(?:forty|40|until)
      )\b
    `,
  },
  // A chosen person or God, together with signs of mania or said of somebody near.
  {
    examples: ["i am the chosen one and i have not slept", "my husband says he is the messiah"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      (?=
        .*\b(?:
          i am|i have been|he is|she is|says (?:he|she) is|thinks (?:he|she) is|believes (?:he|she) is|
          convinced (?:he|she|i) (?:is|am)|feel like|chosen as|know i am
        ) (?:\w+ )?(?:the |a |an )?(?:\w+ )?(?:
          chosen(?: one)?|messiah|christ|jesus|prophet|bride of christ|second coming|god|angel|antichrist|immortal|
          king of|two witnesses|mother of god|possessed
        )\b
      )(?=
        .*\b(?:
          sleep|slept|meds|lithium|off|tv|television|radio|messages|voices?|eat|eaten|fbi|watching|secret|mission|
          codes?|days|wife|husband|son|daughter|numbers|says|thinks
        )\b
      )
    `,
    unless: regex`
      \b(?:
        pharisees|peter|nicodemus|sermon on|who do you say|son of god|son of man|disciples|gospel|advent|christmas|
        easter|chosen people|adopted|child of god|thank|
        (?:angry|mad|furious|cross|honest|at peace) (?:with|at) (?:god|jesus)|
        (?:thinking|wondering|talking|reading|learning|praying) (?:about|of|to) (?:god|jesus)
      )\b
    `,
  },
  {
    examples: ["awake since monday with a revelation", "i cracked the code of revelation in the bible"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:awake|up) since (?:\w+day|last week)\b.{0,100}\b(?:
        code|revelation|secret|chosen|mission|message|prophe\w+|god (?:told|showed|hid|speaks)|voices?|energy
      )\b|
      \b(?:discovered|cracked|decoded|figured out) the (?:\w+ )?(?:code|secret|pattern)\b.{0,60}\b(?:
        god|revelation|bible|universe|for me|chosen
      )\b
    `,
    unless: /\b(?:book|novel|movie|morse)\b/u,
  },
  {
    examples: ["have not slept for five days"],
    points: 3,
    pattern: regex`
      \b(?:not|without|no|hardly|barely) (?:\w+ ){0,2}?(?:
        slept|sleep|sleeping|eaten|eat|eating|food|drunk|drinking|water|slept or eaten
      )\b.{0,25}\b(?:for |in |since )?(?:
        [3-9]|\d\d|three|four|five|six|seven|eight|nine|ten|many|several
      ) (?:days|nights|weeks)\b
    `,
    unless: /\b(?:baby|newborn|jet ?lag|well|colic|fasted|lent|jesus|moses|elijah|wilderness|through the night)\b/u,
  },
  {
    examples: ["not eating for nine days"],
    points: 3,
    pattern: regex`
      \b(?:stopped|not|stop|without) (?:eating|eaten|drinking|food|water)(?: (?:and|or) (?:drinking|eating|drunk|water|food|sleeping)
      )? for (?:[4-9]|\d\d|four|five|six|seven|eight|nine|ten|many|several) (?:days|weeks)\b
    `,
  },
  // A weak sign.
  {
    examples: ["i am off my meds", "i feel so alive without my tablets"],
    points: 2,
    // "so" is filler, which plain text does not have.
    pattern:
      /\b(?:alive without my (?:meds|medication|pills|tablets|medicine|lithium)|off my (?:meds|pills|medication)|god talks to me all night)\b/u,
  },
];
