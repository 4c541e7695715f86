import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { DEPENDANT } from "../vocabulary.ts";

/** An attack on a school, a church or other people, by the writer or by somebody near. */
export const ATTACKS: readonly Rule[] = [
  {
    examples: ["shoot up the school"],
    points: 3,
    pattern: regex`
      \b(?:
        shoot(?:ing)? up|blow(?:ing)? up|bomb(?:ing)?|set(?:ting)? fire to|burn(?:ing)? down|massacre|attack(?:ing)?
      ) (?:the |a |my |this |their |our |his |her )(?:[\w']+ )?(?:
        school|church|mosque|synagogue|temple|office|workplace|mall|building|house|hospital|clinic
      )\b
    `,
    unless: /\b(?:after|victims?|survivors?|who|man|news|shooting at|was|were|healing|when a)\b/u,
  },
  {
    examples: ["we will burn the house with them inside", "i am going to set it alight while they sleep"],
    points: 3,
    pattern: regex`
      \b(?:will|going to|gonna|shall|plan to|ready to|want to)\b.{0,40}\b(?:burn|torch|set \w+ (?:alight|on fire)|set fire)\b.{0,40}\b(?:
        with (?:them|him|her|everyone|everybody|all of them|the \w+) (?:still )?(?:in|inside|in it|sleeping|asleep)|while (?:they|he|she) (?:sleep|sleeps|is asleep|are asleep)
      )\b
    `,
    unless: /\b(?:nebuchadnezzar|furnace|shadrach|bible|samson|movie|film|novel)\b/u,
  },
  // More places, and attacks on the people there.
  {
    examples: ["set fire to the mosque", "kill everyone at work"],
    points: 3,
    pattern: regex`
      \b(?:
        shoot(?:ing)? up|blow(?:ing)? up|bomb(?:ing)?|set(?:ting)? (?:fire to|\w+ \w+ on fire)|burn(?:ing)? down|
        torch(?:ing)?|attack(?:ing)?|massacre|open(?:ing)? fire (?:at|in|on)|kill(?:ing)? everyone (?:at|in)
      ) (?:the |a |my |this |that |their |our |his |her )?(?:[\w']+ ){0,2}?(?:
        school|church|mosque|synagogue|temple|office|workplace|work|mall|building|house|hospital|clinic|party|college|
        campus|courthouse|bar|store
      )\b|
      \b(?:shoot|kill|stab|blow up|attack) (?:the |some |all |my |his |her |other )?(?:
        people|kids|everyone|classmates|students|teachers?
      ) (?:at|in) (?:\w+ )?(?:school|work|church|college)\b
    `,
    unless: /\b(?:after|victims?|survivors?|news|shooting at|was|were|healing|when a|who|sunday school growth|pray for)\b/u,
  },
  {
    examples: ["my son says he will shoot kids"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:${DEPENDANT}|he|she)\b.{0,30}\b(?:
        says?|said|threat\w*|plans?|planning|going|wants?|texted|posted|talks? about
      )\b.{0,30}\b(?:shoot|kill|stab|bomb|attack|hurt|poison|burn)(?:ing)? (?:up )?(?:\w+ )?(?:
        people|kids|everyone|everybody|someone|somebody|his (?:wife|teacher|school|class\w*|boss|family|kids|ex)|
        her (?:husband|baby|boss|kids|ex)|the (?:school|church|office|mosque|baby)
      )\b
    `,
    unless: /\b(?:bible|movie|game|book|news|years ago|david|saul|herod|pharaoh)\b/u,
  },
];
