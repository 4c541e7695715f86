import { regex, regexSource } from "./regex.ts";
import type { Rule } from "./rule.ts";
import { DEPENDANT } from "./vocabulary.ts";

/** Suicide as a subject, not as an intent: bereavement, teaching, helping, looking back, and other uses of the word. */
export const SUICIDE_REPORTED = regexSource`
  \b(?:died|dies|die|dead|death|dying) (?:by|of|from) suicide|
  \b(?:lost|losing|loss)\b.{0,30}\b(?:to|by) suicide|
  \b(?:after|since|following) .{0,25}(?:'s|his|her|their) suicide|
  (?:'s|s') suicide|
  \b(?:his|her|their) (?:own )?suicide|
  \b(?:committed|completed) suicide|
  \b(?:
    grie[fv]\w*|bereaved|funeral|memorial|mourn\w*|widow\w*|preach\w*|teach\w*|bible say|bible study|scripture|
    study|paper|essay|lesson|sermon on|class|prevention|awareness|ministry|minister\w*|volunteer\w*|hotline|
    training|crisis line|statistics|rates?|book|film|movie|article|news
  )\b|
  \bsuicide (?:squeeze|mission|bomb\w*|drills?|door|pact|note from|survivors?|loss|watch)|
  \b(?:assisted|career|political|social) suicide|
  \b(?:
    attempted|attempt|tried|thought about|considered|wanted|used to
  )\b.{0,40}\b(?:(?:19|20)\d\d|years? ago|decades? ago|as a (?:teen\w*|kid|child)|when i was)|
  \bused to\b|
  \bsurvived\b|
  \b(?:saul|judas|samson|ahithophel|zimri|abimelech)\b|
  \b(?:am|was) (?:not|no longer|never) suicidal|
  (?:was|were|been) suicidal\b.{0,40}\b(?:last year|ago|better|no longer|thank)|
  \bnot suicide\b
`;

/** Means of suicide, by name. */
const LETHAL = regexSource`
  (?:
    gun|pistol|revolver|shotgun|rope|noose|razor ?blades?|pills|tablets|capsules|morphine|oxy\w*|percocet|vicodin|
    fentanyl|heroin|methadone|xanax|ativan|valium|klonopin|ambien|benadryl|tylenol|sleeping (?:pills|tablets|meds)|
    insulin|opioids?|sedatives|barbiturates?|poison|bleach|antifreeze|helium|exhaust|hose
  )
`;
const AT_HAND = regexSource`
  (?:
    tonight|night|today|now|ready|drawer|in my (?:hand|lap|mouth|room|car|pocket|purse|bag)|next to me|beside me|
    in front of me|by my bed|on the (?:table|counter|nightstand|bed)|saved|saving|bought|ordered|counted|enough|
    all of them|whole bottle|stash\w*|waiting|calling|looks?(?:ing)? (?:good|tempting)|be with (?:him|her|them)|
    over|pray(?:er)? (?:for me|please)|pls pray|one last|last (?:time|night|prayer)|goodbye|end|die|peace|wrote|
    alone
  )
`;
const ORDINARY_USE = regexSource`
  \b(?:
    prescri\w+|doctor|refill|pharmac\w+|surgery|recover\w*|sober|clean|addict\w*|relaps\w*|rehab|withdrawal|hunt\w*|
    range|control|violence|rights|owner|museum|army|cooking|chronic|arthritis|side effects|dose|hospice|afford|
    insurance|quit\w*|stopp?\w*|without (?:my|his|her|the)|off my|blood pressure|climb\w*|rescue|jump|tug|boat|
    cowboy|gun shy|garden hose|overdosed|died (?:of|from)|dealer|dealing|selling|boss|coworkers?|
    kill (?:him|her|them|my)|shoot (?:him|her|them|my)|
    (?:
      husband|wife|son|daughter|brother|sister|mother|father|mom|dad|friend|he|she
    ) (?:\w+ )?(?:takes?|took|uses?|used|has|had|is (?:on|addicted)|put|puts|pulled|pointed|held|holds)|diabet\w+|
    vitamin\w*
  )\b
`;
/** Death as an ordinary subject: fear of it, illness, mourning, belief. */
const DEATH_IN_GENERAL = regexSource`
  \b(?:
    afraid|fear\w*|scared|terrified|worr\w+|anxi\w+|cancer|als|terminal\w*|hospice|diagnos\w+|illness|surgery|
    transplant|doctors?|chemo|funeral|died|dies|passed|lost (?:my|him|her)|grie[fv]\w*|mourn\w*|widow\w*|buried|
    grave|legacy|estate|my will|happens|heaven real|jesus|christ|he died|for (?:us|me|my sins|our sins)|cross|
    resurrect\w+|easter|to (?:sin|self|myself|my (?:self|old|flesh|pride|ego|sins?)|the (?:world|flesh|law|old))|
    to live is|live again|gain|plant|phone|battery|car|dog|cat|garden|church|marriage|faith|dream\w*|career|
    die (?:well|in peace|alone|young|before|of|from|someday|one day|eventually)|deathbed|
    dying (?:mother|father|mom|dad|husband|wife|friend|man|woman|church|parent|child)|
    (?:
      mother|father|mom|dad|husband|wife|friend|son|daughter|brother|sister|grand\w+|he|she|they
    ) (?:is|was|are|were|might|may|will|would|could) (?:\w+ )?(?:dy(?:ing|e)|die|dead)|war|soldiers?|martyr\w*|saul|
    judas|job|jonah|elijah|moses|samson|stephen|not (?:want|wish|ready) to die|laugh\w*|embarrass\w*|bored\w*|
    public|(?:beat|kill|stab|strangle|choke|burn|starve|scare|work|love|frighten)\w* .{0,25}to death|
    (?:want|wish|need) (?:him|her|them|my [\w-]+|the \w+) dead|crime|penalty|life and death|matter of
  )\b
`;

/** Rules that look for two or three signs together, in any order. */
export const SELF_HARM_COMBINATIONS: readonly Rule[] = [
  // A means with a plan; the consequences of one's own death for others; the wish not to exist.
  {
    points: 3,
    pattern: regex`
      \b(?:i am|am|i will|will|gonna|i) (?:going to |about to |gonna |ready to )?jump (?:
        tonight|today|now|tomorrow|soon|off|from
      )\b|
      \b(?:
        pills|tablets|vodka|whiskey|car|garage|rope|gun|overdose|river|train|bridge
      )\b.{0,30}\b(?:that is|is|it is) my (?:plan|way out|exit)\b|
      \b(?:
        get over|survive|cope with|be fine after|live with|better after|paid for by|benefit from
      ) my (?:own )?(?:death|suicide|passing)\b|
      \b(?:think\w*|thoughts?|dream\w*|fantasi\w+) (?:\w+ ){0,3}?(?:about|of) (?:\w+ )?not (?:being|be|existing|exist) (?:
        here|alive|around|anymore|there
      )?\b|
      \b(?:wish|wished|if only|should have|hope|hoped) (?:\w+ ){0,5}?(?:had |would have |would |could have )?(?:
        killed|finished|taken|ended
      ) (?:me|my life)\b|
      \b(?:plan|planning|going|want|ready|decided) to (?:follow|join) (?:him|her|them|my (?:late )?\w+)(?: (?:soon|tonight|now|into|in death|there)
      )?$|
      \b(?:drug|method|way|how|dose|pill) (?:\w+ ){0,3}?(?:i would use|to use) on myself\b|
      ^(?:\w+ )?suicidal and\b|
      \bi am at the (?:bridge|cliff|edge|tracks|roof)\b
    `,
    unless: /\b(?:jesus|twitter|instagram|church|army|ministry|team|plane|skydiv\w*|bungee|pool|not (?:suicidal|wish))\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        can not stop|keep|all i (?:do|can do) is|obsess\w*|day and night|all day
      ) ?(?:\w+ )?(?:
        think(?:ing)?|dream(?:ing)?|fantasi[sz]ing|planning|imagin(?:e|ing)|thoughts?
      ) ?(?:about|of|with)? (?:dying|death|my (?:own )?death|being dead|my funeral)\b
    `,
    unless: /\b(?:afraid|fear\w*|scared|anxi\w+|cancer|his death|her death|since (?:he|she|my)|jesus|christ|of my (?!own)\w+)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:picked|chosen|chose|found|decided on|know) (?:out )?(?:the|a|my|which) (?:
        bridge|tree|cliff|roof|train|tracks|rope|building|place to die
      )\b|
      \bi (?:\w+ )?(?:
        stepped|step|walked|jumped|ran|threw myself|lay down|laid down
      ) (?:out )?(?:in front of|under|on) (?:a|the|an oncoming) (?:bus|train|truck|car|tracks)\b|
      \bswallowed (?:all |a lot of |some of )?(?:his|her|their|my|a bottle of) (?:\w+ )?(?:
        pills|meds|medication|tablets
      )\b
    `,
    unless:
      /\b(?:wedding|vacation|photo|christmas|by accident|looking at my phone|to save|climb\w*|years? ago|dog|baby|toddler)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        if only|wish|wishing|pray|praying|should have|would that|better if
      ) i (?:\w+ ){0,2}?(?:died|die|had died|was dead|were dead|never (?:been )?(?:born|lived)|did not exist|drowned)\b
    `,
    unless: /\b(?:to self|to sin|before i die|instead of (?:him|her|them|my \w+))\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        sin|heaven|hell|forgiv\w+|saved|unpardonable|god (?:hate|love|reject|take|accept)\w*
      )\b.{0,30}\bif (?:i|you|someone) (?:\w+ )?(?:
        kill|end it|end (?:my|your)|take (?:my|your) (?:own )?life|commit\w* suicide|die by|hang|overdose|jump|shoot
      )\b
    `,
    unless: new RegExp(SUICIDE_REPORTED.replace("(?:died|dies|die|dead|death|dying)", "(?:died|dies|dead|death)"), "u"),
  },
  // Standard questions of a risk assessment: preparation, an interrupted or survived attempt, not being safe alone.
  {
    points: 3,
    whole: true,
    pattern: regex`
      (?=.*\b(?:i|me|my|myself)\b)(?=
        .*\b(?:gun|pistol|revolver|shotgun|barrel|noose|loaded|hanging from|bullet)\b
      )(?=
        .*\b(?:
          my|mouth|head|temple|loaded|in (?:the|my)|last|lost|night|ready|can not|could not|prayer|god|want|only|alone|
          tired|done|bought
        )\b
      )
    `,
    unless: regex`
      \b(?:
        hunt\w*|range|control|violence|rights|owner|museum|army|marine|veteran of|war|combat|police|cop|officer|
        shooting|nail gun|glue gun|jump(?:ed|ing) the gun|gun shy|silver bullet|bullet (?:points?|journal|train)|
        bite the bullet|dodged|barrel of (?:laughs|monkeys|fish|wine|oil)|over a barrel|scraping the|baptism|
        loaded (?:question|dishwasher|with|potato|the (?:car|truck))|boss|coworkers?|school|classmates?|revenge|
        his (?:place|house)|(?:kill|shoot|hurt) (?:him|her|them|my|everyone|people)|
        (?:
          he|she|they|husband|wife|boyfriend|girlfriend|dad|ex|son|brother|partner|uncle|stepdad|robber|man|intruder
        ) (?:\w+ ){0,3}?(?:put|puts|held|holds|pointed|points|pulled|pulls|has|had|keeps|owns|waved|bought)|safe storage
      )\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:my|the) (?:\w+ )?(?:suicide )?attempt (?:\w+ )?(?:
        had worked|had succeeded|failed|did not work|was not|should have
      )\b|
      \b(?:
        regret\w*|sorry|angry|sad|wish\w*|hate|disappointed|mad|furious
      ) (?:that )?(?:\w+ ){0,4}?(?:
        survived|surviving|i lived|did not die|not dying|pulled through|they found me|saved me|brought me back|
        made it through the night
      )\b|
      \b(?:
        pumped my stomach|suicide watch|psych(?:iatric)? hold|5150|baker act\w*|cut me down|
        pulled me (?:off|back from) the
      )\b|
      \b(?:not|never|do not feel|am not) (?:feel(?:ing)? )?(?:\w+ )?safe (?:with|from|around|alone with|by) (?:myself|my own)\b|
      \b(?:not|never) (?:\w+ )?trust myself (?:\w+ )?(?:
        alone|tonight|right now|to be alone|with (?:pills|a knife|my (?:meds|pills)|sharp)
      )\b|
      \b(?:scared|afraid|terrified|frightened) (?:
        of what i (?:will|might|could|may) do|(?:that )?i (?:will|might|could) do something (?:stupid|bad|to myself)|
        of myself|to be alone with (?:myself|my (?:thoughts|mind))
      )\b|
      \bdo something (?:stupid|permanent|final|to myself)\b|
      \b(?:can not|should not|must not) be (?:left )?alone (?:tonight|right now|with myself)\b
    `,
    unless: /\b(?:business|exam|climb|record|comedy|eat|angry outburst|my temper|say)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        i|i am|i have|been|stop|start\w*|keep|kept|relaps\w*|addicted to|want to be|back to|about|my|urge\w*
      ) (?:\w+ ){0,3}?cutting\b(?! (?:
          back|out|down|off|in|through|up|into|across|ties|corners|carbs|sugar|vegetables?|onions?|wood|boards?|edge|
          class(?:es)?|costs?|expenses|spending|calories|grass|trees?|hair|fabric|cloth|paper|coupons|teeth|meat|the|
          my (?:hair|grass|lawn|hours|losses|budget|teeth|own hair|mother|father|family|parents|brother|sister)|
          it close|him|her|them|people|remarks?|words?|humou?r
        )
      )|
      \b(?:self[- ]?harm\w*|scars? on my (?:arms?|wrists?|thighs?|legs?))\b|
      \b(?:bang(?:ing)?|hit(?:ting)?|punch(?:ing)?) my (?:own )?(?:head|face) (?:against|on|into|until|when|because)\b
    `,
    unless:
      /\b(?:used to|years|clean|son|daughter|recover\w*|sister|friend|student|teen\w*|bible|accident\w*|fell|surgery|cooking|old scars|long ago)\b/u,
    first: true,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        want|will|shall|going|plan(?:ning|s|ned)?|decided|intend\w*|urge|need|tempted|about|ready|thinking|think|
        thought|almost|wanted|impulse|able|told me|tell me|telling me
      ) (?:\w+ ){0,2}?(?:to |of |about )?(?:
        jump(?:ing)?|hang(?:ing)? myself|end(?:ing)? (?:it|things|everything|all)|drive off|
        swallow (?:them|it|everything) all|take (?:them|it) all
      )(?: (?:too|before|tonight|now|off|it|already|all)\b|$)
    `,
    unless: regex`
      \b(?:
        for joy|ship|into (?:ministry|this|it|a)|rope|higher|in (?:the|and)|on (?:the|a)|at the|relationship|dating|
        marriage|engagement|friendship|him|her|rain|war|feud|abuse|before (?:it|we|they) (?:started|begin)|wedding|
        conclusions|trampoline|skydiv\w*|bungee|parachute|diving|pool
      )\b(?! gets (?:bad|worse))
    `,
    first: true,
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:
        kill(?:ing)? (?:themselves|themself|himself|herself|yourself|oneself|myself)|suicid\w*|
        end(?:ing)? (?:their|your|his|her) (?:own )?lives?
      )\b.{0,80}\b(?:because|and|since|as|so)? ?(?:
        i am (?:about to|going to|thinking|close|next|there|one)|
        i (?:want|plan|might|will|feel|am tempted|need) (?:to|like|too|the same)|me too|selfish for living|
        i am asking for me
      )\b
    `,
    unless: regex`
      ${SUICIDE_REPORTED}|
      \bi (?:want|need|am going) to (?:
        know|understand|help|comfort|forgive|preach|talk|write|honou?r|remember|support|learn|be there
      )\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:${DEPENDANT}|he|she|they|somebody|someone)\b.{0,60}\b(?:
        shoot(?:ing)?|hang(?:ing)?|hurt(?:ing)?|harm(?:ing)?|cut(?:ting)?|drown(?:ing)?|stab(?:bing)?|burn(?:ing)?|
        starv(?:e|ing)|poison(?:ing)?|off(?:ing)?|kill(?:ing)?
      ) (?:himself|herself|themselves|themself)\b|
      \b(?:${DEPENDANT}|he|she|they)\b.{0,40}\b(?:
        wants?|going|says?|said|threat\w*|ready|about|plans?|talk\w*|will|hoard\w*|saving
      )\b.{0,30}\b(?:take|swallow|overdose on|saving up|stash) (?:all )?(?:of )?(?:his|her|their|the) (?:\w+ )?(?:
        pills|meds|medication|tablets
      )\b|
      \b(?:${DEPENDANT})\b.{0,40}\bcutting (?:again|(?:his|her|their) )
    `,
    unless: regex`
      ${SUICIDE_REPORTED}|
      \b(?:
        used to|years? ago|recover\w*|past|hurting (?:himself|herself) (?:by|with)|in the foot|playing|
        at (?:school|work|practice)|teach\w*|with (?:food|water)
      )\b|
      \bcutting (?:his|her|their) (?:hair|grass|lawn|hours|teeth|own hair|tooth)
    `,
  },
  {
    points: 2,
    pattern: regex`
      \b(?:because|now that|since|peaceful|calm)\b.{0,25}\bi have decided$|
      \bgod can have me\b|
      \blast thing i (?:will|am going to) (?:\w+ )?(?:hear|listen|read|do|write)\b
    `,
  },
  {
    points: 3,
    whole: true,
    pattern: new RegExp(`(?=.*\\b(?:i|me|my)\\b)(?=.*\\b${LETHAL}\\b)(?=.*\\b${AT_HAND}\\b)`, "u"),
    unless: new RegExp(ORDINARY_USE, "u"),
  },
  {
    points: 3,
    pattern: regex`
      (?=.*\b(?:i|me|myself)\b)(?=.*\b(?:die|dying|dead|death|be killed)\b)(?=
        .*\b(?:
          want\w*|wish\w*|let|rather|hop(?:e|ing)|ready|forward to|prefer|beg\w*|please|allow\w*|deserve|supposed to|
          should|need|easier|better|peace\w*|relief|plan\w*|going to|decid\w+|crav\w+|tempt\w*|mercy|instead|choose|
          only way|how to|ways? to|help me
        )\b
      )
    `,
    unless: new RegExp(DEATH_IN_GENERAL, "u"),
  },
  {
    points: 3,
    pattern: regex`
      (?=.*\b(?:i|me|my)\b)(?=
        .*\b(?:
          still alive|being alive|be alive|am alive|woke up|wake up|waking up|wake|was born|exist\w*|
          another (?:day|morning)|my (?:own )?existence
        )\b
      )(?=
        .*\b(?:
          disappoint\w+|regret\w*|sorry|curse[sd]?|resent\w*|angry|furious|hate|sick of|
          wish\w* (?:i|it|god) (?:had|was|were|did|would)?|mistake|unfortunately|mercy|disgust\w*|unbearable|torture|
          punish\w*|dread(?:ing)? (?:the|every|each|another)|not supposed to
        )\b
      )
    `,
    unless: regex`
      \b(?:
        early|alone$|alone in|alarm|late|on time|next to|beside|hung ?over|he|she|it is mistake|baby (?:wakes?|woke)|
        night shift|for work|for school|snor\w*|resurrect\w+|grateful|glad|job (?:cursed|cursing)|bible
      )\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        leav(?:e|ing)|depart(?:ing)?|quit(?:ting)?|exit(?:ing)?|escap(?:e|ing)|get(?:ting)? out of|
        say(?:ing)? goodbye to|done with|off
      ) (?:\w+ )?(?:this|the) (?:\w+ )?(?:world|earth|planet|life|existence)\b|
      \bnothing (?:\w+ )?(?:left )?(?:for me|keeping me|holding me) (?:here|in this (?:world|life))\b|
      \bending (?:it|things|it all)(?: (?:all|now|tonight|soon|today))?$|
      \b(?:
        my (?:family|kids|wife|husband|parents|mother)|they|everyone
      ) (?:\w+ )?(?:should|would|will|could|can|deserve to|to) (?:\w+ )?be (?:free|rid) of me\b
    `,
    unless: regex`
      \b(?:
        space|astronaut|rapture|wip(?:e|ed|ing)|jesus (?:left|leaving)|ascen\w+|possessions|behind|monk|monastery|
        rat race|drug|street|gang|party|he|she
      )\b|
      \bleave (?:the|this) world (?:a )?better\b|
      \bending it with\b
    `,
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:
        tried|jumped|hanged|cut|overdosed|attempt\w*|failed|survived|lived|pulled (?:me )?back|stopped me|saved me
      )\b.{0,80}\b(?:
        want|going|plan\w*|ready|will|might|thinking|need|tempted
      ) (?:\w+ ){0,3}?(?:try|do it|attempt|jump|go) (?:it )?(?:again|for real|right this time|properly)\b
    `,
    unless: /\b(?:diet|business|exam|test|marathon|ivf|pregnan\w+|dating|quit\w*|smok\w*|drinking|read\w*|church)\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:sent|left|wrote|texted|posted|leaving|sending|found|got)\b.{0,25}\b(?:goodbye|suicide|farewell|final) (?:
        text|note|message|letter|post|video|voicemail|e-?mail
      )s?\b|
      \b(?:drew|draw|drawing|see|seeing|watch(?:ing)?) (?:my own |my |some )?blood\b(?=
        .*\b(?:help\w*|relief|calm|again|feel|better|only)\b|$
      )
    `,
    unless:
      /\b(?:retire\w*|colleagues?|job|paul|years ago|last year|died|funeral|donat\w+|test|nurse|jesus|lamb|moving|deploy\w*)\b/u,
  },
  {
    points: 3,
    pattern: /^(?:\w+ )?suicidal (?:thoughts|ideation|feelings|urges|tendencies|again)\b/u,
    unless: new RegExp(SUICIDE_REPORTED, "u"),
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      (?=
        .*\b(?:
          kill(?:s|ed|ing)? (?:himself|herself|themselves|yourself|oneself|themself)|
          tak(?:e|es|ing) (?:your|their|his|her|one's) own life|end(?:s|ing)? (?:your|their|one's) own life|suicide
        )\b
      )(?=.*\b(?:saved|forgiv\w+|heaven|hell|sin|unpardonable|damned|accept\w*|god understand)\b)(?=.*\b(?:i|me|my)\b)
    `,
    unless: regex`
      ${SUICIDE_REPORTED}|
      \b(?:
        my (?:\w+ )?(?:
          son|daughter|brother|sister|husband|wife|father|mother|dad|mom|friend|cousin|uncle|aunt|nephew|niece|grand\w+
        )|who died|he|she|his|her
      )\b
    `,
  },
];
