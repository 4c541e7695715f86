import { globalRegex, regex, regexSource } from "./regex.ts";
import type { Rule } from "./rule.ts";
import { SELF_HARM_MEANINGS } from "./self-harm-meanings.ts";

/** Verbs for killing oneself, in the first person. */
const ACT = regexSource`
  (?:
    kill(?:ing|ed)? (?:me and )?myself|end(?:ing)? my (?:own )?(?:life|existence|days|suffering|pain)|
    end(?:ing)? it all|tak(?:e|ing) my (?:own )?life(?! seriously| back| for granted| in a| to the)|
    hang(?:ing)? myself|shoot(?:ing)? myself|drown(?:ing)? myself|stab(?:bing)? myself|poison(?:ing)? myself|
    slit(?:ting)? my (?:wrists?|throat)|slash(?:ing)? my wrists?|commit\w* suicide|
    overdos(?:e|ing)(?! (?:of|on (?:social|netflix|sugar|caffeine|coffee|chocolate|news|work|tv|good|joy|grace|screens?))\b
    )|let me die|want out of (?:this )?life|jump(?:ing)? (?:off|from|in front|out)|
    driv(?:e|ing) (?:my car )?(?:off|into)|crash(?:ing)? my car|step(?:ping)? in front|off(?:ing)? myself|
    do(?:ing)? away with myself|do(?:ing)? myself in|blow(?:ing)? my brains out|put(?:ting)? a bullet
  )
`;
/** Self-injury without the intent to die. */
const HARM =
  "(?:cut(?:ting)?|burn(?:ing|ed|t)?|harm(?:ing|ed)?|hurt(?:ing)?|injur(?:e|ing)|scratch(?:ing)?|starv(?:e|ing)|punish(?:ing)?) myself";
/** Being dead. */
const GONE = regexSource`
  (?:
    die|dying|be dead|being dead|be gone(?! (?:for|until|by|on|from|all))|being gone(?! for)|
    not (?:be|being) (?:alive|here|around)|not exist(?:ing)?|stop existing|cease to exist|
    stop(?:ped)? (?:being alive|existing|living(?! (?:for|in|like|with|as|a|under))|breathing)|
    (?:not|never) (?:to )?wak(?:e|ing) up|(?:not|never) (?:to )?waken|sleep (?:forever|for good)|
    disappear(?: forever| for good)?(?! (?:into|to|from|in|on|with))|vanish(?: forever| for good)?|fade away|
    join (?:him|her|them|my (?:\w+)) in (?:heaven|death)|be with (?:him|her|them) in (?:heaven|death)|
    leave this (?:world|life|earth)
  )
`;
const WISH = regexSource`
  (?:
    want(?:ed|ing)? (?:it )?to|wish(?:ing)?(?: (?:that )?i)?(?: (?:could|would|had|were|was))?|long(?:ing)? to|
    need to|have to|ready to|plan(?:ning|s)?(?: to| on)?|going to|about to|decided to|tempted to|intend(?:ing)? to|
    hop(?:e|ing)(?: (?:that )?(?:i|to))?(?: (?:will|could|can))?|
    pray(?:ing)?(?: (?:that )?(?:i|to|god lets me))?(?: (?:will|could|can))?|
    would (?:like|love|prefer|rather)(?: to)?|rather|feel(?:ing)? like|try(?:ing)? to|deserve to|should(?: be)?|
    better if i (?:would|could)?|might(?: as well)?|could|can i|may i|let me|be okay to|allowed to|easier to|how to|
    ways? to|urges? to|courage to|thinking (?:of|about)|think (?:of|about)|thoughts? (?:of|about)|
    thought (?:of|about)|dream(?:ing)? (?:of|about)|fantasi[sz](?:e|ing) about|consider(?:ing)?|contemplat(?:e|ing)|
    idea of|if i|when i|before i|will
  )
`;

const OWN_DEATH = regexSource`
  \b(?:i|me) (?:
    die|died|am dead|was dead|were dead|am gone|was gone|were gone|had died|stop existing|stopped existing|
    did not exist|disappeared?|ceased|could die|would die
  )\b|
  \b(?:to|and|just) die\b|
  \blive or die\b|
  \bbe dead\b|
  \bmy (?:own )?(?:death|funeral|suicide)\b|
  \banswer is death\b|
  \bend things$|
  \bending (?:my|your|one's) own (?:life|suffering)\b|
  \bthinking (?:of|about) jumping\b|
  \bend it\b$|
  \bstopped existing\b|
  \bto (?:be with|join) my (?:late|dead|deceased) \w+
`;
const WISH_OR_PLAN = regexSource`
  \b(?:nobody|not one|who) (?:\w+ ){0,2}?(?:care[sd]?|notice[sd]?|miss(?:es|ed)?|mind|be sad|cry)|
  \bonly (?:way|option|choice|answer|relief|peace)|
  \bway out\b|
  \b(?:chosen|picked|set) (?:the|a) (?:day|date|time|place|night)|
  \b(?:have|had) decided\b|
  \bmade up my mind\b|
  \bi (?:\w+ ){0,2}?(?:want|wish|hope|plan|intend|deserve|long|crave|choose)\b|
  \bwould it (?:hurt|matter|bother)|
  \b(?:everyone|everything|they|things|all|it) would be (?:better|easier|fine|happier|over)|
  \b(?:tonight|soon)$|
  \bpeace at last\b|
  \bwhat if i\b|
  \bready to\b|
  \banswer is\b|
  \bhell\b|
  \bstanding on\b|
  \bwill be over\b
`;

/** Figures of speech and of faith in which nobody dies ("dying to see you"). Removed before the rules read. */
export const SELF_HARM_IDIOMS: readonly RegExp[] = [
  /\b(?:am |died? )?(?:dead|dying|die)\b(?= (?:lol|lmao+|haha\w*|omg)\b)/gu,
  /\b(?:at )?(?:the )?end of (?:my|our|his|her|their) ropes?\b|\b(?:the )?death of me\b|\bto death\b(?= (?:at|with|for|of)\b)/gu,
  /\b(?:die|dying|died|dead|death) (?:daily )?to (?:my ?self|self|sin|my (?:flesh|pride|sins?|ego|old)|the (?:flesh|world|law|old))\b/gu,
  globalRegex`
    \b(?:dying|die) (?:
      to (?:see|know|meet|hear|go|try|tell|find|eat|get)|for a|
      of (?:laughter|laughing|boredom|embarrassment|shame|curiosity|thirst|hunger)
    )\b|
    \brather die than (?!live|go on|face another|keep|wake|be here)
  `,
  globalRegex`
    \b(?:
      to live is christ|to die is gain|we who die|die in (?:the lord|christ)|christ(?:'s)? (?:dying|death)|
      dying (?:for|on) (?:us|me|our|the|my sins?)(?: cross)?
    )\b
  `,
  /\bkilling myself (?:at|over|with|for|trying|to (?:please|make|impress|keep|get|pay|provide|finish|meet|prove|be)|studying|working)\b/gu,
  /\b(?:shoot|shot|shooting) (?:myself|ourselves) in the foot\b/gu,
  /\b(?:beat|beating|kick|kicking) myself up?\b/gu,
  /\btake my life (?:and (?:let|use|make|do|lead|guide|turn)|lord|as (?:an|a|your))\b/gu,
  /\bcut(?:ting)? myself (?:off|some slack|shaving|a (?:break|slice)|while|cooking|on)\b/gu,
  globalRegex`
    \b(?:hurt|burned?|cut|injured) myself (?:
      at|playing|running|while|when i (?:fell|was|tried|ran|slipped)|falling|working|in the|during|lifting|cooking|
      skiing|exercising|by accident|badly falling
    )\b
  `,
  /\b(?:bored|scared|worried|frightened|worked|starved|tickled|freezing|frozen|sick|love \w+) to death\b/gu,
  /\b(?:career|political|social|commercial|economic|professional) suicide\b/gu,
  globalRegex`
    \b(?:my|the|our) (?:
      phone|car|battery|laptop|computer|plant|garden|marriage|hope|dream|career|business|church|faith|engine|flowers?|
      relationship|love|pride|ego|flesh|sin|old self|old man
    ) (?:to )?(?:is |has |was |must |just |will |should |finally )?(?:die|dies|died|dying|dead)\b
  `,
  /\b(?:disappear|vanish)(?:ed|ing)? from (?:social media|facebook|instagram|the internet|the scene|work|public)\b/gu,
  /\bend(?:ing)? it (?:all )?with (?:my|him|her|them)\b/gu,
  globalRegex`
    \b(?:be here|be there) (?:anymore )?(?:at|in) (?:this|my|the) (?:
      job|town|church|city|house|country|school|office|marriage|meeting|class|hospital|state|company|neighborhood
    )\b
  `,
  globalRegex`
    \b(?:i|we|everyone|all|us all|humans?|people) (?:must|have to|will|shall) (?:one day |all |someday |eventually )?die(?: one day| someday| eventually
    )?\b
  `,
  /\b(?:to )?die (?:well|in peace|peacefully|faithfully|a good death|with (?:dignity|grace|faith|hope))\b/gu,
  globalRegex`
    \b(?:jump(?:ing)?|drive|driving|crash(?:ing)?) (?:off|from|out|in front|into) (?:
      topic|the couch|to conclusions|work|town|the city|joy|bed|action|of bed|ministry
    )\b
  `,
];

/** Points add up over a topic: 3 are a crisis, fewer give a sermon with a line about where help is. */
export const SELF_HARM_RULES: readonly Rule[] = [
  {
    points: 3,
    pattern: new RegExp(`\\b${ACT}\\b`, "u"),
    unless: regex`
      \b(?:died|lost|losing|dead|death|killed)\b.{0,30}\boverdos|
      \boverdose death|
      \bi (?:
        am not|will never|would never|would not|do not want to|will not|could never|could not|did not
      ) (?:\w+ ){0,2}?(?:kill|end|take|hang|commit)
    `,
    first: true,
  },
  {
    points: 3,
    pattern: new RegExp(`\\b(?:i|my|me|myself|am)\\b.*\\b(?:${HARM})\\b`, "u"),
    unless: /\b(?:(?<!can )not|never|stopped|without) (?:\w+ ){0,2}(?:cut|burn|harm|hurt)/u,
  },
  {
    points: 3,
    pattern: /\b(?:i (?:\w+ ){0,4}|my |urges? to |wanting to |back (?:in)?to )self[- ]?harm(?:ing|ed)?\b/u,
    unless: /\b(?:son|daughter|teen\w*|child|friend|student|sister|brother)\b/u,
  },
  { points: 3, pattern: /\b(?:never|not) (?:to |have to )?(?:wake|waking) up(?: again| anymore| tomorrow)?$/u, first: true },
  { points: 3, pattern: /^(?:cutting|burning|harming|hurting|starving) myself\b/u },
  {
    points: 3,
    pattern: new RegExp(`\\b${WISH} (?:\\w+,? ){0,5}?${GONE}\\b`, "u"),
    unless: regex`
      \b(?:
        if i should die before|die of old age|(?:one day|thought that) i will not exist|
        (?:person|one|people|we) get ready to die|
        who(?:'ll| will) (?:cut|feed|care|look after|watch|love) .{0,30}when i am dead
      )\b|
      \b(?:do|does|did) not (?:\w+ )?${WISH} (?:die|be dead|dying)|
      \b(?:
        not|never|afraid|scared|fear\w*|terrified|worried|anxious|what happens|where
      ) (?:\w+ ){0,4}(?:when i |if i |of |about )?(?:die|dying)|
      \b(?:when|before|if|until|after|because) i die\b|
      \bhow (?:\w+ )?to die to\b|
      \b(?:going to|might|could|will|should i) die (?:of|from|if|soon|alone|young|in|before|without|with)|
      \bcould die\b|
      \bthink(?:ing)? (?:of|about) (?:\w+ )?dying(?= (?:father|mother|husband|wife|friend|church|son|daughter|parent|man|woman)
      )
    `,
    first: true,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:do|does|did|can|could|should|would) not (?:\w+ ){0,2}?(?:
        want to|wish to|care to|care if i|deserve to|see (?:a |any )?reason to|have (?:a |any )?reason to|feel like|
        see myself|know (?:how|why) (?:to|i should)
      )?\s*(?:
        live|living|be alive|being alive|be here anymore|be here|be around anymore|exist|existing|wake up|waking up|
        keep living|go on living|continue living|be on this earth|be in this world|stay alive|carry on living|
        make it to (?:tomorrow|morning)|want to live
      )\b
    `,
    unless: regex`
      \b(?:live|living) (?:
        in|with|like|for|without|by|up|alone|together|here|at|near|under|as|according|out|a|the|my|this|that|paycheck|
        far|apart|from
      )\b|
      \bbe here (?:for|when|in|at|with)\b|
      \bwake up (?:early|at|on time|for)\b|
      \b(?:he|she|they|we|it) (?:can|does|do|did|could) not live\b|
      \bexist (?:as|in)\b|
      \bbeing here for\b|
      \bwake up (?:in|from) (?:hers|his|it|surgery|the)\b
    `,
    first: true,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        everyone|they|my \w+|people|the world|the kids|family|he|she|others|you all
      )\b.{0,60}\b(?:
        better|happier|easier|best|fine|okay|ok|all right|relieved|freer|at peace
      )\b(?: off)?.{0,15}\b(?:
        without (?:me|their (?:mother|father|mom|dad|wife|husband)|a (?:mother|father|wife|husband) like me)|
        if i (?:was|were|am|had) (?:gone|dead|not|never|no longer)|
        if i (?:died|disappeared|did not exist|left this|were not)|with me (?:gone|dead)|when i am (?:gone|dead)|
        once i am (?:gone|dead)
      )\b
    `,
    unless: /\b(?:project|team|job|company|ex)\b/u,
  },
  {
    points: 3,
    pattern: /\b(?:better off|rather be|should be|wish i (?:was|were)|supposed to be|meant to be|as good as|i am) dead\b/u,
    unless: /\bdead (?:to|in|tired|last|wrong|broke|inside|serious)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:should|wish|had|have|if|i was|were) (?:\w+ ){0,3}?never (?:have )?(?:been )?born\b|
      \bnever should have been born\b|
      \bwish (?:my mother had|god had) (?:never|not)\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        (?:
          no|not (?:a|any|one|much)|nothing|without|lost|losing|lack|no more
        ) (?:\w+ ){0,2}?(?:reason|point|purpose|will|desire|use|cause|left)?\s*(?:left )?(?:to|in|for|of) (?:
          live|living|live for|life anymore|stay alive|being alive|go(?:ing)? on living|keep(?:ing)? living|
          be(?:ing)? here
        )|what is the (?:point|use) (?:of|in) (?:living|being alive|staying alive|going on|being here|existing)|
        why (?:should|do|would) i (?:keep )?(?:live|living|stay alive|be alive|go on living|bother living)|
        (?:life|living) is not worth(?: living| it)?|not worth living|nothing (?:left )?to live for|
        (?:tired|sick|weary|exhausted) of (?:being alive|living|life|existing|this life|breathing$)|
        done with (?:life|living|this life|everything and everyone)|(?:given|giving|give) up on (?:life|living)|
        hate being alive|check out (?:of life|for good)
      )\b
    `,
    unless:
      /\b(?:living (?:in|with|like|alone|paycheck|for others|this way|at|under|here|a lie|far)|(?:he|she|they) (?:has|have|had|is|are))\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:god|lord|jesus) (?:\w+ )?(?:to |would |will |should |can |could )?(?:take|end|kill) (?:
        me(?: home| away| now| in my sleep)?|my life|me out
      )\b(?! (?:
          to|through|by|as|where|up|from|seriously|back|out of (?:this|my) (?:pit|mess|trouble)|on|for|into|
          in (?:his|your) (?:arms|hands)|and (?:use|make|let|lead|do)
        )
      )
    `,
    unless: /\b(?:away|take my life and)\b.*\blet it be\b|\btake my life and\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        have|having|bought|buy|got|holding|found|saved up|saving up|loaded|hid|with|stockpil\w+|staring at|looking at|
        next to
      ) (?:
      the |my |a |some |enough |these |all my |up |whole |full |big |(?:bottle|handful|bunch|stash|lot|pile)s? of )*(?:
        pills|gun|rope|noose|razor(?: blades?)?|blade|shotgun|pistol
      )\b
    `,
    unless: regex`
      \bgun (?:control|violence|owner|rights|laws|safe)|
      \b(?:he|she|they|son|husband) (?:has|have|had)\b|
      \bgun\b.*\b(?:him|her|them|everyone|boss|school|work|pay|ex)\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:standing|sitting|am|parked|walking) (?:on|at|by|near|to) (?:the |a )?(?:
        edge of (?:the |a )?(?:bridge|roof|cliff|building)|bridge|ledge|roof|train tracks|cliff
      )\b
    `,
  },
  {
    points: 3,
    pattern: /\b(?:my|a|the) (?:suicide|goodbye|farewell|final|last) (?:note|letter|letters|message)s?\b/u,
    unless: /\b(?:his|her|their|found|left by|paul|apostle)\b|\bmessage (?:was|came|from|i got|we got)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:this is|will be|tonight is|today is|it is) (?:my |the )?last (?:
        night|day|prayer|sermon|message|time you will hear|goodbye|words|chance
      )\b
    `,
    unless: /\blast (?:day|night) (?:of|at|in|with|on (?!earth)|before)\b/u,
  },
  {
    points: 2,
    pattern: regex`
      \b(?:say(?:ing)?|said) (?:my )?(?:final |last )?goodbyes?\b(?! to (?:my|our|a|the))|
      \bgiv(?:e|ing|en) (?:away )?(?:all )?my (?:things|belongings|possessions|pets?)(?: away)?\b|
      \bgetting my affairs in order\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        nobody|no person|who|would anyone|will anyone|anyone|not one person
      ) (?:would |will |could |even |here |to )*(?:
        miss me|notice (?:if|when|that)? ?i|care if i|be sad if i|cry if i
      )\b.{0,20}(?:\b(?:die|died|gone|dead|disappear\w*|vanish\w*|was not here|were not here)\b)?
    `,
    unless: /\bcare if i (?:succeed|win|pass|come)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \bi am suicidal\b|
      \b(?:feel(?:ing)?|felt|become|becoming|getting|being) suicidal\b|
      \b(?:
        my|having|have|with|these|get|getting|of|fight(?:ing)?|struggl\w+ with|battling|intrusive
      ) (?:\w+ )?suicidal (?:thoughts?|ideation|feelings|urges?|mind)\b|
      ^suicidal(?: thoughts?| feelings| ideation)?(?: again)?$
    `,
    unless: regex`
      \b(?:am not|not feeling|no longer|never been) (?:feeling )?suicidal\b|
      \b(?:my|a) (?:son|daughter|wife|husband|friend|teen\w*|brother|sister|child)\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:i|i am|my|me) (?:\w+ ){0,4}?(?:
        think\w*|consider\w*|contemplat\w*|plan\w*|thoughts?|attempt\w*|want\w*|choos\w*|tempt\w*|feel\w*|urge\w*|close
      ) (?:\w+ ){0,3}?suicide\b|
      ^(?:thinking|thoughts|thought|considering|contemplating|planning|attempting|tempted) (?:\w+ ){0,2}?suicide\b|
      \bsuicide (?:is|seems|feels|looks)(?: like)? (?:the |my |an? )?(?:only|answer|option|way|easier|best|right|choice)\b
    `,
    unless: regex`
      \bhow (?:should|do|can) (?:i|we) (?:think|talk)|
      \b(?:
        son|daughter|husband|wife|brother|sister|friend|father|mother|dad|mom|his|her|their|others
      )(?:'s)? (?:\w+ )?suicide\b
    `,
    first: true,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:will|would|can|does|could|is) (?:god|jesus|he|the lord|heaven) (?:still )?(?:
        forgive|accept|love|take|welcome|understand
      ) (?:me )?if i (?:\w+ )?(?:die|end|kill|take|do it|leave)\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:take|taking|took|swallow(?:ed|ing)?|down(?:ed|ing)?) (?:
        all |the (?:whole |entire )?|a (?:whole )?|an (?:entire )?
      )(?:of )?(?:my |these |the )?(?:\w+ )?(?:bottle|pills|tablets)\b
    `,
    unless: /\b(?:message|baby|toddler|child|he|she|or|diet|prescri\w+|doctor|they (?:do )?(?:help|work))\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:i )?(?:can not|could not) (?:go on|carry on|keep going|keep on)(?: (?:living|anymore|with (?:life|this life|living)|another (?:day|night|hour))
      )\b|
      \b(?:i )?(?:can not|could not) (?:live|survive|face|make it through|do) (?:
        anymore|another (?:day|night|hour)|one more (?:day|night|hour)
      )\b|
      \b(?:can not|do not want to|refuse to) do life anymore\b
    `,
    unless: /(?<!living )\bwithout (?:him|her|them|my)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        want(?:ing)?|wish|need|ready for|waiting for|long(?:ing)? for|hop(?:e|ing) for|pray(?:ing)? for
      ) (?:
        it(?: all)?|everything|my life|my (?:own )?death|death|life|this life|my (?:story|time)
      ) ?(?:to |would )?(?:be over|end|stop|come(?: for me| soon| quickly)?|finish|be done|take me|to be over)?$
    `,
    unless: /\b(?:it|everything|life)$/u,
  },
  {
    points: 3,
    pattern: /\bwant(?:ing)? (?:it(?: all)?|everything|life|my life|this life) to (?:be over|end|stop|be done|be finished)\b/u,
    unless: /\b(?:war|pandemic|divorce|fighting|case|trial|surgery)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:the world|this world|life|earth) (?:\w+ )?(?:
        does not need|would not miss|be better without|is better without|without
      ) me\b|
      \bworld without me\b
    `,
  },
  {
    points: 3,
    pattern: /\b(?:easiest|painless|quick(?:est)?|best|fastest) (?:way|method)s? (?:to|of) (?:die|dying|suicide|go)\b/u,
  },
  // The plainest sentences in other languages, into which people may switch.
  {
    points: 3,
    pattern: regex`
      \b(?:
        quiero (?:morir|matarme|morirme)|me quiero (?:morir|matar)|no quiero vivir|quitarme la vida|
        ich will (?:nicht mehr leben|sterben)|mich (?:umbringen|töten)|je veux mourir|me suicider|envie de mourir|
        quero morrer|me matar|voglio morire|uccidermi|ayoko nang mabuhay|gusto ko nang mamatay|nataka kufa
      )\b
    `,
  },
  // Someone near is in danger now.
  {
    points: 3,
    pattern: regex`
      \b(?:my (?:\w+ ){0,2}?\w+|he|she|they|someone i \w+|a friend)\b.{0,25}\b(?:
        is (?:actively )?suicidal|feels suicidal|
        says? (?:he|she|they) (?:will|would|wants? to|is going to|are going to) (?:
          kill (?:himself|herself|themselves)|end it|die
        )|wants? to (?:die|kill (?:himself|herself|themselves|themself)|end (?:his|her|their) (?:own )?life)|
        (?:threaten\w*|plan\w*|going|talk\w*|about|try\w*|text\w*) (?:\w+ ){0,3}?(?:to |of |about )?(?:
          suicide|kill(?:ing)? (?:himself|herself|themselves|themself)|end(?:ing)? (?:his|her|their) (?:own )?life|
          tak(?:e|ing) (?:his|her|their) (?:own )?life
        )|is (?:cutting|harming|hurting) (?:himself|herself|themselves)|does not want to (?:live|be here|be alive)
      )\b
    `,
    unless: regex`
      \b(?:grand\w+|hospice|elderly|nursing home|in (?:his|her) nineties)\b|
      \b(?:wanted|was|were|had|tried|years? ago) (?:\w+ )?(?:to|suicidal|threatened|planning)\b|
      \b(?:samson|saul|jonah|elijah|judas|job|moses|jeremiah|ahithophel|bible)\b
    `,
  },
  ...SELF_HARM_MEANINGS,
  // What no rule above covers: one's own death together with a wish, a plan, or the thought that nobody would mind.
  {
    points: 3,
    pattern: new RegExp(`(?=.*(?:${OWN_DEATH}))(?=.*(?:${WISH_OR_PLAN}))`, "u"),
    unless: regex`
      \b(?:
        afraid|fear\w*|scared|terrified|worr\w+|anxious|frightened|cancer|als|terminal\w*|hospice|diagnos\w+|illness|
        remember|legacy|my (?:last )?will|estate|saved|happens|for (?:my|his) friends|for christ|for (?:the|my) faith|
        for (?:my|our) (?:sins|country)|old age|not (?:want|wish|ready) to die|christ died|he died|she died|
        to (?:sin|self)
      )\b
    `,
    first: true,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        truck|car|bus|train|bullet|plane|lightning|semi|tumor|cancer|someone
      ) (?:(?:would|will|could|to) )?(?:\w+ )?(?:
        hits?|kills?|crash(?:es)?|strikes?|takes?|shoots?|runs? over|runs? into|ends?
      )(?: (?:me|with me|my car|it))\b
    `,
    unless:
      /\b(?:afraid|fear\w*|scared|worr\w+|terrified|anxious|years? ago|last (?:week|month|year)|to (?:church|work|school))\b/u,
  },
  { points: 3, pattern: /\bno (?:place|room) for me in this (?:world|life)\b/u },
  {
    points: 3,
    pattern: regex`
      \b(?:
        started|been|back to|keep|kept|relapsed (?:in|into)|thinking (?:of|about)|want to|urge to
      ) (?:cutting|cut)(?: again| my (?:arms?|wrists?|legs?|skin|thighs?))\b|
      \b(?:going to|want to|ready to|decided to|time to|need to) end it (?:
        tonight|today|now|soon|tomorrow|this week|right now|once and for all
      )?$
    `,
    unless: /\bcutting (?:out|back|down|carbs|spending)|\bcut(?:ting)? my (?:hair|lawn|losses|hours|budget)\b/u,
  },
  {
    points: 3,
    pattern:
      /\bhow (?:many|much) (?:\w+ ){1,3}(?:does it take|would it take|to (?:die|overdose|kill)|is (?:fatal|lethal|deadly))\b/u,
    unless: /\b(?:faith|prayers?|times|love|courage|practice|work)\b/u,
  },
  {
    points: 2,
    pattern: regex`
      ^goodbye(?: (?:world|everyone|all|my \w+))?$|
      \bi am (?:done|finished)$|
      \bcan not (?:keep|go on|continue) living like this\b|
      \b(?:mother|father|wife|husband|friend|parent|son|daughter) who is not me\b
    `,
  },
  { points: 1, pattern: /\b(?:they|everyone|all|family|kids) would (?:all )?be better off$/u },
  {
    points: 2,
    pattern: regex`
      \b(?:
        think\w*|thought|look\w*|star\w*|walk\w*|driv\w*|keep|been
      ) (?:\w+ ){0,3}?(?:about|of|at|to|onto|toward) (?:the |a |that )?(?:
        bridge|cliff|train tracks|railway|overpass|roof|ledge|gun|rope|pills|knife|blade
      )\b
    `,
    unless: /\b(?:control|violence|photo|hike|jesus|afraid of heights)\b/u,
  },
  // Weaker signs: two or three together count as much as one explicit sentence.
  {
    points: 1,
    pattern: regex`
      \bsuicid(?:e|al)\b|
      \bself[- ]?harm\b|
      \b(?:killed|hanged|hung|shot) (?:himself|herself|themselves|themself)\b|
      \b(?:took|take|taken|ended) (?:his|her|their) own (?:life|lives)\b|
      \boverdos(?:e|ed)\b
    `,
  },
  {
    points: 1,
    pattern: regex`
      \b(?:
        hopeless(?:ness)?|(?:can not|do not) see (?:a|any) (?:way|future|light)|no hope(?: left)?|lost all hope|
        beyond hope|without hope|no way out|no future|trapped|nothing (?:left|matters)|no point(?: anymore)?|pointless|
        meaningless|numb|dead inside|empty inside|worthless
      )\b
    `,
    unless: /\bnot (?:hopeless|pointless|meaningless|worthless)\b|\becclesiastes\b/u,
  },
  { points: 1, pattern: /\b(?:i am|am i|feel(?:ing)?(?: like)?|being|become|i have become) (?:only )?(?:a|such a) burden\b/u },
  {
    points: 1,
    pattern: regex`
      \b(?:can not|could not) (?:take|do|bear|stand|handle|go on|keep going|keep doing|carry on|live like|cope)\b|
      \b(?:want(?:ing)?|ready|about|going|feel like) (?:to )?giv(?:e|ing) up\b|
      \bgiving up\b|
      \bwant (?:the|this|all the|my) (?:pain|suffering|hurt\w*) to (?:stop|end)\b|
      \bend (?:the|this) pain\b
    `,
    unless: /\bgiv(?:e|ing) up (?:sugar|smoking|alcohol|meat|coffee|chocolate|control|for lent)\b/u,
  },
  {
    points: 1,
    pattern: regex`
      \b(?:
        depress(?:ion|ed|ive)|despair(?:ing)?|dark (?:thoughts?|place)|self[- ]?hat(?:e|red)|hate myself|breaking point|
        at the end of my rope|psych ward|bipolar|eating disorder|anorexi\w+|bulimi\w+|postpartum
      )\b
    `,
  },
  {
    points: 1,
    pattern: regex`
      \b(?:think(?:ing)?|thoughts?|dream\w*|obsess\w*) (?:a lot |constantly |all the time |only )?(?:of|about|with) (?:my (?:own )?)?(?:death|dying)\b|
      \bgoodbye forever\b|
      \bwant to go home to (?:jesus|god|heaven)\b|
      \bready to (?:meet my maker|go home|go to heaven)\b
    `,
  },
];
