import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { ANY_PERSON } from "../vocabulary.ts";
import { ME_OR_MINE, NAMED_VICTIM, NOT_BLOWS, SOMEONE, WORDS_BETWEEN } from "./words.ts";

/** Weapons, for rules about threats. */
const WEAPON = "(?:gun|knife|pistol|rifle|blade|bat|hammer|machete|belt)";

/** Somebody threatens the writer, or the writer is sure that they will be hurt. */
export const THREATS: readonly Rule[] = [
  {
    examples: ["he says he will kill me", "my wife tried to stab me"],
    points: 3,
    pattern: regex`
      \b${SOMEONE} ${WORDS_BETWEEN}(?:
        threaten(?:s|ed|ing)?|says? (?:he|she|they) (?:will|is going to|would)|
        said (?:he|she|they) (?:will|would|is going to)|going to|wants to|tried to|might|is about to
      ) (?:\w+ ){0,2}?(?:to )?(?:kill|hurt|shoot|stab|hit|burn|find and hurt|beat) ${ME_OR_MINE}\b
    `,
  },
  // Not with divorce or a lawsuit.
  {
    examples: ["my ex threatened us"],
    points: 3,
    pattern: new RegExp(`\\b${SOMEONE} ${WORDS_BETWEEN}threaten(?:s|ed|ing)? ${ME_OR_MINE}\\b`, "u"),
    unless: /\b(?:to (?:leave|divorce|fire|quit|sue|move)|with (?:divorce|firing|a lawsuit|court))\b/u,
  },
  {
    examples: ["afraid he will hurt my kids", "he put his hands around my throat", "the man who beats me"],
    points: 3,
    pattern: regex`
      \b${ANY_PERSON} (?:(?!i )[\w']+ ){0,3}?threaten(?:s|ed|ing)? ${NAMED_VICTIM}\b|
      \b(?:put|puts|wrapp?(?:ed|s)) (?:his|her|their) hands? (?:around|on|over) my (?:neck|throat|mouth)\b|
      \bg[ai]ves? me (?:a )?(?:black eye|bruises|bloody nose|concussion)\b|
      \b(?:who|that) (?:
        hits|beats|slaps|punches|kicks|chokes|rapes|molests|abuses|assaults|strangles
      ) (?:me|us|my (?:kids?|children|son|daughter))\b|
      \b(?:
        scared|afraid|terrified|frightened|fear(?:ing|ful)?|worried|know|convinced|sure
      ) (?:that )?${ANY_PERSON} (?:will|is going to|are going to|might|would|could|wants to) (?:\w+ )?(?:
        kill|hurt|beat|shoot|hit|stab|rape|attack|murder|strangle
      ) (?:me|us|my (?:kids?|children|son|daughter|mom|mother))\b
    `,
    unless: regex`
      ${NOT_BLOWS}|
      \b(?:
        threaten\w* to (?:leave|divorce|fire|quit|sue|move|break up)|with (?:divorce|firing|a lawsuit|court)|
        hurt me (?:again in|by)|kill me if i (?:forget|am late|do not)
      )\b
    `,
  },
  {
    examples: ["he pulled a knife on me"],
    points: 3,
    pattern: regex`
      \b${ANY_PERSON} (?:[\w']+,? ){0,4}?(?:
        pull(?:s|ed)?|point(?:s|ed)?|put|puts|held|holds|waved|waves|threaten(?:s|ed)? (?:me|us|her|him|them)|came|
        comes|chased?
      ) (?:[\w']+ ){0,4}?(?:with )?(?:a|the|his|her) ${WEAPON}\b(?: (?:to|on|at|against) (?:me|us|my|our|her|him))?
    `,
    unless: /\b(?:robber\w*|intruder|police|years ago|movie|show|hunting|bible|baseball|cricket|home run)\b/u,
  },
];
