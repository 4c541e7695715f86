import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { LONG_AGO } from "../in-the-past.ts";

/** Whose body it is. */
const WHO = "(?:i|i have|i am|my (?:\\w+ )?\\w+|he|she|the baby|our \\w+|we)";

/** Not breathing, choking, unconscious, limp, foaming. */
export const BREATHING_AND_CONSCIOUSNESS: readonly Rule[] = [
  {
    examples: ["my baby is not breathing"],
    points: 3,
    pattern: regex`
      \b${WHO} (?:\w+ ){0,2}?(?:can not|can barely|is not|are not|am not|stopped|not) (?:
        breathe|breathing|responding|(?<!i can not )wake up|waking up|conscious
      )\b
    `,
    unless: regex`
      \b(?:under|from|with) (?:(?:the|this|all|my|so much) ){0,2}(?:
        stress|grief|pressure|anxiety|weight|sorrow|debt|work
      )|
      \bas if|
      \bfeels? like|
      \b(?:died|at birth|from (?:hers|his|surgery)|last (?:year|month|week))\b
    `,
  },
  {
    examples: ["his lips are turning blue", "she is gasping for air", "unresponsive", "my throat is swelling"],
    points: 3,
    pattern: regex`
      \b(?:lips?|face|skin|fingers?|baby) (?:is |are |has |have |turn\w* |went |going |looks? )+(?:\w+ )?(?:blue|gr[ae]y|purple)\b|
      \b(?:
        not|stopped|stops|barely|can not|hardly|trouble|struggling|unable to|gasping
      ) (?:\w+ ){0,2}?(?:breath(?:e|es|ing)?|for (?:air|breath))\b|
      \b(?:choking|swallowed (?:a|an|the) (?:coin|battery|magnet|toy))\b|
      \b(?:throat|tongue|lips|face) (?:is |are )?(?:swell\w*|swollen|closing|tingl\w*|swelled)\b|
      \b(?:unresponsive|unconscious|not responding|will not wake up|can not wake (?:him|her|my \w+)|not waking)\b|
      \bwake (?:him|her|mom|dad|my \w+) up\b.{0,10}$
    `,
    unless: regex`
      ${LONG_AGO}|
      \b(?:
        stress\w*|grief|pressure|anxiety|panic|as if|like i|feels? like|debt|work|under|bills|bias|spirit|dark|sorrow|
        without you|busy|well|pride|tears|words|with (?:copd|asthma|emphysema|cystic)|copd|room to|moment to|time to|
        prayer|alarm|for school|emotion\w*|guilt|my way of|on my mind|results|wept|baseball|
        till (?:christmas|easter|the (?:exam|wedding))
      )\b
    `,
  },
  {
    examples: ["clutching his chest", "the baby is limp", "not responding"],
    points: 3,
    pattern: regex`
      \b(?:clutch|grab|hold)(?:ing|es|s|ed)? (?:his|her|my|at his|at her) chest\b|
      \b(?:baby|newborn|infant|toddler|child|son|daughter|he|she)\b.{0,20}\b(?:limp|floppy|lethargic|listless|foaming)\b|
      \bfoam\w* at the mouth\b|
      \bnot respond(?:ing|s)?\b|
      \bpupils? (?:are |is )?(?:tiny|huge|different|pinpoint|blown)\b
    `,
    unless: new RegExp(
      `${LONG_AGO}|\\b(?:my (?:texts?|calls?|messages?|prayers?)|to my|treatment|rabid|anger|walks with)\\b`,
      "u",
    ),
  },
];
