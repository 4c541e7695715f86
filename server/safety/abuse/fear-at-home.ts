import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { PARTNER } from "../vocabulary.ts";

/** The writer hides, or is afraid of a person or of going home. */
export const FEAR_AT_HOME: readonly Rule[] = [
  {
    examples: ["i am afraid of my husband", "i am scared of what he might do"],
    points: 3,
    pattern: regex`
      \b(?:
        i am |am |are |live in |living in |scared|afraid|terrified|fear(?:ful)?
      ) ?(?:scared|afraid|terrified|frightened|fear)? ?(?:of|for my life (?:with|from|because of)) (?:
        my ${PARTNER}|what (?:he|she) (?:will|might|would) do
      )\b
    `,
    unless: /\b(?:leaving me|dying|cancer|death|cheating|losing)\b/u,
  },
  {
    examples: ["not safe to go home", "fearing for my life"],
    points: 3,
    pattern: regex`
      \b(?:afraid|scared|terrified|not safe|unsafe|do not feel safe) (?:
        to go|going|at|in my(?: own)?|to be|to come|to sleep at
      ) ?(?:back )?(?:home|house)\b|
      \bfear(?:ing)? for my (?:life|safety)\b(?! in (?:war|ukraine))
    `,
    unless: regex`
      \b(?:
        hospital|surgery|after the (?:fire|break-?in|burglary)|alone|politics|thanksgiving|christmas|holidays?|memories|
        empty|without (?:him|her|them)
      )\b
    `,
  },
  // Hiding from a person.
  {
    examples: ["i hide in the closet when he yells", "i put a chair against the door because of my dad"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      (?=
        .*\b(?:
          (?<!been )hid(?:e|ing)(?! (?:it|that|this|the|a|his|her|their|something)\b)|locked myself|lock myself|
          barricad\w*|chair (?:against|under|in front of)|dresser (?:against|in front of)|
          sleep(?:ing)? (?:in|with) (?:the|my|a) (?:closet|car|clothes on|knife|bathroom)|scared to go home|
          lock my (?:bedroom )?door
        )\b
      )(?=
        .*\b(?:
          he|she|dad|mom|father|mother|husband|wife|boyfriend|stepdad|uncle|partner|him|his|yelling|scream\w*|breaking|
          door
        )\b
      )
    `,
    unless: regex`
      \b(?:
        god|jesus|lord|christ|adam|eden|disciples|elijah|david|saul|hide and seek|hiding place|presents?|sin|
        from my (?:kids|toddlers|children)|easter|eggs|burglar\w*|storm|tornado|hurricane|resurrection|upper room|peter|
        pentecost|hunt
      )\b
    `,
  },
  {
    examples: ["the kids run when his truck comes"],
    points: 3,
    pattern: regex`
      \b(?:kids|children|we|i|they|siblings) (?:\w+ )?(?:hide|run|scatter|freeze|go quiet|shake|tremble) (?:\w+ ){0,3}?when (?:
        he|she|dad|my (?:husband|father|dad|stepdad|boyfriend)|his (?:truck|car)
      )|
      \bwhen (?:he|she|dad|his (?:truck|car)|my (?:husband|father|dad)).{0,40}\b(?:kids|children|we|i) (?:all )?(?:
        hide|run|scatter|freeze|shake|tremble
      )\b
    `,
  },
  // A temper that frightens whoever lives with it.
  {
    examples: ["my husband has a bad temper and i am afraid", "his temper scares me", "my wife's temper frightens the children"],
    points: 1,
    pattern: regex`
      (?=.*\b(?:his|her|${PARTNER}|dad|father|mum|mom|mother|step\w+|brother|son)\b)(?=.*\btempers?\b)(?=
        .*\b(?:afraid|scared|scares?|frighten\w*|terrif\w+|tiptoe\w*|eggshells)\b
      )
    `,
    unless: /\bmy (?:own |bad |hot |quick |short )?temper\b|\bi (?:lose|lost) my temper\b/u,
  },
];
