import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** Others would be better off; nobody would mind. */
export const BURDEN: readonly Rule[] = [
  {
    examples: ["everyone would be better off without me"],
    points: 3,
    pattern: regex`
      \b(?:
        everyone|they|my \w+|people|the world|the kids|family|he|she|others|you all
      )\b.{0,60}\b(?:
        better|happier|easier|best|fine|okay|ok|all right|relieved|freer|at peace
      )\b(?: off)?.{0,15}\b(?:
        without (?:me|their (?:mother|father|mom|dad|wife|husband)|a (?:mother|father|wife|husband) like me)|
        if i (?:was|were|am|had) (?:gone|dead|not|never|no longer)|
        if i (?:died|disappeared|did not exist|left this|were not)|with me (?:gone|dead)|when i am (?:gone|dead)|
        once i am (?:gone|dead)
      )\b
    `,
    unless: /\b(?:project|team|job|company|ex)\b/u,
  },
  {
    examples: [
      "i am a waste of space",
      "they would be relieved if i was gone",
      "nobody would come to my funeral",
      "the only thing keeping me here",
    ],
    points: 3,
    pattern: regex`
      \b(?:i am|i feel(?: like)?|am|like|being|such|nothing but) (?:\w+ )?(?:an? )?(?:(?:total|complete|big|waste) )*(?:
        waste of (?:oxygen|space|air|skin|a life|breath|everyone's time)|better off gone
      )\b|
      \b(?:
        everyone|everybody|they|all of them|my \w+|the world|nobody|people|family|kids
      )\b.{0,40}\b(?:
        relieved|happier|better|easier|fine|thank me|glad|freer|forget me|move on|not even notice|not notice|
        never notice
      )\b.{0,40}\b(?:
        from me|without me|if i (?:was|were|am|just|went)|when i (?:am|go|die)|once i|after i am|
        with me (?:gone|dead|out)
      )\b|
      \b(?:nobody|no person|no-?one|who|hardly anyone) (?:\w+ )?(?:would|will|is going to) (?:\w+ )?(?:
        come to|attend|be at|show up (?:to|at)|cry at
      ) my funeral\b|
      \b(?:would|will) (?:\w+ )?(?:cry|be sad|miss me|mourn)\b.{0,40}\b(?:and )?then (?:be )?(?:
        relieved|fine|over it|move on|forget|better
      )\b|
      \b(?:only|one) (?:thing|reason|person) (?:\w+ )?(?:keeping me|keeps me|i (?:\w+ )?(?:stay|am still|am)) (?:
        alive|here|breathing|going
      )\b|
      \bonly (?:\w+ )?(?:stay(?:ing)?|still) (?:alive|here) (?:because|for)\b|
      \bstopping me from (?:doing it|ending|dying|killing)\b
    `,
    unless: /\b(?:project|team|job|company|recipe|band|class|meeting|jesus keeping|god keeping|grace)\b/u,
  },
  {
    examples: ["nobody would notice if i died"],
    points: 3,
    pattern: regex`
      \b(?:
        nobody|no person|who|would anyone|will anyone|anyone|not one person
      ) (?:would |will |could |even |here |to )*(?:
        miss me|notice (?:if|when|that)? ?i|care if i|be sad if i|cry if i
      )\b.{0,20}(?:\b(?:die|died|gone|dead|disappear\w*|vanish\w*|was not here|were not here)\b)?
    `,
    unless: /\bcare if i (?:succeed|win|pass|come)\b/u,
  },
  {
    examples: ["the world does not need me"],
    points: 3,
    pattern: regex`
      \b(?:the world|this world|life|earth) (?:\w+ )?(?:
        does not need|would not miss|be better without|is better without|without
      ) me\b|
      \bworld without me\b
    `,
  },
  {
    examples: ["no place for me in this world"],
    points: 3,
    pattern: /\bno (?:place|room) for me in this (?:world|life)\b/u,
  },
  // A weak sign, since nothing says why.
  {
    examples: ["they would be better off"],
    points: 1,
    pattern: /\b(?:they|everyone|all|family|kids) would (?:all )?be better off$/u,
  },
  // A weak sign.
  {
    examples: ["i am a burden"],
    points: 1,
    pattern: /\b(?:i am|am i|feel(?:ing)?(?: like)?|being|become|i have become) (?:only )?(?:a|such a) burden\b/u,
  },
];
