import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { DEPENDANT, RECENT } from "../vocabulary.ts";
import { SUICIDE_REPORTED } from "./suicide-reported.ts";

const HE_OR_SHE = "(?:he|she|they)";

const HIMSELF = "(?:himself|herself|themselves|themself)";

/** Somebody near the writer is in danger now. */
export const SOMEBODY_NEAR: readonly Rule[] = [
  {
    examples: ["my friend says he wants to die"],
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
  {
    examples: ["a girl in my class cuts herself", "my son is on the roof"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:
        ${DEPENDANT}|${HE_OR_SHE}|someone i \w+|
        a (?:girl|boy|kid|teen|student|member|woman|man|friend) (?:in|at|from|on) (?:my|our) [\w' ]{1,20}
      )\b.{0,50}\b(?:
        (?:wish(?:es|ed)?|wants?|wanted|would rather) (?:${HE_OR_SHE} )?(?:was|were|to be|be) dead|
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
    examples: ["my brother talks about shooting himself", "he says he will take his pills"],
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
];
