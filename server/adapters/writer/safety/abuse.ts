import type { Rule } from "./rule.ts";

const PARTNER = "(?:husband|wife|spouse|partner|boyfriend|girlfriend|fianc[eé]e?|man i live with)";
const KIN =
  "(?:dad|father|mom|mum|mother|step ?(?:dad|father|mom|mother|brother)|uncle|brother|sister|son|daughter|cousin|grand(?:father|mother|pa|ma|son|daughter)|nephew|niece|aunt|roommate|caregiver|carer|nurse|parents?|family|in-laws|pastor|priest|coach|teacher|boss)";
const SOMEONE = `(?:he|she|they|somebody|someone|(?:my|our) (?:\\w+ )?(?:${PARTNER}|${KIN}))`;
/** What may stand between the one who does it and the deed: "drinks, and then". */
const OFTEN = "(?:[\\w']+,? ){0,12}?";
const BLOW =
  "(?:hits?|hit|hitting|beats?|beating|slaps?|slapped|slapping|punche?[sd]?|punching|kicks|kicked|kicking|chokes?|choked|choking|strangle[sd]?|strangling|burns|burned|whips|whipped|bites|bit|shoves|shoved|shoving|rapes?|raped|raping|molests?|molested|molesting|assaults?|assaulted|stabs?|stabbed)";
const ME =
  "(?:me|us|(?<=(?:he|she) \\w+ )you|my (?:kids?|child|children|son|daughter|baby|mom|mother|mum|little (?:brother|sister)|sister|brother)|our (?:kids?|child|children|son|daughter|baby)|the (?:kids|children|baby))";

/** Blows that are none. */
export const ABUSE_IDIOMS: readonly RegExp[] = [
  /\b(?:hit|hits|hitting) (?:me|us) (?:up|that|hard|with (?:a|the|his|her) (?:question|idea|news|bill|truth)|like)\b/gu,
  /\b(?:beat|beats|beating) (?:me|us) (?:at (?:chess|cards|tennis|golf|games?|everything|it|my own|scrabble|basketball|video|this)|to (?:it|the)|in (?:the|a|every)|by)\b/gu,
  /\b(?:choked|chokes) me up\b|\b(?:kick|kicked|kicks) me out\b|\bbit me (?:in the|back)\b/gu,
  /\b(?:life|grief|god|the lord|this verse|this|it|that|reality|depression|anxiety|news|sadness|guilt|loss|memories|waves?|pain|covid|fatigue|menopause) (?:\w+ ){0,2}?(?:hits?|hit|hitting|beats?|beating|slap(?:s|ped)|punche[sd]|kicks|kicked|choke[sd]?|chokes|burns|bites?) (?:me|us)\b/gu,
];

export const ABUSE_RULES: readonly Rule[] = [
  { points: 3, pattern: new RegExp(`\\b${SOMEONE} ${OFTEN}${BLOW} ${ME}\\b`, "u") },
  {
    points: 3,
    pattern: new RegExp(
      `\\b(?:is|keeps?|was|started|stop|stops|been) ${OFTEN}(?:hitting|beating|slapping|punching|kicking|choking|strangling|burning|raping|molesting|hurting|abusing|threatening|stalking|touching) ${ME}\\b`,
      "u",
    ),
    unless:
      /\b(?:god|lord|life|it|grief|feelings|words|memories) (?:is|keeps?|was)\b|\b(?:touching me (?:deeply|with)|hurting (?:me|us) (?:emotionally|with words))\b/u,
  },
  {
    points: 3,
    pattern: new RegExp(
      `\\b${SOMEONE} ${OFTEN}(?:threw|throws|pushe[sd]|pushing|slam(?:s|med)|dragg?(?:s|ed)|grab(?:s|bed)|pin(?:s|ned)|held|holds|shook|shakes) ${ME} (?:down|against|into|onto|across|by (?:the|my) (?:throat|neck|hair|arms?|wrists?)|so hard|up against|to the (?:ground|floor|wall))|\\b${SOMEONE} ${OFTEN}(?:broke|breaks|fractured|cracked|bruised) my (?:\\w+ )?(?:arm|nose|jaw|ribs?|finger|wrist|leg|tooth|teeth|bones?|face)\\b`,
      "u",
    ),
    unless: /\b(?:down gently|by the hand|in (?:his|her) arms|accountable)\b/u,
  },
  {
    points: 3,
    pattern: new RegExp(
      `\\b${SOMEONE} ${OFTEN}(?:hurts?|hurting|abuse[sd]?|abusing) ${ME} (?:physically|sexually|when|again|every|badly|when (?:he|she) drinks|at night|and the)`,
      "u",
    ),
    unless:
      /\b(?:feelings|years ago|when i was)\b|\bwhen (?:he|she|they) (?:left|died|said|lied|walked|cheated|told|moved|forgot|stopped|chose)\b/u,
  },
  {
    points: 3,
    pattern: new RegExp(
      `\\bphysically (?:hurts?|hurting|abus\\w+|attack\\w*|violent)\\b.{0,20}\\b(?:me|us|kids|children)\\b`,
      "u",
    ),
  },
  {
    points: 3,
    pattern: new RegExp(
      `\\b${SOMEONE} ${OFTEN}(?:threaten(?:s|ed|ing)?|says? (?:he|she|they) (?:will|is going to|would)|said (?:he|she|they) (?:will|would|is going to)|going to|wants to|tried to|might|is about to) (?:\\w+ ){0,2}?(?:to )?(?:kill|hurt|shoot|stab|hit|burn|find and hurt|beat) ${ME}\\b`,
      "u",
    ),
  },
  {
    points: 3,
    pattern: new RegExp(`\\b${SOMEONE} ${OFTEN}threaten(?:s|ed|ing)? ${ME}\\b`, "u"),
    unless: /\b(?:to (?:leave|divorce|fire|quit|sue|move)|with (?:divorce|firing|a lawsuit|court))\b/u,
  },
  {
    points: 3,
    pattern: new RegExp(
      `\\b(?:i am |am |are |live in |living in |scared|afraid|terrified|fear(?:ful)?) ?(?:scared|afraid|terrified|frightened|fear)? ?(?:of|for my life (?:with|from|because of)) (?:my ${PARTNER}|what (?:he|she) (?:will|might|would) do)\\b`,
      "u",
    ),
    unless: /\b(?:leaving me|dying|cancer|death|cheating|losing)\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:afraid|scared|terrified|not safe|unsafe|do not feel safe) (?:to go|going|at|in my(?: own)?|to be|to come|to sleep at) ?(?:back )?(?:home|house)\b|\bfear(?:ing)? for my (?:life|safety)\b(?! in (?:war|ukraine))/u,
    unless: /\b(?:hospital|surgery|after the (?:fire|break-?in|burglary)|alone)\b/u,
  },
  {
    points: 3,
    pattern: new RegExp(
      `\\b${SOMEONE} ${OFTEN}(?:will not let|does not let|never lets|do not let|refuses to let|forbids?|do not allow|does not allow) (?:me|us) (?:to )?(?:leave|go out|out of|see my|talk to (?:my|any)|have (?:any )?(?:money|friends|a phone)|work|go anywhere|go home|call|use the phone|drive|see a doctor)\\b`,
      "u",
    ),
    unless: /\b(?:boss|until i finish|homework|curfew|party)\b/u,
  },
  {
    points: 3,
    pattern: new RegExp(
      `\\b(?:${SOMEONE}|god) ?${OFTEN}(?:lock(?:s|ed)? me (?:in|out of|up|inside)|forc(?:e|es|ed|ing) me (?:to have sex|into bed|into sex|to do sexual|on(?:to)? him|to touch)|forc(?:e|es|ed) (?:him|her|them)sel(?:f|ves) on me|touche?[sd]? me (?:where|down there|at night|in ways|inappropriately|sexually|in my)|touche?[sd]? me$|forces me$|disciplin(?:es?|ed|ing) me (?:with|physically|by)|(?:says|tells me|told me|said) i can (?:never|not) leave|(?:put|puts|wrapp?(?:ed|s)) (?:his|her|their) hands? (?:around|on|over) my (?:neck|throat|mouth)|comes? into my (?:room|bed) at night)`,
      "u",
    ),
  },
  {
    points: 3,
    pattern: new RegExp(
      `\\b(?:my|an?|this|your|our|the|with|from|living with|married to) (?:\\w+ )?(?:abusive|violent) (?:\\w+ )?(?:${PARTNER}|marriage|relationship|home|household|man|dad|father|mom|mother|stepfather|stepdad)\\b|\\bmy (?:${PARTNER}|dad|father|stepdad|stepfather|mother|mom) (?:is|gets|has been|can be|becomes|turns|got) (?:\\w+ ){0,3}?(?:abus\\w+|violent|physical with me)\\b`,
      "u",
    ),
    unless:
      /\b(?:left|leaving behind|escaped|survived?|healing|heal(?:ed)? from|recover\w*|after|former|ex|childhood|grew up|growing up|years ago|freed|got out|was|were|had|used to|died|late|deceased|dead|now in prison|ministry|helping|minister\w*|friends?|sister|daughter|neighbor|raised by)\b/u,
  },
  {
    points: 3,
    pattern:
      /\bi am (?:being|getting) (?:\w+ )?(?:abused|beaten|hit|raped|molested|stalked|trafficked|held|hurt at home|assaulted)\b|\b(?:domestic|sexual) (?:violence|abuse) (?:at|in my|by my|from my|in our) (?:home|house|marriage|\w+)\b/u,
  },
  {
    points: 3,
    pattern: new RegExp(
      `\\b(?:go(?:ing)? back|return(?:ing)?|stay(?:ing)?|submit(?:ting)?|obey(?:ing)?|remain(?:ing)?) (?:to|with|married to) (?:my |the |a |an )?(?:abus\\w+|violent \\w+|(?:${PARTNER}|man) (?:who|that|even though he|when he|if he|because he) (?:hits|beats|abuses|hurts|chokes))`,
      "u",
    ),
    unless: /\b(?:how to help|friend|sister|daughter)\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:i|wife|wives|woman|women|husband|christian) (?:\w+ )?(?:endure|tolerate|accept|put up with|bear|suffer) (?:\w+ )?(?:beatings?|physical abuse|being (?:hit|beaten))\b|\b(?:am|are) not allowed (?:to )?(?:leave|go out|see my|talk to my|have (?:a phone|money|friends)|out)\b/u,
    unless: /\b(?:prison|hospital|work|quarantine|curfew|facility|nursing)\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:bruises|black eye|broken (?:rib|arm|nose|jaw))\b.{0,30}\b(?:he|she|husband|wife|boyfriend|girlfriend|dad|father|mom|mother)\b|\b(?:he|she|husband|wife|boyfriend|dad)\b.{0,30}\b(?:gave me|left me with|left) (?:\w+ )?(?:bruises|a black eye|marks)\b|\b(?:hide|hiding|cover(?:ing)? up) (?:my |the )?bruises\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:he|she|my (?:husband|wife|boyfriend|girlfriend|dad|father|mom|mother|stepdad)) (?:\w+ )?(?:gets|is|becomes|turns|got) (?:physical|violent)\b/u,
    unless: /\b(?:not|never) (?:physical|violent)\b/u,
  },
  {
    points: 1,
    pattern:
      /\b(?:abus(?:e|er|ers|ive|ed)|raped?|molest\w*|incest|domestic violence|sexual(?:ly)? assault\w*|trafficked|grooming|groomed|battered)\b/u,
    unless: /\b(?:alcohol|drug|substance|prescription|opioid) abuse|abuse of power\b/u,
  },
];

/** One who is no longer near. */
export const GONE_FROM_ME = /\b(?:ex(?:[- ]?(?:husband|wife|boyfriend|girlfriend|partner))?|former)\b/u;
/** What is over is met with a sermon and a word about help. */
export const PAST =
  /\b(?:years? ago|months? ago|decades? ago|used to|as a (?:child|kid|boy|girl|teen\w*)|when i was (?:a |an |\d|young|little|small|growing|in (?:school|college|high)|(?:six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen))|in my (?:childhood|youth|teens|past)|childhood|growing up|back then|long ago|in the past|once tried|survivor|survived|surviving|recover(?:ed|ing|y)|healed from|healing from|no longer|before i (?:was saved|met|came|knew)|saved me from|brought me out|since i left|after i left|got out|escaped|(?:husband|father|dad|mother|mom) who (?:is now dead|died)|last (?:decade|century)|in (?:19|20)\d\d|one year since|anniversary of)\b/u;
/** What is said to be over, and is not. */
export const STILL =
  /\b(?:still|again|now|these days|every (?:day|night|week|weekend)|keeps?|anymore|right now|stalking|last night|yesterday|this week|today|tonight|lately|back again)\b/u;
