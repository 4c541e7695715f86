import { regex, regexSource } from "../../shared/regex.ts";

// When a danger is over: a healed memory is no danger. `crisis-gate.ts` asks for all of these except `LONG_AGO`, by which
// single medical rules exclude illness that was survived or mourned.

/** Of every kind of danger: it is in the past. Such a topic gets a sermon with a line about help, not the crisis answer. */
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
    (?:tried|attempted|wanted|meant)\b[^.]{0,40} at (?:twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|1[2-9]|2\d)|
    long ago|in the past|last year|a year ago|once tried|survivor|
    (?<!regret |sorry i |hate |angry i |wish i had not )(?:survived|surviving)|recover(?:ed|ing|y)|healed from|
    healing from|no longer|before i (?:was saved|met|came|knew)|saved me from|brought me out|since i left|
    after i left|got out|escaped|(?:husband|father|dad|mother|mom|uncle|man) who (?:is now dead|died)|
    (?:twenty|thirty|forty|fifty|sixty|seventy|eighty)(?:[- ]\w+)? now|i was a (?:child|boy|girl|kid)|
    i have been (?:gone|free|out|away) (?:for )?(?:an? |one |two |three |\w+ )years?|last (?:decade|century)|
    in (?:19|20)\d\d|one year since|anniversary of
  )\b
`;
/** Of every kind: it still goes on, although the clause also speaks of the past. */
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
/** Of abuse: the writer is separated from the person. */
export const SEPARATED = /\b(?:ex(?:[- ]?(?:husband|wife|boyfriend|girlfriend|partner))?|former)\b/u;
/** Of abuse: the person is dead, or the writer has got away from them. */
export const ENDED = regex`
  \b(?:
    he|she|they|(?:father|dad|mother|uncle|man) who (?:\w+ ){1,3}?
  ) ?(?:(?:is|are|is been|has been|have been) (?:long |now )?(?:dead|gone)|died|passed away)\b|
  \bi am (?:finally |now )?(?:out(?! of)|free|safe)(?: now)?\b|
  \bi have been gone\b|
  \bstayed (?:for )?(?:\w+ ){1,3}years\b
`;
/** Of illness: it was long ago, or somebody recovered or died of it. The source of an expression, for `unless`. */
export const LONG_AGO = regexSource`
  \b(?:
    years? ago|months? ago|last (?:year|month|summer|winter|spring|fall)|
    in (?:january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d\d)|
    recover\w*|rehab|surviv\w*|died|passed away|passed|funeral|lost (?:him|her|my)|anniversary|used to|was cleared|
    when i was|healed (?:me|from)|woman with the issue|subconscious
  )\b
`;
