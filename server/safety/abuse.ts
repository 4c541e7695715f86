import { globalRegex, regex, regexSource } from "./regex.ts";
import type { Rule } from "./rule.ts";
import { DEPENDANT, KIN, RECENT, AUTHORITY_FIGURE, PARTNER, ANY_PERSON } from "./vocabulary.ts";

const KIN_OR_OFFICE = regexSource`
  (?:
    dad|father|mom|mum|mother|step ?(?:dad|father|mom|mother|brother)|uncle|brother|sister|son|daughter|cousin|
    grand(?:father|mother|pa|ma|son|daughter)|nephew|niece|aunt|roommate|caregiver|carer|nurse|parents?|family|
    in-laws|pastor|priest|coach|teacher|boss
  )
`;
const SOMEONE = `(?:he|she|they|somebody|someone|(?:my|our) (?:\\w+ )?(?:${PARTNER}|${KIN_OR_OFFICE}))`;
/** Up to 12 words between the person and what they do: "he drinks, and then he hits me". */
const OFTEN = "(?:[\\w']+,? ){0,12}?";
const BLOW = regexSource`
  (?:
    hits?|hit|hitting|beats?|beating|slaps?|slapped|slapping|punche?[sd]?|punching|kicks|kicked|kicking|chokes?|
    choked|choking|strangle[sd]?|strangling|burns|burned|whips|whipped|bites|bit|shoves|shoved|shoving|rapes?|raped|
    raping|molests?|molested|molesting|assaults?|assaulted|stabs?|stabbed
  )
`;
const ME = regexSource`
  (?:
    me|us|(?<=(?:he|she) \w+ )you|
    my (?:kids?|child|children|son|daughter|baby|mom|mother|mum|little (?:brother|sister)|sister|brother)|
    our (?:kids?|child|children|son|daughter|baby)|the (?:kids|children|baby)
  )
`;

/** Expressions such as "life hit me hard" or "beat me at chess", in which nobody is hurt. Removed before the rules read. */
export const ABUSE_IDIOMS: readonly RegExp[] = [
  globalRegex`
    \b(?:
      does not|did not|do not|never|has not|have not|no longer|hardly|barely
    ) (?:ever |even |once )?(?:touch(?:es|ed)?|kiss(?:es|ed)?|h[eo]ld|hugs?|hugged) (?:me|us) (?:
      in (?:a|over|the|many|more|\w+) ?(?:\w+ )?(?:week|month|year|day|age)s?|anymore|any more|at all|these days|
      since|lately
    )\b
  `,
  globalRegex`
    \b(?:does not|did not|do not|never|has not|would not) (?:ever |once )?(?:
      hit|hits|hurt|beat|touch(?:ed)?|laid a hand on
    ) (?:me|us|her|him|anyone|anybody)(?! (?:where|in|on|if|when|unless|anymore|often|hard|every|but|like|until|as))
  `,
  globalRegex`
    \b(?:man|woman|driver|guy|boy|girl|kid|teenager) who hit (?:me|my \w+|our \w+|her|him) (?:
      with (?:his|her|a) (?:car|truck|van|bike)|while (?:he|she) was (?:texting|driving)
    )
  `,
  /\b(?:hit|hits|hitting) (?:me|us) (?:up|that|hard|with (?:a|the|his|her) (?:question|idea|news|bill|truth)|like)\b/gu,
  globalRegex`
    \b(?:beat|beats|beating) (?:me|us) (?:
      at (?:chess|cards|tennis|golf|games?|everything|it|my own|scrabble|basketball|video|this)|to (?:it|the)|
      in (?:the|a|every)|by
    )\b
  `,
  globalRegex`
    \b(?:choked|chokes) me up\b|
    \b(?:kick|kicked|kicks) me out\b|
    \bbit me (?:in the|back)\b|
    \bstab(?:s|bed|bing)? (?:me|us|him|her|them) in the back\b
  `,
  /\bi (?:could|can|would) (?:have )?(?:\w+ )?(?:kill|killed|strangled?|murder(?:ed)?|choked?|slapp?(?:ed)?) (?:him|her|them|my \w+)\b/gu,
  globalRegex`
    \b(?:
      life|grief|god|the lord|this verse|this|it|that|reality|depression|anxiety|news|sadness|guilt|loss|memories|
      waves?|pain|covid|fatigue|menopause
    ) (?:\w+ ){0,2}?(?:
      hits?|hit|hitting|beats?|beating|slap(?:s|ped)|punche[sd]|kicks|kicked|choke[sd]?|chokes|burns|bites?
    ) (?:me|us)\b
  `,
];

const VICTIM = regexSource`
  (?:
    me|us|
    my (?:\w+ )?(?:
      kids?|child(?:ren)?|sons?|daughters?|bab(?:y|ies)|mom|mother|mum|dad|father|sisters?|brothers?|siblings|
      grand\w+|niece|nephew|friend
    )|our (?:\w+ )?(?:kids?|child(?:ren)?|sons?|daughters?|bab(?:y|ies))|
    the (?:kids|children|babies|baby|girls|boys)|
    (?:his|her|their) (?:own )?(?:
      kids?|child(?:ren)?|wife|husband|girlfriend|boyfriend|son|daughter|bab(?:y|ies)|mother|father|stepson|
      stepdaughter
    )|her(?! (?:own )?(?:head|knees?|arm|leg|foot|hand|face|toe|elbow|stride|goal|peak|target|fear|time|best))|him|
    them
  )
`;
/** `VICTIM` without "her", "him" and "them", which can stand for anybody. */
const OWN = VICTIM.replace(/\|her\(.*$/u, ")");
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
const BODILY = regexSource`
  (?:hurts?|hurting|abus(?:es?|ed|ing)) (?:\w+ ){0,3}?(?:
    physically|sexually|badly|at night|again|every|when|whenever|
    with (?:his|her|a|the) (?:belt|hands?|fists?|stick|cord)
  )
`;
const TOUCHES = regexSource`
  (?:
    touch(?:es|ed|ing)?|kiss(?:es|ed|ing)?|rubs?|rubbed|sleeps? with|slept with|sleeping with|had sex with|
    has sex with|having sex with|sexts?|
    makes? (?:\w+ )?(?:touch|undress|watch|do (?:\w+ )?(?:sexual|bad|dirty|nasty)|have sex)|
    made (?:\w+ )?(?:touch|undress|watch|do (?:\w+ )?(?:sexual|bad|dirty|nasty)|have sex)|
    forc\w+ (?:himself|herself|themselves)
  )
`;
const NOT_BLOWS = regexSource`
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
/** Weapons, for rules about threats. */
const WEAPON = "(?:gun|knife|pistol|rifle|blade|bat|hammer|machete|belt)";

/** Rules by situation: somebody who has power over the writer, or over a person who depends on them, does this now. */
const ABUSE_MEANINGS: readonly Rule[] = [
  {
    points: 3,
    pattern: regex`
      \b(?:hits?|kicks?|beats?|punch(?:es|ed)?|slaps?|hurts?) (?:the|my|our) \w+,? (?:and )?then me\b|
      \b(?:put|puts|putting|stuck|slid|slides) (?:his|her|their) (?:hands?|fingers?|penis|tongue) (?:
        in|inside|down|up|under|on|between
      ) (?:my|me|her|his) ?(?:\w+)?|
      \b(?:the|his|her|my|these|about) (?:\w+ )?(?:beatings|whippings|abuse|rapes?)\b.{0,60}\b(?:
        tell|told|send|stop|again|every|says?|report|nobody|happen\w*|home
      )\b|
      \b(?:tell|told|report) (?:anyone|anybody|someone|nobody) (?:about )?(?:the|what he|what she|the) (?:
        beatings|abuse|touching|does|did
      )\b|
      \b(?:
        man|guy|boy|woman|person|stranger|somebody|someone|${AUTHORITY_FIGURE}|${KIN}
      ) (?:[\w']+ ){0,4}?(?:
        touched|touches|fondled|groped|molested|kissed|exposed (?:himself|herself) to
      ) (?:me|my (?:\w+ )?(?:girl|boy|daughter|son|child|kids?|niece|nephew|sister|brother|grand\w+))\b
    `,
    unless: regex`
      ${NOT_BLOWS}|
      \b(?:
        in (?:his|her|my) hands?|on (?:my|his|her) (?:shoulder|head|heart)|his side|thomas|hand in mine|
        on me and prayed|revival|prayer line|in front of everyone|hands on me|years? ago|when i was|sermon on|ministry|
        awareness|church respond
      )\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b${ANY_PERSON} (?:(?!i )[\w']+ ){0,3}?threaten(?:s|ed|ing)? ${OWN}\b|
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
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:
        drugged|drug|spiked|roofied|blacked out|can not remember|do not remember|passed out|drunk|party
      )\b.{0,80}\b(?:
        clothes (?:were )?(?:off|gone|torn)|naked|undressed|underwear|in his bed|bleeding down there|sore
      )\b|
      \bwoke up\b.{0,40}\b(?:naked|undressed|clothes (?:were )?off|on top of me|inside me)\b|
      \b(?:hole|holes) in the (?:door|wall) where my (?:face|head)\b
    `,
    unless: /\b(?:noah|adam|eve|fig leaves|dream|baby|toddler)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        nudes?|naked (?:pics?|pictures|photos?)|dick pics?|explicit (?:pics?|pictures|photos?)|porn
      )\b.{0,60}\b(?:to me|me|i am 1[0-7]|of me)\b|
      \b(?:sends?|sent|asks?|asked|wants?|makes?|threat\w*)\b.{0,30}\b(?:nudes?|naked|explicit|dirty)\b.{0,20}\b(?:
        pics?|pictures|photos?|videos?
      )\b
    `,
    unless: /\b(?:addict\w*|struggle|lust|quit|purity|free from|temptation|husband watch\w*)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:${AUTHORITY_FIGURE}|step\w+|uncle|grandfather|grandpa) (?:[\w']+ ){0,3}?${TOUCHES} (?:\w+ )?${VICTIM}\b|
      \b${ANY_PERSON} (?:[\w']+ ){0,3}?(?:
        abused|molested|raped|assaulted|groomed|grooming|preys? on|preyed on
      ) (?:
        me|us|my (?:\w+ )?(?:son|daughter|child|kids?|sister|brother|niece|nephew|grand\w+)|
        our (?:\w+ )?(?:son|daughter|child|kids?)
      )\b(?=.*\b(?:${RECENT}|last|just|this|still)\b|$)|
      \b${ANY_PERSON} (?:[\w']+ ){0,3}?(?:push(?:es|ed)?|threw|throws?|kicked|dragged|shoved) (?:
        me|us|my (?:\w+ )?(?:son|daughter|kids?|child)
      ) (?:out|off|down|into|through|against|under|in front)\b|
      \b(?:says?|said|swears?|swore|threat\w*|promis\w+|vow\w*)\b.{0,25}\bburn (?:down )?(?:my|our|the) (?:house|home|car|place)\b|
      \b(?:scared|afraid|terrified|frightened) of (?:
        his|her|my (?:husband|wife|dad|father|mom|mother|boyfriend|girlfriend|partner|stepdad|brother|ex)'s
      ) (?:hands?|fists?|temper|rage|anger|belt)\b|
      \b(?:puts?|putting|put) the belt (?:away|down)\b|
      \b(?:comes?|came|coming) (?:back|home) from (?:his|her|their|my ex's|the) (?:[\w']+ ){0,2}?(?:with|covered in) (?:
        marks|bruises|welts|burns
      )\b
    `,
    unless: new RegExp(
      `${NOT_BLOWS}|\\\\b(?:business|company|of the (?:company|band|team|meeting)|comfort zone|into (?:ministry|the pool|prayer|leadership))\\\\b`,
      "u",
    ),
  },
  {
    points: 3,
    pattern: new RegExp(
      `\\b${ANY_PERSON} (?:(?!i )[\\w']+,? ){0,8}?(?:${STRIKES} ${VICTIM}|${TOUCHES} (?:\\w+ ){0,2}?${OWN})\\b`,
      "u",
    ),
    unless: new RegExp(NOT_BLOWS, "u"),
  },
  {
    points: 3,
    pattern: regex`
      \b${ANY_PERSON} (?:[\w']+,? ){0,4}?${BODILY.replace(") (?:\\w+", `) ${VICTIM} (?:\\w+`)}\b|
      \b(?:${KIN}|${PARTNER}|${AUTHORITY_FIGURE}) (?:is |keeps? )?(?:hurts?|hurting|abuses|abusing) (?:me|us)$
    `,
    unless: new RegExp(NOT_BLOWS, "u"),
  },
  {
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
  {
    points: 3,
    pattern: new RegExp(`\\b(?:raped|molested|gang raped|sexually assaulted|date raped) (?:by .{1,30} )?(?:${RECENT})\\b`, "u"),
  },
  {
    points: 3,
    pattern: regex`
      \b${ANY_PERSON} (?:[\w']+,? ){0,4}?(?:
        pull(?:s|ed)?|point(?:s|ed)?|put|puts|held|holds|waved|waves|threaten(?:s|ed)? (?:me|us|her|him|them)|came|
        comes|chased?
      ) (?:[\w']+ ){0,4}?(?:with )?(?:a|the|his|her) ${WEAPON}\b(?: (?:to|on|at|against) (?:me|us|my|our|her|him))?
    `,
    unless: /\b(?:robber\w*|intruder|police|years ago|movie|show|hunting|bible|baseball|cricket|home run)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b${ANY_PERSON} (?:[\w']+,? ){0,5}?(?:
        (?:comes?|came|sneaks?|gets?|climbs?) (?:in|into|in to|on) (?:my|our|her|his) (?:bed)?(?:room)?|
        watch(?:es)? me (?:shower|undress|change|sleep)|
        (?:forces?|forced|forcing|makes?|made|making) me (?:to )?(?:
          touch (?:him|her|it)|undress|watch porn\w*|marry|have (?:sex|an abortion)|sleep with|
          do (?:things|sexual|stuff)|strip|undress|beg|eat off
        )|
        (?:took|takes|has|hid|hides|keeps|kept) (?:away )?(?:my|our|her) (?:
          passport|documents|papers|phone|keys|id|money|paycheck|bank card|meds|medication
        )|(?:locks?|locked|locking|ties?|tied|chains?|chained) (?:me|us|her|him|them) (?:in|up|out|to|inside)|
        (?:tracks?|follows?|stalks?|spies on|checks?) (?:me|my (?:phone|every move|location|messages))|
        (?:will|would|does|do|did) not (?:let|allow) (?:me|her|us) (?:to )?(?:
          leave|see|talk|go|work|have|out|eat|sleep|call|drive
        )|(?:leaves?|left) (?:marks|bruises|welts)|
        (?:kicks?|punche[sd]|throws?|smash\w*|breaks?|broke) (?:
          holes? in|the (?:door|walls?)|things|dishes|furniture|plates
        )
      )\b
    `,
    unless: regex`
      \b(?:
        boss|homework|curfew|party|until i finish|(?:toddler|cat|dog|baby|two[- ]year\w*)|wakes? me|
        (?:my|the) (?:son|daughter|kid|kids|child|children) (?:comes?|came|sneaks?|gets?|climbs?)|instagram|twitter|
        facebook|nightmares?|after a bad dream|grounded|god|lord|jesus|car keys|
        left (?:marks|bruises) on my (?:heart|soul)|hospital|nurse\w*|facility|prison|robbed|mugged|burgl\w+|
        see (?:my|our|the|his|her) (?:grand\w+|kids|children|son|daughter)
      )\b
    `,
  },
  {
    points: 3,
    whole: true,
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
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:
        bruis\w+|black eye|welts|marks|burns|broken (?:arm|rib|nose|jaw|wrist)|long sleeves|makeup|sunglasses
      )\b.{0,60}\b(?:
        told|tell|said|say|lied|lie|hide|hiding|cover\w*|ask|asking|notice|fell|stairs|church|work|school|home from
      )\b|
      \b(?:
        told|tell|said|lied|hide|hiding|cover\w*|wear|wearing|stay home
      )\b.{0,50}\b(?:bruis\w+|black eye|welts|(?:the )?marks|long sleeves|walked into a door|fell down the stairs)\b|
      \b(?:mad|angry|temper|rage|drunk)\b.{0,60}\b(?:leaves? marks|marks (?:go|fade|heal)|bruises?)\b
    `,
    unless: regex`
      \b(?:
        bicycle|bike|football|soccer|rugby|knee|pride|ego|bruised reed|stretch marks|wedding|good marks|report card|
        test|exam|surgery|fruit|apple|isaiah|healed by|stripes|basketball|acne|wearing sunglasses (?:at|on|to the)
      )\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:our|my|a|his|her) (?:little )?secret\b.{0,60}\b(?:touch\w*|uncle|stepdad|${AUTHORITY_FIGURE}|grand(?:pa|father|dad))\b|
      \b(?:touch\w*|uncle|stepdad|${AUTHORITY_FIGURE}|grand(?:pa|father|dad))\b.{0,60}\b(?:our|little|is a) secret\b|
      \b(?:special|secret|touching) game\b.{0,40}\b(?:never|not|secret|tell|talk)\b|
      \bsaid (?:not to|do not|never) tell\b
    `,
    unless:
      /\b(?:surprise|birthday|recipe|present|gift|prayer|santa|there is a secret|secret (?:that )?i (?:have )?(?:kept|keep))\b/u,
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:i am|im) (?:only )?(?:
        [5-9]|1[0-7]|(?:five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)
      )\b.{0,120}\b(?:touch\w*|hurts? me|sex|naked|nudes?|pictures of me|kiss\w*|older man|secret)\b|
      \b(?:touch\w*|hurts? me|sex\w*|naked|nudes?|kiss\w*)\b.{0,120}\b(?:i am|im|since i was) (?:only )?(?:[5-9]|1[0-7])\b
    `,
    unless: /\b(?:purity|waiting until marriage|pornography|porn|lust|hurts me (?:when|that)|years ago|now i am)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:do|does|did|should|must|can|could|why do|how do) i (?:\w+ )?(?:have to |need to )?(?:
        stay|go back|return|submit|forgive|obey|leave|honou?r
      )\b.{0,60}\b(?:
        hits|beats|hit|hurts|hurt me|rapes|abus\w+|chok\w+|violent|threaten\w*|broke|punch\w*|marks|slaps?
      )\b|
      \b(?:
        stay|back|submit|submissive|obey|forgive|patient|better wife
      )\b.{0,50}\b(?:so (?:that )?)?(?:he|she) (?:will |would )?(?:stop\w* |does not |not )(?:
        hit\w*|beat\w*|hurt\w*|chok\w*|yell\w*|explod\w*
      )
    `,
    unless: regex`
      \b(?:
        years ago|when i was (?:a|little|young|small|\d)|grew up|growing up|used to|childhood|my late|deceased|feelings
      )\b|
      \b(?:forgive|honou?r) (?:\w+ ){1,3}(?:who|that) (?:has |had )?hurt (?:me|us)$
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:does not|did not|will not|never|refuses to) feed (?:me|us|him|her|the (?:kids|baby))\b|
      \b(?:do|does|did|doing) (?:\w+ )?(?:stuff|things) to (?:me|us|my (?:\w+ )?(?:son|daughter|sister|brother|kid)s?)\b|
      \bthings happen to me (?:at|when|in)\b|
      \bflinch\w*\b.{0,40}\b(?:hand|he|she|arm|walks in)\b|
      \b(?:always|it) (?:\w+ )?(?:happens|hits|explodes|comes at me) again (?:\w+ )?(?:after|when) (?:the |he |she |another )?(?:
        whiskey|drink\w*|beer|bottle|gets? drunk|payday
      )\b|
      \b(?:being|am|are|is|was) (?:trafficked|held (?:against|captive|prisoner)|sold for|kept (?:here|locked))\b|
      \bsell(?:s|ing)? (?:me|my body)\b|
      \bnobody (?:will|would|is going to) (?:\w+ )?believe me (?:because|since|if|against)\b
    `,
  },
  {
    points: 2,
    pattern: regex`
      \b(?:
        checks? my phone|not allowed to (?:see|talk|go|leave|have)|walking on eggshells|
        nobody (?:will|would) believe me|which (?:husband|wife|dad|mom|man) comes|
        afraid of (?:him|her|my (?:husband|wife|dad|boyfriend|partner))
      )\b
    `,
    unless: /\b(?:diabet\w*|doctor|sugar|hospital|curfew|grounded)\b/u,
  },
  {
    points: 2,
    pattern: regex`
      \b(?:
        controls (?:me|everything|all (?:my|the|our) money)|isolat\w+ me|threatens (?:me|us)|rages? at me|
        screams (?:at|in) (?:me|my face)|calls me (?:names|worthless|a whore|stupid)
      )\b
    `,
  },
];

export const ABUSE_RULES: readonly Rule[] = [
  ...ABUSE_MEANINGS,
  { points: 3, pattern: new RegExp(`\\b${SOMEONE} ${OFTEN}${BLOW} ${ME}\\b`, "u"), unless: new RegExp(NOT_BLOWS, "u") },
  {
    points: 3,
    pattern: regex`
      \b(?:is|keeps?|was|started|stop|stops|been) ${OFTEN}(?:
        hitting|beating|slapping|punching|kicking|choking|strangling|burning|raping|molesting|hurting|abusing|
        threatening|stalking|touching
      ) ${ME}\b
    `,
    unless: regex`
      \b(?:god|lord|life|it|grief|feelings|words|memories) (?:is|keeps?|was)\b|
      \b(?:touching me (?:deeply|with)|hurting (?:me|us) (?:emotionally|with words))\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b${SOMEONE} ${OFTEN}(?:
        threw|throws|pushe[sd]|pushing|slam(?:s|med)|dragg?(?:s|ed)|grab(?:s|bed)|pin(?:s|ned)|held|holds|shook|shakes
      ) ${ME} (?:
        down|against|into|onto|across|by (?:the|my) (?:throat|neck|hair|arms?|wrists?)|so hard|up against|
        to the (?:ground|floor|wall)
      )|
      \b${SOMEONE} ${OFTEN}(?:broke|breaks|fractured|cracked|bruised) my (?:\w+ )?(?:
        arm|nose|jaw|ribs?|finger|wrist|leg|tooth|teeth|bones?|face
      )\b
    `,
    unless: /\b(?:down gently|by the hand|in (?:his|her) arms|accountable)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b${SOMEONE} ${OFTEN}(?:hurts?|hurting|abuse[sd]?|abusing) ${ME} (?:
        physically|sexually|when|again|every|badly|when (?:he|she) drinks|at night|and the
      )
    `,
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
    pattern: regex`
      \b${SOMEONE} ${OFTEN}(?:
        threaten(?:s|ed|ing)?|says? (?:he|she|they) (?:will|is going to|would)|
        said (?:he|she|they) (?:will|would|is going to)|going to|wants to|tried to|might|is about to
      ) (?:\w+ ){0,2}?(?:to )?(?:kill|hurt|shoot|stab|hit|burn|find and hurt|beat) ${ME}\b
    `,
  },
  {
    points: 3,
    pattern: new RegExp(`\\b${SOMEONE} ${OFTEN}threaten(?:s|ed|ing)? ${ME}\\b`, "u"),
    unless: /\b(?:to (?:leave|divorce|fire|quit|sue|move)|with (?:divorce|firing|a lawsuit|court))\b/u,
  },
  {
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
  {
    points: 3,
    pattern: regex`
      \b${SOMEONE} ${OFTEN}(?:
        will not let|does not let|never lets|do not let|refuses to let|forbids?|do not allow|does not allow
      ) (?:me|us) (?:to )?(?:
        leave|go out|out of|see my|talk to (?:my|any)|have (?:any )?(?:money|friends|a phone)|work|go anywhere|go home|
        call|use the phone|drive|see a doctor
      )\b
    `,
    unless: /\b(?:boss|until i finish|homework|curfew|party|see my (?:grand\w+|kids|children|son|daughter))\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:${SOMEONE}|god) ?${OFTEN}(?:
        lock(?:s|ed)? me (?:in|out of|up|inside)|
        forc(?:e|es|ed|ing) me (?:to have sex|into bed|into sex|to do sexual|on(?:to)? him|to touch)|
        forc(?:e|es|ed) (?:him|her|them)sel(?:f|ves) on me|
        touche?[sd]? me (?:where|down there|at night|in ways|inappropriately|sexually|in my)|touche?[sd]? me$|
        forces me$|disciplin(?:es?|ed|ing) me (?:with|physically|by)|
        (?:says|tells me|told me|said) i can (?:never|not) leave|
        (?:put|puts|wrapp?(?:ed|s)) (?:his|her|their) hands? (?:around|on|over) my (?:neck|throat|mouth)|
        comes? into my (?:room|bed) at night
      )
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        my|an?|this|your|our|the|with|from|living with|married to
      ) (?:\w+ )?(?:abusive|violent) (?:\w+ )?(?:
        ${PARTNER}|marriage|relationship|home|household|man|dad|father|mom|mother|stepfather|stepdad
      )\b|
      \bmy (?:${PARTNER}|dad|father|stepdad|stepfather|mother|mom) (?:is|gets|has been|can be|becomes|turns|got) (?:\w+ ){0,3}?(?:
        abus\w+|violent|physical with me
      )\b
    `,
    unless: regex`
      \b(?:
        left|leaving behind|escaped|survived?|healing|heal(?:ed)? from|recover\w*|after|former|ex|childhood|grew up|
        growing up|years ago|freed|got out|was|were|had|used to|died|late|deceased|dead|now in prison|ministry|helping|
        minister\w*|friends?|sister|daughter|neighbor|raised by
      )\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \bi am (?:being|getting) (?:\w+ )?(?:
        abused|beaten|hit|raped|molested|stalked|trafficked|held|hurt at home|assaulted
      )\b|
      \b(?:domestic|sexual) (?:violence|abuse) (?:at|in my|by my|from my|in our) (?:home|house|marriage|\w+)\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        go(?:ing)? back|return(?:ing)?|stay(?:ing)?|submit(?:ting)?|obey(?:ing)?|remain(?:ing)?
      ) (?:to|with|married to) (?:my |the |a |an )?(?:
        abus\w+|violent \w+|
        (?:${PARTNER}|man) (?:who|that|even though he|when he|if he|because he) (?:hits|beats|abuses|hurts|chokes)
      )
    `,
    unless: /\b(?:how to help|friend|sister|daughter)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:i|wife|wives|woman|women|husband|christian) (?:\w+ )?(?:endure|tolerate|accept|put up with|bear|suffer) (?:\w+ )?(?:
        beatings?|physical abuse|being (?:hit|beaten)
      )\b|
      \b(?:am|are) not allowed (?:to )?(?:leave|go out|see my|talk to my|have (?:a phone|money|friends)|out)\b
    `,
    unless: /\b(?:prison|hospital|work|quarantine|curfew|facility|nursing)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:bruises|black eye|broken (?:rib|arm|nose|jaw))\b.{0,30}\b(?:
        he|she|husband|wife|boyfriend|girlfriend|dad|father|mom|mother
      )\b|
      \b(?:he|she|husband|wife|boyfriend|dad)\b.{0,30}\b(?:gave me|left me with|left) (?:\w+ )?(?:
        bruises|a black eye|marks
      )\b|
      \b(?:hide|hiding|cover(?:ing)? up) (?:my |the )?bruises\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        he|she|my (?:husband|wife|boyfriend|girlfriend|dad|father|mom|mother|stepdad)
      ) (?:\w+ )?(?:gets|is|becomes|turns|got) (?:physical|violent)\b
    `,
    unless: /\b(?:not|never) (?:physical|violent)\b/u,
  },
  {
    points: 1,
    pattern:
      /\b(?:abus(?:e|er|ers|ive|ed)|raped?|molest\w*|incest|domestic violence|sexual(?:ly)? assault\w*|trafficked|grooming|groomed|battered)\b/u,
    unless: /\b(?:alcohol|drug|substance|prescription|opioid) abuse|abuse of power\b/u,
  },
];

/** The writer is separated from the person. */
export const SEPARATED = /\b(?:ex(?:[- ]?(?:husband|wife|boyfriend|girlfriend|partner))?|former)\b/u;
/** The person is dead, or the writer has got away from them. */
export const ENDED = regex`
  \b(?:
    he|she|they|(?:father|dad|mother|uncle|man) who (?:\w+ ){1,3}?
  ) ?(?:(?:is|are|is been|has been|have been) (?:long |now )?(?:dead|gone)|died|passed away)\b|
  \bi am (?:finally |now )?(?:out(?! of)|free|safe)(?: now)?\b|
  \bi have been gone\b|
  \bstayed (?:for )?(?:\w+ ){1,3}years\b
`;
/** Signs that something is in the past. Past danger gets a sermon with a line about help, not the crisis answer. */
export const IN_THE_PAST = regex`
  \b(?:
    years? ago|months? ago|decades? ago|used to|as (?:an? )?(?:child(?:ren)?|kids?|boys?|girls?|teen\w*)|
    in the (?:nineteen )?(?:fifties|sixties|seventies|eighties|nineties|[5-9]0s)|
    in (?:
      college|high school|grade school|kindergarten|
      my (?:twenties|thirties|youth(?! group| pastor| leader| ministry))
    )|at university|when we were (?:small|little|kids|children|young|boys|girls)|
    when i was (?:
      a |an |\d+|young|little|small|growing|in (?:school|college|high)|
      (?:six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)
    )|in my (?:childhood|youth(?! group| pastor| leader| ministry)|teens|past)|childhood|growing up|back then|
    long ago|in the past|last year|a year ago|once tried|survivor|
    (?<!regret |sorry i |hate |angry i |wish i had not )(?:survived|surviving)|recover(?:ed|ing|y)|healed from|
    healing from|no longer|before i (?:was saved|met|came|knew)|saved me from|brought me out|since i left|
    after i left|got out|escaped|(?:husband|father|dad|mother|mom|uncle|man) who (?:is now dead|died)|
    (?:twenty|thirty|forty|fifty|sixty|seventy|eighty)(?:[- ]\w+)? now|i was a (?:child|boy|girl|kid)|
    i have been (?:gone|free|out|away) (?:for )?(?:an? |one |two |three |\w+ )years?|last (?:decade|century)|
    in (?:19|20)\d\d|one year since|anniversary of
  )\b
`;
/** Signs that something still goes on, although the clause also speaks of the past. */
export const ONGOING = regex`
  \b(?:
    still|
    (?<!(?:trust|trusting|people|men|anyone|love|laugh|sing|pray|breathe|sleep|start|begin|marry|date|dating) )again|
    (?:
      hit|beat|slap|punche|kick|choke|hurt|rape|molest|abuse|assault|strangle|threaten|touche|stalk|follow|text|
      call|grab|shove|bite
    )s (?:me|us|my|our)|(?:is|keeps) (?:\w+ )?\w+ing (?:me|us|my)|this (?:morning|afternoon)|
    on (?:mon|tues|wednes|thurs|fri|satur|sun)day|i am (?:\w+ )?(?:scared|afraid|terrified)|
    (?:says?|said|swears|swore) (?:he|she|they) (?:will|would|is going)|threaten(?:s|ing)|
    (?<!
      (?:
        \d|twenty|thirty|forty|fifty|sixty|seventy|eighty|dead|grown|safe|free|well|older|sober|clean|married|
        thankful|grateful|happy|glad
    ) )now(?! (?:
        dead|in prison|in jail|free|safe|an? (?:adult|dad|mom|mum|mother|father|grand\w+|nurse|teacher|pastor)|
        grown|married|well|sober|thirty|forty|fifty|sixty|seventy|eighty|\d
      )
    )|these days|every (?:day|night|week|weekend)|keeps?|anymore|right now|stalking|last night|yesterday|this week|
    today(?! i am (?:an? |and |well|thankful|grateful|sober|married|free|happy|glad|clean|healed))|tonight|lately|
    back again
  )\b
`;
