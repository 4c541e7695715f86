import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** No reason to live, and no future expected. */
export const NO_REASON_TO_LIVE: readonly Rule[] = [
  {
    examples: ["no reason to live", "life is not worth living"],
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
    examples: ["lost the will to go on"],
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
    examples: ["i do not see myself alive at christmas", "i will not need my things anymore"],
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
];
