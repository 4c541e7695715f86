import { regex, regexSource } from "../../shared/regex.ts";

// Topics that ask for hate, deception or control over others are declined with a friendly sentence.
const GROUP = regexSource`
  (?:
    jews?|jewish|muslims?|islam|hindus?|buddhists?|catholics?|protestants?|mormons?|atheists?|gays?|lesbians?|
    homosexuals?|queers?|trans(?:gender)?(?: people| women| men)?|lgbt\w*|blacks?|whites?|black people|white people|
    asians?|mexicans?|arabs?|africans?|immigrants?|migrants?|refugees?|foreigners?|gypsies|roma|women|men|females?|
    disabled(?: people)?|the poor|the homeless|liberals?|conservatives?|democrats?|republicans?|unbelievers|
    non-?christians?|non-?whites?|other races|interracial (?:couples|marriage)
  )
`;
const SCORN = regexSource`
  (?:
    control(?:s|ling)? (?:the )?(?:world|media|banks|government|everything)|run the world|devils?|scum|trash|
    garbage|should pay|must pay|killed (?:jesus|christ|god)|(?:god's )?(?:chosen|superior|master) race|
    should be (?:silent|ashamed|property)|(?:must|should) obey or be \w+|(?:have|has) no (?:place|rights|soul)|
    punished by god|a burden (?:on|to)|demons|demonic|inferior|evil|subhuman|vermin|animals|parasites|cockroaches|
    filth(?:y)?|disgusting|cursed|a curse|enemies of god|the enemy|destroying|ruining|replacing|stupid|lesser|
    less (?:human|valuable|intelligent)|dangerous|not (?:human|people|welcome|equal|real)|
    should (?:be )?(?:
      die|killed|hanged|executed|stoned|deported|punished|destroyed|sterilized|eliminated|silenced|enslaved|beaten|
      burn\w*|driven out|exterminated|not exist
    )|must (?:be )?(?:die|killed|destroyed|punished|driven out|eliminated|stoned)|
    deserve(?:s|d)? (?:to (?:die|suffer|burn|be \w+)|hell|aids|it|the holocaust|slavery|death|what)|
    go(?:ing)? to burn|to blame
  )
`;

export const HATEFUL: readonly RegExp[] = [
  new RegExp(`\\b${GROUP} (?:\\w+ ){0,2}?(?:are|is|were|as|being)? ?(?:\\w+ ){0,2}?${SCORN}\\b`, "u"),
  regex`
    \b(?:
      god|jesus|christ|the bible|lord|we|i|christians|why i|why we|why god|scripture
    ) (?:\w+ )?(?:hates?|despises?|rejects?|loathes?|condemns all|curses?) (?:the |all |those |these )?(?:\w+ )?${GROUP}\b
  `,
  regex`
    \b(?:
      hate|hatred (?:of|for|against|toward)|against|kill(?:ing)?|destroy(?:ing)?|deport(?:ing)?|eliminat\w+|
      exterminat\w+|purge|stone|stoning|holy war (?:on|against)|war against|get rid of|attack(?:ing)?|enslav\w+|
      drive out
    ) (?:the |all |those |these )?(?:\w+ )?${GROUP}\b
  `,
  regex`
    \b(?:
      hate|hateful|hating|racist|bigoted|anti-?semitic|islamophobic|homophobic|sexist
    ) (?:sermon|message|speech|prayer|homily|rant)s? (?:about|on|against|toward|at)?
  `,
  regex`
    \b(?:
      mock|ridicule|insult|humiliate|shame|condemn|silence|expel|ban|keep out|beat|whip|hit|rape|burn|punish
    ) (?:the |all |those |these |our |your )?(?:\w+ )?${GROUP}\b(?! (?:people )?(?:sin|jesus|christ))
  `,
  regex`
    \b(?:
      hitler|nazis?|holocaust|klan|kkk|lynching|apartheid|genocide|pogroms?|inquisition
    )\b.{0,30}\b(?:
      god's (?:work|will|plan|servant|instrument|judgment|hand)|right|good|justified|deserved|hoax|never happened|
      did not happen|exaggerat\w+|hero|biblical|necessary
    )\b
  `,
  regex`
    \b(?:
      white (?:supremacy|power|pride|race)|master race|aryan|race (?:war|mixing)|racial (?:purity|superiority)|
      superior race|ethnic cleansing|great replacement|heil|nazis? (?:were|was) right|
      hitler (?:was )?(?:right|good|did nothing)|holocaust (?:was|is|did not|denial|never|hoax)|kkk|gas the|
      slavery (?:was|is) (?:good|god|biblical|right|justified)|n[i1]gg\w+|f[a4]gg?[o0]ts?|k[i1]kes?|sp[i1]cs?|
      tr[a4]nn(?:y|ies)|towelheads?|christ killers?
    )\b
  `,
];

export const MANIPULATIVE: readonly RegExp[] = [
  // Pressure on somebody for the writer's own benefit.
  regex`
    \b(?:
      convinc|persuad|pressur|guilt|scar|frighten|trick|forc|mak|get
    )(?:e|es|ing)?\b.{0,60}\b(?:
      sign (?:over|away)|change (?:her|his|their) will|afraid to (?:leave|question|disobey|tell)|
      too (?:scared|afraid) to|leave (?:me|us) (?:her|his|their)|give (?:me|us) (?:her|his|their|all)|
      without question(?:ing)?|never (?:leave|question|tell|report)
    )\b|
    \b(?:verses?|scriptures?|sermon|message|bible)\b.{0,30}\b(?:to )?(?:make|get|force) (?:my|the|our|her|him|them)\b.{0,30}\b(?:
      obey|submit|sleep with|give|stay|serve|quiet
    )\b
  `,
  regex`
    \b(?:
      sermon|message|prayer|verses?|scriptures?|words|letter|preach\w*|something|help me|how (?:to|do i|can i)|
      convince|persuade|pressure|use
    )\b.{0,40}\b(?:
      mak(?:e|es|ing)|get|gets|getting|forc(?:e|es|ing)|convinc\w+|pressur\w+|manipulat\w+|trick\w*|scar(?:e|es|ing)|
      threaten\w*|guilt\w*|sham(?:e|es|ing)|persuad\w+|frighten\w*|terrify\w*
    )\b (?:[\w']+ ){0,5}?(?:to |into |so (?:that )?(?:she|he|they) )?(?:[\w']+ ){0,2}?(?:
      leave (?:me|us)|give (?:me|us)|giv\w+ (?:me|us|(?:all )?their)|sign|donat\w+|tith\w+ (?:more|double)|pay|vote|
      obey|submit|keep quiet|keep silent|stay silent|not (?:tell|report|leave|question)|stay with me|come back to me|
      take me back|sleep with|have sex|hand over|drop the charges|inherit\w*|will to me|worship me|fear me
    )\b
  `,
  regex`
    \b(?:
      followers|members|congregation|flock|church|people|they|everyone|parishioners
    )\b.{0,30}\b(?:must|should|have to|need to) (?:\w+ )?(?:
      give (?:me|us) (?:all|their|everything)|obey me|worship me|never question|sell everything|hand over|
      cut off (?:their )?famil\w+
    )\b
  `,
  regex`
    \b(?:
      make|making|get|getting|force|forcing|convince|convincing|train|guilt|guilting|shame|shaming|scares?|scaring|
      pressure|pressuring|manipulat\w+|trick\w*|persuade|persuading|command\w*|order\w*|teach(?:ing)?|tell(?:ing)?
    ) (?:\w+ ){0,2}?(?:
      wife|husband|girlfriend|boyfriend|ex|woman|daughter|son|kids|children|congregation|church|members|people|
      elderly|old people|followers|parishioners|employees|seniors|(?:old |elderly )?(?:ladies|women)|widows|flock|her|
      him|them
    ) (?:\w+ ){0,2}?(?:to |into |so (?:that )?(?:she|he|they) )?(?:\w+ )?(?:
      submit|submitting|obey|obeying|obedient|give (?:me|us) (?:\w+ )?(?:money|more|everything)|giving (?:me|us)|
      send(?:ing)? (?:me )?money|pay me|stay with me|come back to me|sleep with|have sex|sign over|worship me|fear me|
      serve me|vote|donat\w+|never (?:leave|question)|not leave|cut off|feel (?:guilty|ashamed)
    )\b
  `,
  regex`
    \b(?:
      manipulat(?:e|ing)|brainwash(?:ing)?|gaslight(?:ing)?|scam(?:ming)?|defraud(?:ing)?|blackmail(?:ing)?|
      swindl(?:e|ing)|exploit(?:ing)?|deceiv(?:e|ing)|groom(?:ing)?|seduc(?:e|ing)
    ) (?:my|the|a|an|some|old|lonely|vulnerable|rich|people|others|women|men|her|him|them|church)\b
  `,
  regex`
    \b(?:
      (?:put|place|cast|call down|pray|speak|send) (?:a |an )?(?:
        curse|hex|spell|plague|death|cancer|destruction|harm|evil
      )s? (?:on|upon|over|for|against|down on)|curs(?:e|ing) (?:on )?(?:my|him|her|them|those|that)
    ) ?(?:\w+)?
  `,
  regex`
    \b(?:i am|that i am|prove i am|believe i am|as) (?:the |a )?(?:
      messiah|new messiah|second coming|god almighty|chosen prophet who must be obeyed
    )\b
  `,
  regex`
    \bpray(?:er|ing|s)? (?:for |that )?(?:\w+ ){1,4}?(?:to )?(?:
      die|dies|suffer|suffers|gets? cancer|fail|be destroyed|crash|get sick
    )\b(?! (?:in peace|peacefully|well|to))
  `,
];

/** Exceptions: people who write about themselves or ask a question ("I was manipulated", "why do people hate immigrants"). */
export const NOT_DECLINED = regex`
  \b(?:
    i (?:was|am being|have been|feel|keep|struggle|used to|repent\w*|confess\w*)|
    my own (?:hatred|hate|prejudice|racism)|overcom\w+|repent\w*|love (?:for|of|to|towards?)|loving|welcom\w+|
    stop (?:hating|cursing)|why (?:do|does|did|would) (?:\w+ ){1,3}hate|
    against (?:women|men) (?:in ministry|and children)|violence against|discriminat\w+|racism|prejudice|
    do(?:es)? god hate|does god (?:really )?(?:hate|love|reject|curse) (?:me|us|gay|lgbt\w*|trans\w*|homosexual)|
    jesus curs\w+|fig tree|by being|being (?:manipulated|gaslit|scammed|deceived)|
    from (?:manipulat\w+|exploitation)|samaritan|ministry to
  )\b
`;
