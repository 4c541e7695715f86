import { regexSource } from "../../../shared/regex.ts";
import { PARTNER } from "../vocabulary.ts";

/** Family, carers, and people with authority by their office. */
const KIN_OR_OFFICE = regexSource`
  (?:
    dad|father|mom|mum|mother|step ?(?:dad|father|mom|mother|brother)|uncle|brother|sister|son|daughter|cousin|
    grand(?:father|mother|pa|ma|son|daughter)|nephew|niece|aunt|roommate|caregiver|carer|nurse|parents?|family|
    in-laws|pastor|priest|coach|teacher|boss
  )
`;

/** Somebody who may have power over the writer. */
export const SOMEONE = `(?:he|she|they|somebody|someone|(?:my|our) (?:\\w+ )?(?:${PARTNER}|${KIN_OR_OFFICE}))`;

/** Up to 12 words between the person and what they do: "he drinks, and then he hits me". */
export const WORDS_BETWEEN = "(?:[\\w']+,? ){0,12}?";

/** The writer, or a person who depends on them. `VICTIM` has more people. */
export const ME_OR_MINE = regexSource`
  (?:
    me|us|(?<=(?:he|she) \w+ )you|
    my (?:kids?|child|children|son|daughter|baby|mom|mother|mum|little (?:brother|sister)|sister|brother)|
    our (?:kids?|child|children|son|daughter|baby)|the (?:kids|children|baby)
  )
`;

const NAMED = regexSource`
  me|us|
  my (?:\w+ )?(?:
    kids?|child(?:ren)?|sons?|daughters?|bab(?:y|ies)|mom|mother|mum|dad|father|sisters?|brothers?|siblings|
    grand\w+|niece|nephew|friend
  )|our (?:\w+ )?(?:kids?|child(?:ren)?|sons?|daughters?|bab(?:y|ies))|
  the (?:kids|children|babies|baby|girls|boys)|
  (?:his|her|their) (?:own )?(?:
    kids?|child(?:ren)?|wife|husband|girlfriend|boyfriend|son|daughter|bab(?:y|ies)|mother|father|stepson|
    stepdaughter
  )
`;
/** The writer, or somebody whom the clause calls a relative or child: "me", "our baby", "his wife". */
export const NAMED_VICTIM = `(?:${NAMED})`;
/** The same and "her", "him" and "them", which can stand for anybody. */
export const VICTIM = regexSource`
  (?:
    ${NAMED}|her(?! (?:own )?(?:head|knees?|arm|leg|foot|hand|face|toe|elbow|stride|goal|peak|target|fear|time|best))|him|
    them
  )
`;
/** Sexual touching and acts. */
export const TOUCHES = regexSource`
  (?:
    touch(?:es|ed|ing)?|kiss(?:es|ed|ing)?|rubs?|rubbed|sleeps? with|slept with|sleeping with|had sex with|
    has sex with|having sex with|sexts?|
    makes? (?:\w+ )?(?:touch|undress|watch|do (?:\w+ )?(?:sexual|bad|dirty|nasty)|have sex)|
    made (?:\w+ )?(?:touch|undress|watch|do (?:\w+ )?(?:sexual|bad|dirty|nasty)|have sex)|
    forc\w+ (?:himself|herself|themselves)
  )
`;

/** Uses of the same verbs in which no body is hurt: feelings, games, toddlers. */
export const NOT_BLOWS = regexSource`
  \b(?:
    feelings|emotionally|with (?:his|her|their) (?:words|lies|silence|sermon|kindness)|
    hurts? (?:me|us|him|her|them) (?:
      that|to|so|
      when (?:he|she|they|i) (?:
        left|died|said|lied|walked|cheated|told|moved|forgot|stopped|chose|ignore\w*|does not
      )
    )|at (?:chess|cards|tennis|golf|games?|scrabble|basketball|preschool|daycare|school|kindergarten)|
    in (?:a |the )?(?:game|race|video|cards)|in (?:the |a )?meetings?|online|
    (?:heart|soul|life|lives|deeply|spirit)$|
    touch(?:es|ed|ing)? (?:me|us|my heart|her|him|them|lives) (?:deeply|with|by|through)|preach\w*|sermon|
    slap (?:him|her|them) on|hit (?:me|him|her|us) (?:up|with)|each other|one another|playoffs?|
    beat(?:s|ing)? (?:cancer|addiction|the odds)|toddler|two[- ]year|three[- ]year|
    kick\w* (?:me|us|him|her|them) (?:out|off)|attack(?:s|ed)? (?:me|us) (?:online|verbally|on (?:facebook|social))
  )\b
`;
