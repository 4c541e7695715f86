import { regex, regexSource } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { PARTNER, KIN, AUTHORITY_FIGURE, ANY_PERSON, DEPENDANT, RECENT } from "../vocabulary.ts";
import { ME_OR_MINE, NAMED_VICTIM, NOT_BLOWS, SOMEONE, TOUCHES, VICTIM, WORDS_BETWEEN } from "./words.ts";

/** Blows and rape, for the short sentence "he ... hit me". */
const BLOW = regexSource`
  (?:
    hits?|hit|hitting|beats?|beating|slaps?|slapped|slapping|punche?[sd]?|punching|kicks|kicked|kicking|chokes?|
    choked|choking|strangle[sd]?|strangling|burns|burned|whips|whipped|bites|bit|shoves|shoved|shoving|rapes?|raped|
    raping|molests?|molested|molesting|assaults?|assaulted|stabs?|stabbed
  )
`;

/** The same, and rarer acts, for sentences about any victim. */
const STRIKES = regexSource`
  (?:
    hits?|hitting|beats?|beating|slaps?|slapped|slapping|punche[sd]?|punching|kicks|kicked|kicking|chokes?|choked|
    choking|strangle[sd]?|strangling|whips?|whipped|smacks?|smacked|shoves|shoved|shoving|stabs?|stabbed|attacks|
    attacked|rapes?|raped|raping|molests?|molested|molesting|gropes?|groped|groping|fondles?|fondled|assaults?|
    assaulted|terrori[sz]es?|drugs|drugged|pinch(?:es|ed|ing)?|drag(?:s|ged)|burn(?:s|ed)|scald(?:s|ed)|
    spit(?:s)? (?:on|at)|starves?|starved|headbutts?|elbows|kneed|
    (?:put|puts|landed)(?= (?:me|us|her|him|my \w+) in (?:the )?(?:hospital|er|icu))
  )
`;

/** "Hurts" and "abuses" with a word that says that it is done to the body. */
const BODILY_HARM = regexSource`
  (?:hurts?|hurting|abus(?:es?|ed|ing)) ${VICTIM} (?:\w+ ){0,3}?(?:
    physically|sexually|badly|at night|again|every|when|whenever|
    with (?:his|her|a|the) (?:belt|hands?|fists?|stick|cord)
  )
`;

/** Somebody hits, chokes, throws or injures the writer or a person who depends on them. */
export const VIOLENCE: readonly Rule[] = [
  {
    examples: [
      "he had both hands round my neck",
      "he put his hand around her throat",
      "with his hands round my neck while the baby cried",
    ],
    points: 3,
    pattern:
      /\b(?:hands?|fingers|belt|cord) (?:tight )?(?:a?round|about|on) (?:my|her|his|our|their) (?:\w+ )?(?:neck|throat|windpipe)\b/u,
    unless: regex`
      \b(?:barber|physio\w*|hairdresser|necklace|stethoscope|years ago|used to)\b|
      \bmy (?:own )?(?:hands?|fingers) |
      \b(?:baby|toddler|child|son|daughter|grand\w+|kitten)(?:'s)? (?:\w+ ){0,3}?(?:hands?|fingers)\b
    `,
  },
  {
    examples: ["he drinks, and then he hits me"],
    points: 3,
    pattern: new RegExp(`\\b${SOMEONE} ${WORDS_BETWEEN}${BLOW} ${ME_OR_MINE}\\b`, "u"),
    unless: new RegExp(NOT_BLOWS, "u"),
  },
  {
    examples: ["keeps hitting us", "stop him hurting my kids"],
    points: 3,
    pattern: regex`
      \b(?:is|keeps?|was|started|stop|stops|been) ${WORDS_BETWEEN}(?:
        hitting|beating|slapping|punching|kicking|choking|strangling|burning|raping|molesting|hurting|abusing|
        threatening|stalking|touching
      ) ${ME_OR_MINE}\b
    `,
    unless: regex`
      \b(?:god|lord|life|it|grief|feelings|words|memories) (?:is|keeps?|was)\b|
      \b(?:touching me (?:deeply|with)|hurting (?:me|us) (?:emotionally|with words))\b
    `,
  },
  {
    examples: ["he threw me against the wall", "my husband broke my arm"],
    points: 3,
    pattern: regex`
      \b${SOMEONE} ${WORDS_BETWEEN}(?:
        threw|throws|pushe[sd]|pushing|slam(?:s|med)|dragg?(?:s|ed)|grab(?:s|bed)|pin(?:s|ned)|held|holds|shook|shakes
      ) ${ME_OR_MINE} (?:
        down|against|into|onto|across|by (?:the|my) (?:throat|neck|hair|arms?|wrists?)|so hard|up against|
        to the (?:ground|floor|wall)
      )|
      \b${SOMEONE} ${WORDS_BETWEEN}(?:broke|breaks|fractured|cracked|bruised) my (?:\w+ )?(?:
        arm|nose|jaw|ribs?|finger|wrist|leg|tooth|teeth|bones?|face
      )\b
    `,
    unless: /\b(?:down gently|by the hand|in (?:his|her) arms|accountable)\b/u,
  },
  {
    examples: ["he hurts me when he drinks"],
    points: 3,
    pattern: regex`
      \b${SOMEONE} ${WORDS_BETWEEN}(?:hurts?|hurting|abuse[sd]?|abusing) ${ME_OR_MINE} (?:
        physically|sexually|when|again|every|badly|when (?:he|she) drinks|at night|and the
      )
    `,
    unless:
      /\b(?:feelings|years ago|when i was)\b|\bwhen (?:he|she|they) (?:left|died|said|lied|walked|cheated|told|moved|forgot|stopped|chose)\b/u,
  },
  {
    examples: ["physically abusive to me"],
    points: 3,
    pattern: new RegExp(
      `\\bphysically (?:hurts?|hurting|abus\\w+|attack\\w*|violent)\\b.{0,20}\\b(?:me|us|kids|children)\\b`,
      "u",
    ),
  },
  {
    examples: ["my uncle slapped my little daughter", "the coach touches us"],
    points: 3,
    pattern: new RegExp(
      `\\b${ANY_PERSON} (?:(?!i )[\\w']+,? ){0,8}?(?:${STRIKES} ${VICTIM}|${TOUCHES} (?:\\w+ ){0,2}?${NAMED_VICTIM})\\b`,
      "u",
    ),
    unless: new RegExp(NOT_BLOWS, "u"),
  },
  {
    examples: ["she hurts us with a belt", "my father abuses me"],
    points: 3,
    pattern: regex`
      \b${ANY_PERSON} (?:[\w']+,? ){0,4}?${BODILY_HARM}\b|
      \b(?:${KIN}|${PARTNER}|${AUTHORITY_FIGURE}) (?:is |keeps? )?(?:hurts?|hurting|abuses|abusing) (?:me|us)$
    `,
    unless: new RegExp(NOT_BLOWS, "u"),
  },
  {
    examples: ["my dad keeps beating my sister", "threatens to kill us", "before he kills one of us"],
    points: 3,
    pattern: regex`
      \b${ANY_PERSON} (?:is |keeps |has been |[\w']+ly )?(?:abus|molest|rap|beat|fondl|grop|assault)(?:e?s|ing) (?:
        me|us|
        (?:my|our|his|her|their|the) (?:[\w']+ ){0,2}?(?:
          kids?|child(?:ren)?|boys?|girls?|sons?|daughters?|cousin|niece|nephew|sister|brother|mother|mom|wife|
          students?|wom[ae]n|grand\w+
        )
      )\b|
      \bthreaten(?:s|ed|ing)? to (?:kill|hurt|shoot|stab|burn|drown|poison) (?:me|us|(?:my|our|the) \w+)\b|
      \bbefore (?:he|she|they) (?:kills?|murders?|shoots?|hurts?) (?:me|us|one of us|my \w+|the kids)\b
    `,
    unless: new RegExp(`${NOT_BLOWS}|\\b(?:years? ago|when i was|who was|beats? (?:my|our|the) \\w+ (?:at|in|by|to))\\b`, "u"),
  },
  {
    examples: ["he threw a plate at me", "my wife broke my finger", "she makes me sleep outside", "he says he will shoot me"],
    points: 3,
    pattern: regex`
      \b${ANY_PERSON} (?:[\w']+,? ){0,5}?(?:
        (?:
          threw|throws?|throwing|hurl(?:s|ed)|pour(?:s|ed)|fl[iu]ng(?:s)?|swung|swings?|aim(?:s|ed)
        ) .{1,40}? (?:at|on|over) (?:me|us|my (?:head|face|\w+'s (?:head|face))|the kids)|
        (?:
          broke|breaks?|fractured|dislocated|twisted|cracked|snapped
        ) (?:my|our|his|her|(?:my|our|his|her) [\w']+) (?:[\w']+ )?(?:
          arm|nose|jaw|ribs?|fingers?|wrist|leg|tooth|teeth|bones?|collarbone|cheekbone
        )|(?:smash|break|shatter|destroy|throw)(?:e?s|ed|ing)? my (?:phone|laptop|glasses|things|stuff|windows?)|
        (?:makes|made|forces|forced) me (?:to )?(?:
          sleep (?:in|on|outside)|kneel|stand (?:outside|in)|eat (?:off|from|dog)|beg
        )|
        (?:
          says?|said|swears?|swore|threat\w*|promises?|promised|vows?|told me|texted
        )\b.{0,25}\b(?:shoot|kill|hurt|stab|burn|find|beat|bury|drown|end) (?:me|us|(?:my|our|the) (?:\w+ )?\w+)
      )\b
    `,
    unless: regex`
      \b(?:
        party|shade|curve ?ball|a ball|a blanket|holy water|the ball|blessings|his spirit|oil|love|grace|question|
        cold water (?:on|over) my (?:idea|plan|dream)s?|tantrum|toddler|cat|dog|accident\w*|football|soccer|skiing|
        skating|bicycle|fell|ladder|end us|kill (?:me|us) with kindness|burn the (?:toast|dinner)|
        find (?:me|us) (?:a|work|something)
      )\b
    `,
  },
  {
    examples: ["i was beaten again", "she is being abused by our pastor"],
    points: 3,
    pattern: regex`
      \b(?:
        i (?:was|got|have been|am being|am getting|keep getting)|
        (?:he|she|they|${DEPENDANT}) (?:is|are|was|were|has been|have been) (?:being |getting )?
      ) ?(?:[\w']+ )?(?:
        raped|gang raped|molested|sexually (?:assaulted|abused)|assaulted|beaten|abused|hit|drugged|trafficked|
        kidnapped|strangled|choked|groped
      )\b(?=.*\b(?:${RECENT}|by (?:my|our|a|the|his|her) (?:\w+ )?(?:${AUTHORITY_FIGURE}|${KIN}|${PARTNER}))\b|$)
    `,
    unless: regex`
      \b(?:
        by (?:an? )?(?:
          car|bus|train|truck|storm|grief|life|debt|inflation|waves?|arthritis|sin|truck|the (?:storm|news|hurricane)|
          opponents?|another team
        )|
        hit (?:
          by (?:an? )?(?:car|bus|truck|train|bike|ball|storm|wave|tree|inflation|life|grief|debt|illness|layoffs?)|hard|
          with
        )|(?:team|game|match|chess)|i was born|beaten (?:by (?:arthritis|cancer|life)|down|up (?:by life))
      )\b
    `,
  },
];
