import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** Last letters, last words, things given away. */
export const FAREWELL: readonly Rule[] = [
  {
    examples: ["my suicide note"],
    points: 3,
    pattern: /\b(?:my|a|the) (?:suicide|goodbye|farewell|final|last) (?:note|letter|letters|message)s?\b/u,
    unless: /\b(?:his|her|their|found|left by|paul|apostle)\b|\bmessage (?:was|came|from|i got|we got)\b/u,
  },
  // Also relief from seeing one's own blood.
  {
    examples: ["i sent a goodbye text", "i need to see my blood again"],
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
    examples: ["this is my last night"],
    points: 3,
    pattern: regex`
      \b(?:this is|will be|tonight is|today is|it is) (?:my |the )?last (?:
        night|day|prayer|sermon|message|time you will hear|goodbye|words|chance
      )\b
    `,
    unless: /\blast (?:day|night) (?:of|at|in|with|on (?!earth)|before)\b/u,
  },
  // A weak sign.
  {
    examples: ["saying my goodbyes", "giving away my things"],
    points: 2,
    pattern: regex`
      \b(?:say(?:ing)?|said) (?:my )?(?:final |last )?goodbyes?\b(?! to (?:my|our|a|the))|
      \bgiv(?:e|ing|en) (?:away )?(?:all )?my (?:things|belongings|possessions|pets?)(?: away)?\b|
      \bgetting my affairs in order\b
    `,
  },
  // A weak sign.
  {
    examples: ["goodbye world", "i am done"],
    points: 2,
    pattern: regex`
      ^goodbye(?: (?:world|everyone|all|my \w+))?$|
      \bi am (?:done|finished)$|
      \bcan not (?:keep|go on|continue) living like this\b|
      \b(?:mother|father|wife|husband|friend|parent|son|daughter) who is not me\b
    `,
  },
  // A weak sign.
  {
    examples: ["i am calm because i have decided"],
    points: 2,
    pattern: regex`
      \b(?:because|now that|since|peaceful|calm)\b.{0,25}\bi have decided$|
      \bgod can have me\b|
      \blast thing i (?:will|am going to) (?:\w+ )?(?:hear|listen|read|do|write)\b
    `,
  },
];
