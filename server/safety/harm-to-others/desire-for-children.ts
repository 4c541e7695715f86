import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** Sexual desire for children, and pictures of them. */
export const DESIRE_FOR_CHILDREN: readonly Rule[] = [
  {
    examples: ["i am attracted to children"],
    points: 3,
    pattern: regex`
      \b(?:i am|am i|being) (?:sexually )?attracted to (?:
        children|kids|minors|a child|my (?:daughter|son|niece|nephew|student|stepdaughter|stepson)
      )\b|
      \b(?:sexual|urges?) (?:\w+ ){0,3}?(?:children|kids|minors)\b
    `,
    unless: /\b(?:sexual abuse of|protect\w*|teach\w*|victims?)\b/u,
  },
  {
    examples: ["sexual thoughts about my niece", "acting on my urges with a child"],
    points: 3,
    pattern: regex`
      \bsexual(?:ly)? (?:\w+ ){0,3}?(?:about|toward|for|attract\w*|to|with) (?:\w+ ){0,3}?(?:
        niece|nephew|daughter|son|child(?:ren)?|kids?|minors?|boys?|girls?|student|stepdaughter|stepson|cousin|sister|
        teen\w*
      )\b|
      \b(?:look(?:ing|ed)? at|watch(?:ing|ed)?|download\w*|viewing) (?:\w+ )?(?:
        child (?:porn\w*|sexual)|(?:porn|images|pictures) of (?:children|kids|minors)
      )\b|
      \b(?:act|acting) on (?:it|them|my (?:urges?|thoughts|feelings))\b.{0,40}\b(?:
        child\w*|kid\w*|niece|nephew|daughter|son
      )\b
    `,
    unless:
      /\b(?:teach\w*|talk\w* to|educat\w+|protect\w*|victims?|abuse of|sexual (?:identity|purity|orientation)|survivors?)\b/u,
  },
];
