import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** A plan, a chosen day or place, an intention that is about to be carried out. */
export const PLANS: readonly Rule[] = [
  {
    examples: ["i wrote letters and picked a day", "my plan is set"],
    points: 3,
    acrossSentences: true,
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
    examples: ["i am about to do it", "forgive me for what i am going to do"],
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
    examples: ["i am tempted to jump off", "i want to end things now", "i will take them all"],
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
    firstPerson: true,
  },
  {
    examples: ["i will jump tonight", "the car is my way out", "they will survive my death", "i want to join my late wife"],
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
    examples: ["picked the bridge", "i stepped in front of a bus", "swallowed my meds"],
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
];
