import { globalRegex, regex, regexSource } from "./regex.ts";
import type { Rule } from "./rule.ts";
import { DEPENDANT } from "./vocabulary.ts";

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
const KILL =
  "(?:kill|murder|sacrifice|shoot|stab|strangle|poison|hurt|harm|attack|beat|choke|drown|smother|shake|burn|bomb|run over|rape|molest)";
const MEAN = regexSource`
  (?:
    i (?:\w+ )?(?:
      want|am going|plan|have decided|decided|intend|am about|am ready|need|long|dream|am planning|am tempted|will|
      am thinking|keep thinking|think|fantasize|have thoughts|am afraid i (?:will|might|am going to|could)|might|
      have (?:an )?urges?|feel (?:like|urges?|an urge)|am scared i (?:will|might|could)
    )|wanting|planning|going|thinking|thoughts|urges?|tempted|fantasi[sz]ing|afraid i (?:will|might|could)|
    scared i (?:will|might)|god (?:told|tells|wants|is telling|commanded) me|voices? (?:\w+ ){0,3}me
  )
`;

export const HARM_TO_OTHERS_IDIOMS: readonly RegExp[] = [
  /\b(?:panic|anxiety|heart|asthma|verbal|media|shark|dog) attacks?\b/gu,
  globalRegex`
    \b(?:strangle|kill|murder|shoot|throttle|choke|stab|smash) (?:my |the |that |this |our )(?:\w+ )?(?:
      printer|laptop|computer|phone|alarm(?: clock)?|sat nav|internet|turkey|guest list|dishwasher|car|boiler|
      lawn ?mower
    )\b(?: and (?:my|the) \w+)?
  `,
  /\b(?:i|we) (?:could|can|would) (?:have )?(?:\w+ )?(?:kill|killed|strangled?|murder(?:ed)?) (?:\w+ ){1,3}/gu,
  globalRegex`
    \b(?:kill|killing|murder|murdering|crucify\w*|mortify\w*) (?:my |the |our |your )?(?:
      pride|ego|flesh|sins?|old self|old man|time|desires?|lusts?|anger|giants?|buzz|mood|vibe|lights?|joy|dream|
      idols?|weeds?|addiction|habits?|doubts?|fear
    )\b
  `,
  /\b(?:shoot|shot) (?:him|her|them|someone|me|you) (?:an? )?(?:text|email|message|note|line)\b/gu,
  /\b(?:photo|film|video) shoots?\b|\bshoot(?:ing)? (?:hoops|pool|a (?:film|video|movie)|the breeze|for)\b/gu,
  globalRegex`
    \b(?:beat|beating) (?:him|her|them|my \w+) (?:at|in|to(?! death)|by)\b|
    \bhurt (?:him|her|them|someone|my \w+) (?:with my words|feelings)\b|
    \bhurt (?:their|his|her) feelings\b
  `,
  globalRegex`
    \b(?:not|never) (?:
    want(?:ing)? |wish(?:ing)? |going |mean(?:ing)? |trying |plan\w* |intend\w* )?(?:to )?(?:hurt|harm|kill|attack) (?:
      him|her|them|anyone|anybody|someone|people|my \w+
    )\b
  `,
  globalRegex`
    \b(?:afraid|scared|worried|fear(?:ful)?|anxious) (?:that )?i (?:
    will |might |could |may |would |have |am going to )?(?:hurt|harm) (?:him|her|them|someone|people|my \w+) (?:
      by|with|if|again by|emotionally|feelings|when i (?:tell|say|leave)
    )\b
  `,
];

const HURTING = regexSource`
  (?:
    kill(?:ing|ed)?|murder(?:ing|ed)?|shoot(?:ing)?|shot|stab(?:bing|bed)?|strangl(?:e|ing|ed)|poison(?:ing|ed)?|
    chok(?:e|ing|ed)|drown(?:ing|ed)?|smother(?:ing|ed)?|suffocat(?:e|ing|ed)|shak(?:e|ing)|shook|beat(?:ing|en)?|
    hit(?:ting)?|punch(?:ing|ed)?|slapp?(?:ing|ed)?|kick(?:ing|ed)?|hurt(?:ing)?|harm(?:ing|ed)?|attack(?:ing|ed)?|
    burn(?:ing|ed)?|run (?:over|down)|running over|rap(?:e|ing|ed)|molest(?:ing|ed)?|
    touch(?:ing|ed)? (?=.{0,30}(?:inappropriate\w*|sexual\w*|god forgive|private))|blow(?:ing)? up|crush(?:ing)?|
    smash(?:ing|ed)?|cut(?:ting)? (?:up|off)|finish(?:ing)? (?:off)?|get rid of|take out|put down|silence|dismember|
    execute|lynch
  )
`;
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
const THEM = regexSource`
  (?:
    him|her|them|(?:every|some)(?:one|body)|people|
    (?:
      my|the|that|those|these|this|our|his|her|a|an|some|all|every|other
    ) (?:[\w'-]+ ){0,4}?(?:
      husband|wife|ex|ex-?\w+|boss|father|dad|mother|mom|mum|parents?|brother|sister|son|daughter|bab(?:y|ies)|
      newborn|infant|toddler|twins|kids?|child(?:ren)?|neighbou?rs?|boyfriend|girlfriend|partner|family|step\w+|
      in-laws?|coworkers?|colleagues?|classmates?|students?|roommate|teacher|abuser|rapist|man|men|woman|women|guy|
      person|boy|girl|driver|killer|lover|landlord|sinners|priest|pastor|bully|bullies|patients?|residents?|
      mother-in-law|cop|judge
    )
  )
`;
const NOT_MEANT = regexSource`
  \b(?:not|never|nobody|without|instead of) (?:\w+ ){0,2}?(?:want\w*|going|wish\w*|mean\w*|plan\w*|intend\w*)|
  \b(?:
    feelings|not crush|with (?:my )?words|emotionally|
    by (?:leaving|lying|saying|telling|my (?:drinking|silence|absence))|with kindness|with love|
    if i (?:say|tell|leave|move|break)|by saying|who (?:hurt|killed|murdered|abused|raped)|killed my|hit by|
    in (?:the|a) (?:game|match|race|tournament|debate|election)|playoffs?|at (?:chess|cards|tennis|golf|work|it)|
    record|odds|addiction|drum|egg|time|repented|before i (?:was saved|met)|cancer|disease|
    a (?:photo|video|film|movie|text|message|hoop)|hands? (?:with|of)|foundations?|faith|his hand|the dust|
    the habit|heart|goodbye|soldiers?|army|war|combat|deployed|bible|david|goliath|saul|cain|abraham|samson|moses|
    pharaoh|joab|absalom|pride|the old man|flesh|spank\w* lightly|touch (?:lives|hearts|people)|
    my (?:back|head|knee|toe)|hungry|bored|with (?:laughter|boredom)|dead tired|hate (?:it|when)
  )\b
`;

/** Rules by situation: the writer, or somebody near them, may do this to another person. */
const HARM_MEANINGS: readonly Rule[] = [
  {
    points: 3,
    pattern: regex`
      \bi (?:\w+ ){0,2}?(?:
        raped|molested|sexually (?:abused|assaulted)|groped|fondled
      ) (?:my|a|the|his|her|our|another) (?:\w+ )?\w+\b|
      \b(?:shot|killed|poisoned|beat|strangled|hanged) (?:my|his|her|their|the) (?:[\w']+ )?(?:dog|cat|pet|horse)\b.{0,60}\b(?:
        (?:is|are) next|him too|them too
      )\b
    `,
    unless: /\bi (?:was|am|got|been)\b/u,
  },
  {
    points: 3,
    pattern: new RegExp(`\\b(?:i|me|my|we)\\b.{0,60}\\b${INTENT} (?:[\\w']+ ){0,2}?${HURTING} (?:[\\w']+ )?${THEM}\\b`, "u"),
    unless: new RegExp(NOT_MEANT, "u"),
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        god|jesus|lord|voices?|demons?|angels?|spirit|devil|satan|something|dog
      ) (?:\w+ ){0,3}?(?:
        told|tells?|telling|commands?|commanded|commanding|wants?|want|order\w*|asking|asked|calls?|calling|says?|said|
        saying
      ) (?:me )?(?:to |i (?:should|must|have to) )?(?:\w+ ){0,2}?(?:
        ${HURTING}|punish|sacrifice|burn|cleanse|purge|offer
      ) (?:\w+ )?${THEM}\b
    `,
    unless: regex`
      \b(?:
        abraham|isaac|saul|amalek\w*|joshua|canaan\w*|jephthah|old testament|why did god|why would god|israel\w*
      )\b(?!.{0,20}\bme\b)|
      \b(?:love|living sacrifice)\b
    `,
  },
  {
    points: 3,
    pattern: new RegExp(
      `^(?:wanting|planning|thinking|thoughts|urges?|fantasi[sz]ing|about|going|ready) (?:\\w+ ){0,3}?${HURTING} (?:\\w+ )?${THEM}\\b`,
      "u",
    ),
    unless: new RegExp(NOT_MEANT, "u"),
  },
  {
    points: 3,
    pattern: regex`
      \bi (?:
      (?!am |was |being |got |get |been |getting )[\w']+ ){0,4}?(?:
        hit|hits|hitting|beat|beating|slap|slapped|slapping|punch|punched|kick|kicked|choke|choked|strangled|shook|
        shoved|pushed|threw|burned|bruised|whipped|raped|molested|touched|abused|drugged|smothered|locked|grabbed
      ) (?:[\w']+ )?(?:my|our|the|a|his|her) (?:[\w'-]+ ){0,2}?(?:
        wife|husband|girlfriend|boyfriend|kids?|child(?:ren)?|son|daughter|bab(?:y|ies)|newborn|toddler|partner|mother|
        mom|mum|dad|father|grandma|grandmother|step(?:son|daughter|kids?)|niece|nephew|student|patients?|girl|boy
      )\b
    `,
    unless: new RegExp(
      `${NOT_MEANT}|\\b(?:hand|heart|shoulder|car|ball|door on|a kiss|swing|bike|stroller|out of (?:the|my) (?:house|way)|button|lives)\\b`,
      "u",
    ),
  },
  {
    points: 3,
    pattern: regex`
      \bi (?:[\w']+ ){0,3}?(?:want|wish|need|hope|pray(?:ed)?) (?:[\w'-]+ ){0,5}?(?:dead|to die|killed|gone forever)\b(?=
        .*\b(?:bought|poison|gun|plan|by my|i will|i would|do it|hire[ds]?|knife|ready)\b
      )|
      \b(?:bought|got|have|found|mixed|put) (?:\w+ )?(?:poison|rat poison|antifreeze|arsenic)\b.{0,40}\b(?:
        him|her|them|food|drink|coffee|tea|my \w+
      )\b
    `,
    unless: /\b(?:rats?|mice|ants|garden|weeds|ivy)\b(?! poison)|\bnot (?:want|wish) to die\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \bsexual(?:ly)? (?:\w+ ){0,3}?(?:about|toward|for|attract\w*|to|with) (?:\w+ ){0,3}?(?:
        niece|nephew|daughter|son|child(?:ren)?|kids?|minors?|boys?|girls?|student|stepdaughter|stepson|cousin|sister|
        teen\w*
      )\b|
      \b(?:look(?:ing|ed)? at|watch(?:ing|ed)?|download\w*|viewing) (?:\w+ )?(?:
        child (?:porn\w*|sexual)|(?:porn|images|pictures) of (?:children|kids|minors)
      )\b|
      \b(?:act|acting) on (?:it|them|my (?:urges?|thoughts|feelings))\b.{0,40}\b(?:
        child\w*|kid\w*|niece|nephew|daughter|son
      )\b
    `,
    unless:
      /\b(?:teach\w*|talk\w* to|educat\w+|protect\w*|victims?|abuse of|sexual (?:identity|purity|orientation)|survivors?)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        shoot(?:ing)? up|blow(?:ing)? up|bomb(?:ing)?|set(?:ting)? (?:fire to|\w+ \w+ on fire)|burn(?:ing)? down|
        torch(?:ing)?|attack(?:ing)?|massacre|open(?:ing)? fire (?:at|in|on)|kill(?:ing)? everyone (?:at|in)
      ) (?:the |a |my |this |that |their |our |his |her )?(?:[\w']+ ){0,2}?(?:
        school|church|mosque|synagogue|temple|office|workplace|work|mall|building|house|hospital|clinic|party|college|
        campus|courthouse|bar|store
      )\b|
      \b(?:shoot|kill|stab|blow up|attack) (?:the |some |all |my |his |her |other )?(?:
        people|kids|everyone|classmates|students|teachers?
      ) (?:at|in) (?:\w+ )?(?:school|work|church|college)\b
    `,
    unless: /\b(?:after|victims?|survivors?|news|shooting at|was|were|healing|when a|who|sunday school growth|pray for)\b/u,
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:pay|repay|answer)\b.{0,20}\b(?:with|in) (?:\w+ )?(?:blood|their (?:lives|life)|his life|her life|fire)\b|
      \b(?:punish|cleanse|purge|purify)\b.{0,40}\b(?:with|by) (?:fire|blood|bullets?|a gun)\b|
      \bi will be waiting for (?:him|her|them)\b|
      \b(?:i know where (?:he|she|they) (?:lives?|works?|sleeps?|parks?|goes))\b|
      \b(?:
        eye for an eye|make (?:him|her|them) (?:pay|suffer|bleed|hurt|regret)
      )\b.{0,60}\b(?:i know where|tonight|tomorrow|gun|knife|plan|going to|will)\b|
      \b(?:list of names\b.{0,60}\b(?:range|gun|rifle|school|work|shoot\w*|ammo)|hit list|kill list|manifesto)\b|
      \b(?:about|going) to do something\b.{0,60}\b(?:can not take back|regret|prison|jail|to (?:him|her|them|my))\b|
      \bend up in (?:prison|jail) (?:for|because)\b.{0,40}\b(?:what i|him|her)\b
    `,
    unless: regex`
      \b(?:
        jesus|christ|with arms|with (?:a )?(?:hug|gift|flowers|dinner|open)|at the (?:airport|gates?|altar|door)|heaven|
        prayer list|passover|baptis\w*|wedding|surprise|propos\w*
      )\b
    `,
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      (?=
        .*\b(?:baby|newborn|infant|toddler|son|daughter|kid|child|she|he|screams?|crying)\b
      )(?=
        .*\b(?:
          dash\w*|
          (?:shak(?:e|en|ing)|shook) (?:
            him|her|it|
            (?:my|the|our) (?:\w+ )?(?:bab(?:y|ies)|newborn|infant|toddler|twins|son|daughter|kids?|child|boy|girl)
          )|throw (?:him|her|it)|threw (?:him|her|it|my|the)|smother|pillow over|
          too much (?:of the )?(?:sleep\w*|medicine|benadryl)|snap\w* (?:and|at) (?:him|her)|lose it (?:and|with)|
          go(?:ing)? to lose it|hurt (?:him|her|it)
        )\b
      )(?=.*\b(?:i|me)\b)
    `,
    unless: regex`
      \b(?:
        throw (?:him|her) a|party|shower|threw up|my hands (?:shake|shook|are shaking)|shake hands|shook hands|
        snapped at|years ago|my faith|tantrum|not|ball|when i was
      )\b
    `,
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:${DEPENDANT}|he|she)\b.{0,30}\b(?:
        says?|said|threat\w*|plans?|planning|going|wants?|texted|posted|talks? about
      )\b.{0,30}\b(?:shoot|kill|stab|bomb|attack|hurt|poison|burn)(?:ing)? (?:up )?(?:\w+ )?(?:
        people|kids|everyone|everybody|someone|somebody|his (?:wife|teacher|school|class\w*|boss|family|kids|ex)|
        her (?:husband|baby|boss|kids|ex)|the (?:school|church|office|mosque|baby)
      )\b
    `,
    unless: /\b(?:bible|movie|game|book|news|years ago|david|saul|herod|pharaoh)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:beat|kill(?:ed)?|tortur\w+|strangled|burn(?:ed)?|hurt) (?:my|the|a|our|his|her|neighbou?r's) (?:\w+ )?(?:
        dog|cat|puppy|kitten|pet|animals?
      )\b.{0,60}\b(?:liked|enjoy\w*|felt good|again|kid|neighbou?r|people|next)\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        bring(?:ing)?|brought|tak(?:e|ing)|carry(?:ing)?|pack(?:ing|ed)?
      ) (?:a|my|the|his) (?:\w+ )?(?:knife|gun|pistol|rifle|bomb|blade|machete) (?:to|into|in) (?:
        class|school|work|church|college|campus|court|the office|his|her|my
      )\b|
      \b(?:going to|about to|ready to|will|want to|plan(?:ning)? to) (?:\w+ ){0,2}?(?:end|finish|waste|gut|ice|off) (?:him|her|them|those|these)\b|
      \b(?:poison(?:ed|ing)?|(?:put|mixed|slipped|putting) .{0,25}) (?:in |into )?(?:
        his|her|their|my (?:\w+ )?(?:husband|wife|boss|father|mother)'s
      ) (?:coffee|tea|food|drinks?|dinner|soup|lunch)\b
    `,
    unless: /\b(?:show and tell|scout|cooking|butter|confiscat\w*|salt|sugar|note|milk|end (?:him|her|them) (?:well|with))\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:god|lord|jesus|voices?|angels?|spirit|demons?|something) (?:\w+ ){0,3}?(?:
        telling|told|tells|commands?|commanded|commanding|wants?|orders?|ordering|ordered
      ) me to (?:\w+ )?(?:burn|bomb|destroy|torch|attack|blow up|shoot up|set fire)\b|
      \b(?:can not|do not|could not) trust myself (?:\w+ )?(?:with|around|near|alone)\b.{0,40}\b(?:
        baby|kids?|child\w*|him|her|them|son|daughter|wife|gun|knife
      )\b|
      \balmost (?:
        threw|dropped on purpose|shook|smothered|hit|killed|strangled|choked|drowned
      ) (?:him|her|them|my \w+|the (?:baby|kids?))\b|
      \bi (?:\w+ )?(?:follow|followed|following|watch|watched) (?:him|her) (?:home|from|at night|sleep|through|again)\b|
      \bone of us (?:will not|is not going to) (?:walk|come|live|leave)\b|
      \bfeel(?:ing)? (?:it|that|the urges?|those (?:urges|things|feelings)) again\b.{0,30}$
    `,
    unless: /\b(?:his spirit|holy spirit|peace|joy|love|hope|hit (?:a|the)|car|bridges? behind|jesus (?:home|again))\b/u,
  },
  { points: 3, pattern: /\b(?:i|me)\b.{0,40}\brun (?:him|her|them|(?:my|the|that|those) \w+(?: \w+)?) (?:over|down) with\b/u },
  {
    points: 2,
    pattern: /\b(?:on purpose|been at the range|can not control (?:my (?:anger|rage|fists|hands)|myself (?:around|with)))\b/u,
    unless: /\b(?:god|jesus|puts? (?:us|me) here)\b/u,
  },
];

export const HARM_TO_OTHERS_RULES: readonly Rule[] = [
  ...HARM_MEANINGS,
  {
    points: 3,
    pattern: new RegExp(`\\b${MEAN} (?:\\w+ ){0,2}?(?:to |of |about )?(?:\\w+ ){0,1}?${KILL}(?:ing)? ${PERSON}`, "u"),
    unless: regex`
      \b(?:who|that) (?:wants?|tried|killed|want) (?:to )?(?:kill|hurt|harm)|
      \bforgiv\w+|
      \b(?:killing|hurting|harming) (?:him|her|them|my \w+)(?= (?:by|with|if))|
      \bseeing|
      watching\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b${MEAN} (?:\w+ ){0,2}?(?:to |of |about )?(?:
        killing|murdering|shooting|stabbing|strangling|poisoning|hurting|harming|attacking|drowning|smothering|shaking|
        raping|molesting
      ) ${PERSON}
    `,
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
    pattern: regex`
      \b(?:
        shoot(?:ing)? up|blow(?:ing)? up|bomb(?:ing)?|set(?:ting)? fire to|burn(?:ing)? down|massacre|attack(?:ing)?
      ) (?:the |a |my |this |their |our |his |her )(?:[\w']+ )?(?:
        school|church|mosque|synagogue|temple|office|workplace|mall|building|house|hospital|clinic
      )\b
    `,
    unless: /\b(?:after|victims?|survivors?|who|man|news|shooting at|was|were|healing|when a)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \bi (?:
        hit|beat|slapp?ed|slap|punched|punch|choked|choke|strangled|hurt|shook|kicked|raped|molested|abused?|touched
      ) (?:up )?(?:my|our) (?:own )?(?:
        wife|husband|girlfriend|boyfriend|kids?|child(?:ren)?|son|daughter|baby|partner|mother|mom|dad|father|stepson|
        stepdaughter|niece|nephew|student
      )\b
    `,
    unless: regex`
      \b(?:at|in) (?:chess|tennis|the race|cards|a game)|
      \b(?:feelings|with my words|by lying|by leaving|by cheating|emotionally|car|hand|heart|shoulder)\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:i (?:can not|could not) stop|i keep|i am) (?:\w+ )?(?:hitting|beating|hurting|abusing|touching|shaking) (?:my|our|the) (?:
        wife|husband|girlfriend|boyfriend|kids?|child(?:ren)?|son|daughter|baby|partner|mother|stepson|stepdaughter|
        niece|nephew|student
      )s?\b
    `,
    unless: /\b(?:with my words|emotionally|by (?:my|working|drinking))\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:i am|am i|being) (?:sexually )?attracted to (?:
        children|kids|minors|a child|my (?:daughter|son|niece|nephew|student|stepdaughter|stepson)
      )\b|
      \b(?:sexual|urges?) (?:\w+ ){0,3}?(?:children|kids|minors)\b
    `,
    unless: /\b(?:sexual abuse of|protect\w*|teach\w*|victims?)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        going to|about to|will|plan(?:ning)? to|want to|have to|need to|ready to|intend to
      ) (?:make|watch) (?:him|her|them|everyone|that \w+) (?:
        bleed|suffer and die|die|burn alive|pay with (?:his|her|their) (?:life|blood|lives)
      )\b|
      \b(?:he|she|they) (?:deserves? to|must|is going to|are going to|will) die (?:
        by my|and i will|for what (?:he|she|they) did(?: to me)? and i
      )\b|
      \bend (?:his|her|their) (?:life|lives)\b
    `,
    unless:
      /\b(?:wants?|threaten\w*|going|trying|about|decided|planning) to end (?:his|her|their) (?:own )?(?:life|lives)\b|\bown\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:i have|i bought|i am bringing|bringing|i got|with|loaded) (?:my |a |the )?(?:gun|knife|rifle|bomb)\b.{0,40}\b(?:
        him|her|them|everyone|boss|school|church|work|pay|ex
      )\b
    `,
    unless: /\b(?:he|she) (?:has|had)|\bcontrol\b/u,
  },
];
