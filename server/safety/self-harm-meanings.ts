import { regex, regexSource } from "./regex.ts";
import type { Rule } from "./rule.ts";
import { SELF_HARM_COMBINATIONS, SUICIDE_REPORTED } from "./self-harm-combinations.ts";
import { BODY, DEPENDANT, RECENT } from "./vocabulary.ts";

const MEANS = regexSource`
  (?:
    gun|pistol|revolver|rifle|shotgun|rope|noose|belt|razors?|razor ?blades?|blades?|knife|knives|pills|tablets|
    capsules|sleeping (?:pills|tablets)|meds|medication|insulin|fentanyl|heroin|helium|charcoal|bullets?|trigger
  )
`;
const HEIGHT = regexSource`
  (?:
    bridges?|overpass|cliffs?|roof(?:top)?|ledge|balcony|train tracks?|tracks|railway|railroad|subway platform|
    parking garage|tall building|window sill
  )
`;
const HE = "(?:he|she|they)";
const HIMSELF = "(?:himself|herself|themselves|themself)";
const NO_ACCIDENT = regexSource`
  \b(?:
    accident\w*|cooking|kitchen|stove|oven|iron(?:ing)?|shav(?:e|ing)|carving|vegetables|work(?:shop)?|surgery|
    surgeon|doctor|stitches|ran over|fell
  )\b
`;

/** Rules by meaning, not by fixed phrases: whose death, who speaks, by which means, how soon. */
export const SELF_HARM_MEANINGS: readonly Rule[] = [
  ...SELF_HARM_COMBINATIONS,
  // Suicide in the first person.
  {
    points: 3,
    whole: true,
    pattern: /(?=.*\bsuicid(?:e|al)\b)(?=.*\b(?:i|me|my|myself|mine)\b)/u,
    unless: new RegExp(SUICIDE_REPORTED, "u"),
  },
  { points: 3, pattern: /^(?:please )?(?:suicidal|killing myself|self harm|wanting to die|want to die|i want out)$/u },
  // Self-injury.
  {
    points: 3,
    pattern: regex`
      \bi (?:[\w']+ ){0,5}?(?:
        cut|cuts|cutting|slice[ds]?|slicing|slash(?:ed|ing)?|slit|carve[ds]?|carving|burn(?:s|ed|t|ing)?|
        stab(?:bed|bing)?|scratch(?:ed|ing)?|bruis(?:e|ed|ing)|bleed|hit|hitting|punch(?:ed|ing)?|pick(?:ing)? at
      ) (?:[\w']+ )?my (?:own )?(?:[\w']+ )?${BODY}\b
    `,
    unless: new RegExp(
      `${NO_ACCIDENT}|\\bmy (?:\\w+ )?(?:hand|arm|leg|face) (?:off|on|at|with the|in the)\\b|\\bused to\\b|\\byears\\b`,
      "u",
    ),
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        razor|blade|knife|scissors|lighter|cigarettes?|needle|glass
      )s? (?:up )?(?:to|on|against|across|into) (?:my|the inside of my) (?:own )?(?:[\w']+ )?${BODY}\b
    `,
    unless: new RegExp(NO_ACCIDENT, "u"),
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        urges?|impulses?|need|want|wanting|going|tempted|thinking|thoughts?|close|keep|started|trying|
        afraid i (?:will|might)|relaps\w+|back
      ) (?:\w+ ){0,4}?(?:to |of |about )?(?:
        hurt(?:ing)?|harm(?:ing)?|cut(?:ting)?|injur(?:e|ing)|burn(?:ing)?|kill(?:ing)?|punish(?:ing)?|starv(?:e|ing)
      ) (?:myself|my body)\b
    `,
    unless:
      /\b(?:at|with|for|trying to (?:please|make)|at the gym|off from|used to)\b|\b(?:not|never) (?:going|want\w*|trying)\b/u,
  },
  // Means of suicide, and thoughts that keep returning to them.
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:i|my|me)\b.{0,80}\b${MEANS}\b.{0,60}\b(?:i|me|my)? ?(?:
        can not stop (?:thinking|looking)|keep (?:thinking|looking|staring|going)|think(?:ing)? about it|
        calls? (?:to )?me|will use|am ready|in my (?:mouth|lap|hand)|to my (?:head|temple|wrists?|throat|chest)|
        around my neck|saved|count(?:ed|ing)?|lined up|laid out|loaded
      )\b|
      \b(?:i|i have) (?:\w+ ){0,4}?(?:
        enough|counted|saved|stash\w*|hid\w*|collect\w*|stockpil\w*|hoard\w*|lined up|laid out|holding|hold|looking at|
        staring at|got
      ) (?:out |up |all |of |my |the |a |some |enough )*${MEANS}\b|
      \b(?:pull|pulling) the trigger\b|
      \b${MEANS} (?:to|against|at) my (?:own )?(?:head|temple|mouth|chest|wrists?|throat|heart)\b|
      \b(?:tied|tying|made|bought|hung|hang) (?:a|the) (?:rope|noose)\b
    `,
    unless: regex`
      \b(?:
        he|she|husband|wife|boyfriend|girlfriend|dad|ex|partner|they|man|robber|mugger|intruder
      ) (?:\w+ ){0,2}?(?:put|puts|held|holds|pointed|points|pulled|pulls|has|had) (?:a |the |his |her )?(?:gun|knife|pistol|blade)|
      \b(?:
        prayer|bible|climb\w*|jump rope|cooking|kitchen|hunting|hunt|range|control|violence|rights|pull the trigger on|
        diabet\w+|prescri\w+|refill|insurance|pharmac\w+|vitamin\w*|belt buckle|boxing|boss|coworkers?|school|
        kill (?:him|her|them|my)|shoot (?:him|her|them|my)
      )\b
    `,
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      (?:\b(?:i|i am|am|was|been|from|keep|me)\b.{0,30}|^)\b(?:
        stand(?:ing)?|stood|sit(?:ting)?|sat|park(?:ed|ing)?|walk(?:ed|ing)?|climb(?:ed|ing)?|went|go(?:ing)?|
        driv(?:e|ing)|drove|writing (?:this )?|typing (?:this )?|look(?:ing|ed)?|star(?:ed|ing)|jump(?:ing)?|
        think(?:ing)?|research\w*|google\w*
      )\b.{0,20}\b(?:
        on|off|at|by|to|from|about|up|onto|near|over|of|into|down|in front of
      ) (?:the |a |that |this |an )?(?:edge of (?:the |a )?)?(?:\w+ )?${HEIGHT}\b
    `,
    unless: regex`
      \b(?:
        photo\w*|hik\w*|jesus|fish\w*|repair\w*|fix\w*|roofer|work\w*|job|afraid of heights|sunset|view|stars|
        christmas lights|bridge (?:club|game|to)|build\w*|satan|temptation|temple|peter|david|
        rooftop (?:bar|garden|party)|vacation|tour\w*|to work|to church|wedding|proposed
      )\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:i|me|my)\b.{0,40}\b(?:
        driv(?:e|ing)|steer(?:ing)?|swerv(?:e|ing)|crash(?:ing)?|turn(?:ing)?|step(?:ping)?|walk(?:ing)?|jump(?:ing)?|
        throw(?:ing)? myself|wander(?:ing)?
      ) (?:\w+ ){0,3}?(?:into|off|in front of|under) (?:a |the |an |oncoming )?(?:
        tree|wall|truck|traffic|train|bus|lake|river|sea|ocean|pole|bridge|cliff|road|semi|car
      )\b|
      \b(?:let go of|jerk|turn|yank) the (?:steering )?wheel\b|
      \bwalk into (?:the )?traffic\b
    `,
    unless: regex`
      \b(?:
        afraid|accident|by mistake|dream(?:ed|t)?|almost|years|ago|jesus take|son|daughter|he|she|dog|cat|swim\w*|
        bapti\w+|boat|deer|learn\w*|peter|water walk\w*
      )\b
    `,
  },
  // No future is expected.
  {
    points: 3,
    pattern: regex`
      \b(?:
        no|not (?:\w+ )?(?:a|any|one|much|see|have|find)|without|lost|run out of|what|can not (?:find|see|think of)|
        nothing|never|give me (?:a|one)
      ) (?:\w+ ){0,3}?(?:
        reasons?|point|purpose|use|sense|will|desire|motivation|strength
      ) (?:left |anymore )?(?:to|in|for|of) (?:\w+ ){0,2}?(?:
        liv(?:e|ing)|be(?:ing)? (?:here|alive)|stay(?:ing)? (?:here|alive)|exist(?:ing|ence)?|
        go(?:ing)? on(?! (?:pretending|with (?:this|my|the)))|continue living|breathe|breathing|stick(?:ing)? around|
        keep (?:going|living|breathing)|carry on|wak(?:e|ing) up
      )\b
    `,
    unless: regex`
      \bliv(?:e|ing) (?:in|with|like|for|under|at|near|as|by|the|out|up)\b|
      \b(?:job|marriage|church|school|project|relationship|this house)\b|
      \b(?:he|she|they) (?:has|have|had|sees?|saw|lost)\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        be|being|was|were|am|better|off|rather|better to be|worth more|wish(?:ed|es)?|wants? (?:me|to be)|good as|
        soon be|should be
      ) dead\b(?! (?:
          to|in|tired|last|wrong|broke|inside|serious|set|end|weight|on (?:my|his|her) feet|beat|battery|center|asleep
        )
      )|
      \b(?:worth|matter|help|useful|valued?|loved?) (?:\w+ ){0,2}?(?:more )?(?:to them |to anyone )?(?:when |if )?(?:i am )?dead than alive\b
    `,
    unless: regex`
      \b(?:when|until|if|once|before|after|while) (?:i|we|you) (?:am|are|was|were) dead\b|
      \b(?:
        christ|jesus|lazarus|he|she|it|they|son|daughter|husband|mother|father|battery|phone|plant|faith|marriage|
        church|love|dream\w*
      ) (?:is|was|were|are|be) dead\b(?!.{0,20}\bwish)|
      \b(?:raised?|rise|rose|resurrect\w+) from\b|
      \bto sin\b|
      \b(?:afraid of|fear(?: of)?) being dead\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \bi (?:\w+ )?(?:do not|can not|could not|never|no longer) (?:\w+ ){0,2}?(?:
        see|imagine|picture|expect|plan on|think
      ) (?:\w+ ){0,2}?(?:myself|me|i)? ?(?:\w+ )?(?:
        being (?:here|alive|around)|living|(?:here|alive|around) (?:by|next|at|come|in|for)|making it|
        (?:to )?(?:see|make it to|live to|reach) (?:
          christmas|easter|my (?:next |\d+\w* )?birthday|next|the (?:new|end|weekend)|spring|summer|fall|winter|
          tomorrow|thirty|forty|\d+
        )
      )\b|
      \bi (?:\w+ )?(?:will|would|am) (?:not|never) (?:going to )?(?:
        be (?:here|alive|around) (?:
          by|tomorrow|next|much longer|anymore|for (?:christmas|easter|my)|when (?:you|they)|after|to see
        )|live (?:much longer|another|past|to see)|wake up (?:tomorrow|again)|
        need(?:ing)? (?:them|it|this|these|my (?:things|stuff|clothes)) anymore
      )
    `,
    unless: regex`
      \b(?:
        cancer|hospice|doctors?|diagnos\w+|terminal\w*|prognosis|months to live|als|deploy\w*|mov(?:e|ing)|retir\w*|
        transfer\w*|vacation|at this (?:job|church|school)|leaving for
      )\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        make|making|made|force[sd]?|forcing|let(?:ting)? me|why (?:do|must|should) i|
        why do you (?:\w+ )?(?:keep|make|let)|have to|tired of|sick of|hate|can not stand|stop
      ) (?:me )?(?:\w+ )?(?:keep (?:on )?)?(?:
        living|being alive|exist(?:ing)?|breathing(?! \w)|staying alive|be alive|alive
      )\b
    `,
    unless: regex`
      \bliving (?:
        in|with|like|for|under|at|near|as|by|the|out|up|a|paycheck|alone|here|here|this way|together|water|hope|
        sacrifice|word|god|room|so|from|wage|costs?|up to
      )\b|
      \bstop living\b|
      \bmake a living\b|
      \bmade alive\b|
      \bkeep(?:s|ing)? (?:hope|faith|love|it|the|him|her|them|my|our)\b|
      \bcost of\b
    `,
    first: true,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:end|ending|finish) (?:
        it|things|this|everything|it all|my pain|my suffering|my misery
      ) (?:\w+ )?(?:
        myself|for good|forever|permanently|once and for all|tonight|now|today|soon|by my own|
        with (?:a |my |the )?(?:gun|rope|pills|knife)
      )\b|
      \b(?:die|dying|death|go|leave) by my own (?:hand|choice|doing)\b|
      \bmy own (?:hand|executioner)\b|
      \btake the (?:easy|coward'?s?) way out\b|
      \bcheck(?:ing)? out (?:of (?:this )?life |of here |of this world )?(?:permanently|for good|forever|early)\b|
      \b(?:exit|leave|out of|quit) (?:this )?(?:life|world|planet|earth|existence)\b(?! of)
    `,
    unless: regex`
      \b(?:relationship|subscription|war|affair|engagement|contract|marriage|friendship|dating|him|her)\b|
      \bleave this (?:life|world) better\b|
      \bwhen (?:i|we|you) leave\b|
      \bwith him\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        about to|going to|ready to|what i (?:am|might|will|have to|plan to)|before i|after (?:this|that|i)|tempted to|
        want to|decided to|forgive me for what i
      ) (?:\w+ ){0,4}?(?:
        do (?:it|this)(?: tonight| now| today| soon| anyway| myself)?$|do to myself|to do to myself|end me|hurt me$
      )|
      \bfor what i am (?:about|going) to do\b|
      \bgo through with it\b
    `,
    unless: regex`
      \b(?:
        god(?:'s| is| was) going to|marry|wedding|propos\w+|interview|surgery|test|exam|baptis\w+|job|move|adoption|
        divorce|business|tell (?:him|her|them)|wife's lover|to (?:him|her|them|my)
      )\b
    `,
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:
        (?:first|second|third|fourth|another|last|failed|my (?:\w+ )?|an) attempt|attempted|tried it|
        tried (?:to (?:die|end it|do it|kill))
      )\b.{0,120}\b(?:
        saved me|found me|survived|hospital|psych|icu|er|failed|angry|wish it (?:had )?worked|did not work|it did not|
        still here|alive
      )\b
    `,
    unless: regex`
      \b(?:
        years? ago|decades? ago|(?:19|20)\d\d|friend|son|daughter|brother|sister|husband|wife|ivf|business|marathon|
        exam|weight|smoking|quit\w*|grateful|thank
      )\b
    `,
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:
        (?:i (?:have )?(?:\w+ )?)(?:wrote|written|write|finished|left|am writing)|writing
      ) (?:\w+ )?(?:letters?|notes?|goodbyes?|messages?|my will)\b.{0,80}\b(?:
        picked|chose|chosen|set|decided|ready|plan|sunday|saturday|monday|tomorrow|tonight|weekend|date|day|do it|gone|
        without me
      )\b|
      \bmy plan (?:is|has been) (?:set|made|ready|final|in place|done)\b|
      \b(?:i have|have|got|made|making) (?:a|my|the) (?:plan|method|date|day|way) (?:\w+ )?(?:
        to (?:die|end|do it|go|leave)|picked|chosen|set|ready
      )\b|
      \b(?:picked|chosen|set|circled) (?:a|the|my) (?:day|date) (?:to (?:die|go|end|do it))\b
    `,
    unless:
      /\b(?:wedding|vacation|marriage|surgery|trip|move|baptism|thank you|graduat\w+|retire\w*|birthday|lawyer|interview|launch)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:i am|i feel(?: like)?|am|like|being|such|nothing but) (?:\w+ )?(?:an? )?(?:(?:total|complete|big|waste) )*(?:
        waste of (?:oxygen|space|air|skin|a life|breath|everyone's time)|better off gone
      )\b|
      \b(?:
        everyone|everybody|they|all of them|my \w+|the world|nobody|people|family|kids
      )\b.{0,40}\b(?:
        relieved|happier|better|easier|fine|thank me|glad|freer|forget me|move on|not even notice|not notice|
        never notice
      )\b.{0,40}\b(?:
        from me|without me|if i (?:was|were|am|just|went)|when i (?:am|go|die)|once i|after i am|
        with me (?:gone|dead|out)
      )\b|
      \b(?:nobody|no person|no-?one|who|hardly anyone) (?:\w+ )?(?:would|will|is going to) (?:\w+ )?(?:
        come to|attend|be at|show up (?:to|at)|cry at
      ) my funeral\b|
      \b(?:would|will) (?:\w+ )?(?:cry|be sad|miss me|mourn)\b.{0,40}\b(?:and )?then (?:be )?(?:
        relieved|fine|over it|move on|forget|better
      )\b|
      \b(?:only|one) (?:thing|reason|person) (?:\w+ )?(?:keeping me|keeps me|i (?:\w+ )?(?:stay|am still|am)) (?:
        alive|here|breathing|going
      )\b|
      \bonly (?:\w+ )?(?:stay(?:ing)?|still) (?:alive|here) (?:because|for)\b|
      \bstopping me from (?:doing it|ending|dying|killing)\b
    `,
    unless: /\b(?:project|team|job|company|recipe|band|class|meeting|jesus keeping|god keeping|grace)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        hope|hoping|wish|wishing|pray|praying|prayed|beg|begging|begged|ask|asking|asked|want|waiting|wrong
      )\b.{0,50}\b(?:
        (?:
          cancer|illness|sickness|disease|tumor|god|he|you|the lord|covid|a heart attack|an accident|something|death|
          this
        ) (?:\w+ ){0,3}?(?:takes?|kills?|ends?|finish(?:es)?|would take|get|gets) (?:me|it|my life)|
        (?:for|want) (?:an )?(?:accident|car crash|heart attack|aneurysm)|
        (?:not |never )(?:let me |to )?(?:see|wake|open my eyes|make it to|live to see|reach) (?:up )?(?:in )?(?:the |another )?(?:
          morning|tomorrow|day|sunrise|light
        )|to (?:end|take) (?:it|me|my life)(?! (?:to|as|and use|out|in|into|from|away))|
        does not let me (?:see|wake|live)
      )\b
    `,
    unless: regex`
      \b(?:
        afraid|fear|will not|does not (?:kill|take me from)|takes? me (?:to|by|as|through|back|seriously|in)|healing|
        cure|end it in|remission|peacefully in (?:his|her)
      )\b|
      \bmorning (?:person|routine|devotions?)\b|
      \bjoin\b.{0,20}\bchurch\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:want|need|make|wish) (?:the |this |all the |all this |all |it all |my )?(?:
        noise|pain|hurting|suffering|voices|thoughts|everything|it|world|darkness
      )?.{0,30}\b(?:stop|quiet|end|over|gone|silence[d]?|finished),? (?:
        permanently|forever|for good|once and for all|completely
      )\b|
      \bgo home to (?:jesus|god|the lord|heaven|him) (?:early|now|tonight|today|soon|on my own)\b|
      \b(?:not|never) (?:\w+ )?(?:
        have it in me|be able|think i can|know if i can|going to|fight it|strong enough
      )\b.{0,30}\b(?:
        survive|another (?:winter|day|night|week|year)|this time|make it through (?:the )?(?:night|week|day)
      )\b|
      \bhow (?:long|fast|quickly|much)\b.{0,25}\b(?:
        to|does it take to|until (?:i|you|someone)|before (?:i|you)
      ) (?:bleed (?:to death|out)|die|starve to death|drown|suffocate|freeze to death)\b
    `,
    unless:
      /\b(?:fight|survive) (?:the|this) (?:cancer|disease|war|recession|semester|exam)\b|\bjesus (?:take|took)\b|\b(?:plant|fish|dog|cat)\b/u,
  },
  // Comparing oneself with people of the Bible who died by suicide or wished to die.
  {
    points: 3,
    whole: true,
    pattern: regex`
      (?=
        .*\b(?:saul|judas|ahithophel|samson|elijah|jonah|zimri)\b
      )(?=
        .*\bi (?:\w+ )?(?:
          understand|get|envy|feel|ask|want|am|should|could|know (?:why|how)|do
        ) (?:\w+ ){0,4}?(?:him|them|like|the same|it|to (?:die|end)|end)\b
      )(?=.*\b(?:sword|hang\w*|end|die|take (?:his|my) life|death|rope|noose|broom|same every)\b)
    `,
    unless: /\b(?:jealous\w*|disciples?|prophets of baal|kids|class|sermon series|betray\w* my|how (?:god|the lord))\b/u,
  },
  // Somebody near the writer is in danger now.
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:
        ${DEPENDANT}|${HE}|someone i \w+|
        a (?:girl|boy|kid|teen|student|member|woman|man|friend) (?:in|at|from|on) (?:my|our) [\w' ]{1,20}
      )\b.{0,50}\b(?:
        (?:wish(?:es|ed)?|wants?|wanted|would rather) (?:${HE} )?(?:was|were|to be|be) dead|
        cut(?:s|ting)? (?:(?:his|her|their) (?:wrists?|arms?|legs?|thighs?)|${HIMSELF})|
        (?:is|are|keeps?|been|started) (?:cutting|burning|harming|hurting|starving) ${HIMSELF}|
        threat\w* (?:\w+ )?suicide|(?:is|feels?|felt|becoming|been) suicidal|
        (?:has|have|had|made|with) (?:a )?plan to (?:die|end)|
        (?:
          talks?|talking|talked|texts?|texted|posts?|posted|says?|said|told me|wrote|hints?|keeps? saying|jokes?
        )\b.{0,30}\b(?:
          suicide|(?:wants?|going|ready|plans?) to (?:die|end (?:it|(?:his|her|their) life)|kill)|
          kill(?:ing)? ${HIMSELF}|end(?:ing)? (?:it|(?:his|her|their) life)|better off (?:dead|without)|
          not want(?:ing)? to (?:live|be here|be alive)
        )|(?:is )?on (?:the|a) (?:ledge|bridge|roof)|
        (?:took|swallowed) (?:all |a bunch of |a bottle of |too many )?(?:his |her |the )?pills
      )\b
    `,
    unless: regex`
      \b(?:
        years? ago|last year|used to|recover\w*|survived|in (?:19|20)\d\d|died|passed|funeral|lost|grie[fv]\w*|
        preach\w*|ministry|teach\w*|hospice|nursing home|volunteer\w*|awareness|prevention|samson|saul|jonah|elijah|
        judas|job|moses|jeremiah|ahithophel
      )\b(?!.{0,40}\b${RECENT})
    `,
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:22|twenty[- ]two) (?:a|per|every) day\b.{0,60}\b(?:i|me|my|am|one of)\b|
      \b(?:i am|i will be|be|me) (?:the )?(?:next|one of them soon|number 23)$
    `,
    unless: /\b(?:push[- ]?ups|miles|honou?r|memorial|awareness)\b/u,
  },
  // Weaker signs: they count together with another sign; alone they add a line about help.
  {
    points: 2,
    pattern: regex`
      \b(?:no one|nobody) needs me\b|
      \b(?:made|making|settled|finished|put) (?:all )?(?:my|the) (?:arrangements|affairs)\b|
      \b(?:given|gave|giving) away my (?!things|belongings|possessions|pets?)\w+\b|
      \b(?:can not|do not) see (?:a |any |my )?(?:tomorrow|next (?:year|week))\b|
      \bone thing left to do\b|
      \blast sermon (?:i|of my life)\b|
      \bslipping (?:under|away)\b|
      (?<!\b(?:say|said|saying) )\bgoodbye$|
      \b(?:all )?(?:be )?over by (?:tomorrow|monday|morning|the weekend|sunday)\b|
      \bgo to heaven if (?:you|i|a person|someone) (?:choose|decide|leave)\b|
      \bworth breathing\b|
      \bwon(?:'t| not) be (?:needing|around)\b|
      \bwill not be (?:needing|around)\b|
      \bnot (?:be )?around much longer\b|
      \blook(?:ed|ing)? (?:up|at) (?:bridges|the (?:train )?tracks|heights)\b
    `,
  },
  {
    points: 1,
    pattern: /^done$|\b(?:by choice|funeral|easier that way|makes it easier|fake it|differently now|relieved|early)\b/u,
    unless: /\b(?:well done|early (?:church|morning|service|bird)|getting done|his|her|their|mother|father|he said|preach)\b/u,
  },
];
