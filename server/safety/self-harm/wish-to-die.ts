import { regex, regexSource } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** Being dead. */
const BEING_DEAD = regexSource`
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

/** Wishing, planning, thinking of. */
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

/** One's own death as a fact. */
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

/** Wishes, plans, and the thought that nobody would mind. */
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

/** The wish to be dead, not to wake up, never to have been born. */
export const WISH_TO_DIE: readonly Rule[] = [
  {
    examples: ["i wish i could disappear", "thinking about dying"],
    points: 3,
    pattern: new RegExp(`\\b${WISH} (?:\\w+,? ){0,5}?${BEING_DEAD}\\b`, "u"),
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
      \b(?:do|does|did) (?!i\b)(?:\w+ ){1,3}have to die\b|
      \b(?:going to|might|could|will|should i) die (?:of|from|if|soon|alone|young|in|before|without|with)|
      \bcould die\b|
      \bthink(?:ing)? (?:of|about) (?:\w+ )?dying(?= (?:father|mother|husband|wife|friend|church|son|daughter|parent|man|woman)
      )
    `,
    firstPerson: true,
  },
  {
    examples: ["i do not want to wake up", "do not deserve to live"],
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
    firstPerson: true,
  },
  // At the end of a clause.
  {
    examples: ["i hope never to wake up"],
    points: 3,
    pattern: /\b(?:never|not) (?:to |have to )?(?:wake|waking) up(?: again| anymore| tomorrow)?$/u,
    firstPerson: true,
  },
  {
    examples: ["better off dead"],
    points: 3,
    pattern: /\b(?:better off|rather be|should be|wish i (?:was|were)|supposed to be|meant to be|as good as|i am) dead\b/u,
    unless: /\bdead (?:to|in|tired|last|wrong|broke|inside|serious)\b/u,
  },
  {
    examples: ["i should be dead", "worth more dead than alive"],
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
    examples: ["i should never have been born"],
    points: 3,
    pattern: regex`
      \b(?:should|wish|had|have|if|i was|were) (?:\w+ ){0,3}?never (?:have )?(?:been )?born\b|
      \bnever should have been born\b|
      \bwish (?:my mother had|god had) (?:never|not)\b
    `,
  },
  {
    examples: ["if only i had died"],
    points: 3,
    pattern: regex`
      \b(?:
        if only|wish|wishing|pray|praying|should have|would that|better if
      ) i (?:\w+ ){0,2}?(?:died|die|had died|was dead|were dead|never (?:been )?(?:born|lived)|did not exist|drowned)\b
    `,
    unless: /\b(?:to self|to sin|before i die|instead of (?:him|her|them|my \w+))\b/u,
  },
  {
    examples: ["can not stop thinking about my own death"],
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
  // The first person, death and a wish in one clause, in any order.
  {
    examples: ["death would be a relief to me"],
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
  // Sorry to be alive.
  {
    examples: ["i am disappointed that i woke up"],
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
  // What the others do not cover: one's own death with a wish or a plan.
  {
    examples: ["nobody would care if i died"],
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
    firstPerson: true,
  },
];
