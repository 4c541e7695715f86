import type { Rule } from "./rule.ts";

const PERSON =
  "(?:him|her|them|someone|somebody|people|everyone|my (?:\\w+ )?(?:husband|wife|ex|ex-?\\w+|boss|father|dad|mother|mom|brother|sister|son|daughter|(?:newborn )?baby|newborn|infant|toddler|kids?|child(?:ren)?|neighbou?rs?|boyfriend|girlfriend|family|parents|stepfather|stepdad|coworkers?|colleagues?|classmates?|roommate|teacher|abuser|rapist)|the (?:man|men|woman|people|kids?|children|baby|guy|person|one|driver|killer|boy|girl) (?:who|that)?|that (?:man|woman|guy|person|boy|girl)|(?:a|some|another) (?:person|people|man|woman|child|kid)|(?:those|these) (?:people|men|women|kids))";
const KILL =
  "(?:kill|murder|sacrifice|shoot|stab|strangle|poison|hurt|harm|attack|beat|choke|drown|smother|shake|burn|bomb|run over|rape|molest)";
const MEAN =
  "(?:i (?:\\w+ )?(?:want|am going|plan|have decided|decided|intend|am about|am ready|need|long|dream|am planning|am tempted|will|am thinking|keep thinking|think|fantasize|have thoughts|am afraid i (?:will|might|am going to|could)|might|have (?:an )?urges?|feel (?:like|urges?|an urge)|am scared i (?:will|might|could))|wanting|planning|going|thinking|thoughts|urges?|tempted|fantasi[sz]ing|afraid i (?:will|might|could)|scared i (?:will|might)|god (?:told|tells|wants|is telling|commanded) me|voices? (?:\\w+ ){0,3}me)";

export const HARM_TO_OTHERS_IDIOMS: readonly RegExp[] = [
  /\b(?:i|we) (?:could|can|would) (?:have )?(?:\w+ )?(?:kill|killed|strangled?|murder(?:ed)?) (?:\w+ ){1,3}/gu,
  /\b(?:kill|killing|murder|murdering|crucify\w*|mortify\w*) (?:my |the |our |your )?(?:pride|ego|flesh|sins?|old self|old man|time|desires?|lusts?|anger|giants?|buzz|mood|vibe|lights?|joy|dream|idols?|weeds?|addiction|habits?|doubts?|fear)\b/gu,
  /\b(?:shoot|shot) (?:him|her|them|someone|me|you) (?:an? )?(?:text|email|message|note|line)\b/gu,
  /\b(?:photo|film|video) shoots?\b|\bshoot(?:ing)? (?:hoops|pool|a (?:film|video|movie)|the breeze|for)\b/gu,
  /\b(?:beat|beating) (?:him|her|them|my \w+) (?:at|in|to|by)\b|\bhurt (?:him|her|them|someone|my \w+) (?:with my words|feelings)\b|\bhurt (?:their|his|her) feelings\b/gu,
  /\b(?:not|never) (?:want(?:ing)? |wish(?:ing)? |going |mean(?:ing)? |trying |plan\w* |intend\w* )?(?:to )?(?:hurt|harm|kill|attack) (?:him|her|them|anyone|anybody|someone|people|my \w+)\b/gu,
  /\b(?:afraid|scared|worried|fear(?:ful)?|anxious) (?:that )?i (?:will |might |could |may |would |have |am going to )?(?:hurt|harm) (?:him|her|them|someone|people|my \w+) (?:by|with|if|again by|emotionally|feelings|when i (?:tell|say|leave))\b/gu,
];

export const HARM_TO_OTHERS_RULES: readonly Rule[] = [
  {
    points: 3,
    pattern: new RegExp(`\\b${MEAN} (?:\\w+ ){0,2}?(?:to |of |about )?(?:\\w+ ){0,1}?${KILL}(?:ing)? ${PERSON}`, "u"),
    unless:
      /\b(?:who|that) (?:wants?|tried|killed|want) (?:to )?(?:kill|hurt|harm)|\bforgiv\w+|\b(?:killing|hurting|harming) (?:him|her|them|my \w+)(?= (?:by|with|if))|\bseeing|watching\b/u,
  },
  {
    points: 3,
    pattern: new RegExp(
      `\\b${MEAN} (?:\\w+ ){0,2}?(?:to |of |about )?(?:killing|murdering|shooting|stabbing|strangling|poisoning|hurting|harming|attacking|drowning|smothering|shaking|raping|molesting) ${PERSON}`,
      "u",
    ),
  },
  {
    points: 3,
    pattern: new RegExp(
      `\\b(?:want|wish|going|like|planning|ready|plan) (?:\\w+ )?${PERSON} (?:\\w+ )?(?:dead|killed|murdered)\\b`,
      "u",
    ),
    unless: /\b(?:god|lord) (?:want|wish)/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:shoot(?:ing)? up|blow(?:ing)? up|bomb(?:ing)?|set(?:ting)? fire to|burn(?:ing)? down|massacre|attack(?:ing)?) (?:the |a |my |this |their |our |his |her )(?:[\w']+ )?(?:school|church|mosque|synagogue|temple|office|workplace|mall|building|house|hospital|clinic)\b/u,
    unless: /\b(?:after|victims?|survivors?|who|man|news|shooting at|was|were|healing|when a)\b/u,
  },
  {
    points: 3,
    pattern:
      /\bi (?:hit|beat|slapp?ed|slap|punched|punch|choked|choke|strangled|hurt|shook|kicked|raped|molested|abused?|touched) (?:up )?(?:my|our) (?:own )?(?:wife|husband|girlfriend|boyfriend|kids?|child(?:ren)?|son|daughter|baby|partner|mother|mom|dad|father|stepson|stepdaughter|niece|nephew|student)\b/u,
    unless:
      /\b(?:at|in) (?:chess|tennis|the race|cards|a game)|\b(?:feelings|with my words|by lying|by leaving|by cheating|emotionally|car|hand|heart|shoulder)\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:i (?:can not|could not) stop|i keep|i am) (?:\w+ )?(?:hitting|beating|hurting|abusing|touching|shaking) (?:my|our|the) (?:wife|husband|girlfriend|boyfriend|kids?|child(?:ren)?|son|daughter|baby|partner|mother|stepson|stepdaughter|niece|nephew|student)s?\b/u,
    unless: /\b(?:with my words|emotionally|by (?:my|working|drinking))\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:i am|am i|being) (?:sexually )?attracted to (?:children|kids|minors|a child|my (?:daughter|son|niece|nephew|student|stepdaughter|stepson))\b|\b(?:sexual|urges?) (?:\w+ ){0,3}?(?:children|kids|minors)\b/u,
    unless: /\b(?:sexual abuse of|protect\w*|teach\w*|victims?)\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:going to|about to|will|plan(?:ning)? to|want to|have to|need to|ready to|intend to) (?:make|watch) (?:him|her|them|everyone|that \w+) (?:bleed|suffer and die|die|burn alive|pay with (?:his|her|their) (?:life|blood|lives))\b|\b(?:he|she|they) (?:deserves? to|must|is going to|are going to|will) die (?:by my|and i will|for what (?:he|she|they) did(?: to me)? and i)\b|\bend (?:his|her|their) (?:life|lives)\b/u,
    unless:
      /\b(?:wants?|threaten\w*|going|trying|about|decided|planning) to end (?:his|her|their) (?:own )?(?:life|lives)\b|\bown\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:i have|i bought|i am bringing|bringing|i got|with|loaded) (?:my |a |the )?(?:gun|knife|rifle|bomb)\b.{0,40}\b(?:him|her|them|everyone|boss|school|church|work|pay|ex)\b/u,
    unless: /\b(?:he|she) (?:has|had)|\bcontrol\b/u,
  },
];
