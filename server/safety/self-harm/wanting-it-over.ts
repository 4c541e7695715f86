import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** Not able to go on, and wanting life, or everything, to end. */
export const WANTING_IT_OVER: readonly Rule[] = [
  {
    examples: ["can not face another day"],
    points: 3,
    pattern: regex`
      \b(?:i )?(?:can not|could not) (?:go on|carry on|keep going|keep on)(?: (?:living|anymore|with (?:life|this life|living)|another (?:day|night|hour))
      )\b|
      \b(?:i )?(?:can not|could not) (?:live|survive|face|make it through|do) (?:
        anymore|another (?:day|night|hour)|one more (?:day|night|hour)
      )\b|
      \b(?:can not|do not want to|refuse to) do life anymore\b
    `,
    unless: /(?<!living )\bwithout (?:him|her|them|my)\b/u,
  },
  // At the end of a clause.
  {
    examples: ["i am waiting for death to come"],
    points: 3,
    pattern: regex`
      \b(?:
        want(?:ing)?|wish|need|ready for|waiting for|long(?:ing)? for|hop(?:e|ing) for|pray(?:ing)? for
      ) (?:
        it(?: all)?|everything|my life|my (?:own )?death|death|life|this life|my (?:story|time)
      ) ?(?:to |would )?(?:be over|end|stop|come(?: for me| soon| quickly)?|finish|be done|take me|to be over)?$
    `,
    unless: /\b(?:it|everything|life)$/u,
  },
  {
    examples: ["want it all to stop"],
    points: 3,
    pattern: /\bwant(?:ing)? (?:it(?: all)?|everything|life|my life|this life) to (?:be over|end|stop|be done|be finished)\b/u,
    unless: /\b(?:war|pandemic|divorce|fighting|case|trial|surgery)\b/u,
  },
  {
    examples: ["why do you make me keep living", "tired of being alive"],
    points: 3,
    pattern: regex`
      \b(?:
        make|making|made|force[sd]?|forcing|let(?:ting)? me|why (?:do|must|should) i|
        why do you (?:\w+ )?(?:keep|make|let)|have to|tired of|sick of|hate|can not stand|stop
      ) (?:me )?(?:\w+ )?(?:keep (?:on )?)?(?:
        living|being alive|exist(?:ing)?|breathing(?! \w)|staying alive|be alive|alive
      )\b
    `,
    unless: regex`
      \bliving (?:
        in|with|like|for|under|at|near|as|by|the|out|up|a|paycheck|alone|here|here|this way|together|water|hope|
        sacrifice|word|god|room|so|from|wage|costs?|up to
      )\b|
      \bstop living\b|
      \bmake a living\b|
      \bmade alive\b|
      \bkeep(?:s|ing)? (?:hope|faith|love|it|the|him|her|them|my|our)\b|
      \bcost of\b
    `,
    firstPerson: true,
  },
  {
    examples: ["make the voices stop forever", "not strong enough to survive the night", "how long until i bleed out"],
    points: 3,
    pattern: regex`
      \b(?:want|need|make|wish) (?:the |this |all the |all this |all |it all |my )?(?:
        noise|pain|hurting|suffering|voices|thoughts|everything|it|world|darkness
      )?.{0,30}\b(?:stop|quiet|end|over|gone|silence[d]?|finished),? (?:
        permanently|forever|for good|once and for all|completely
      )\b|
      \bgo home to (?:jesus|god|the lord|heaven|him) (?:early|now|tonight|today|soon|on my own)\b|
      \b(?:not|never) (?:\w+ )?(?:
        have it in me|be able|think i can|know if i can|going to|fight it|strong enough
      )\b.{0,30}\b(?:
        survive|another (?:winter|day|night|week|year)|this time|make it through (?:the )?(?:night|week|day)
      )\b|
      \bhow (?:long|fast|quickly|much)\b.{0,25}\b(?:
        to|does it take to|until (?:i|you|someone)|before (?:i|you)
      ) (?:bleed (?:to death|out)|die|starve to death|drown|suffocate|freeze to death)\b
    `,
    unless:
      /\b(?:fight|survive) (?:the|this) (?:cancer|disease|war|recession|semester|exam)\b|\bjesus (?:take|took)\b|\b(?:plant|fish|dog|cat)\b/u,
  },
  {
    examples: ["leaving this world", "nothing left for me here", "they deserve to be free of me"],
    points: 3,
    pattern: regex`
      \b(?:
        leav(?:e|ing)|depart(?:ing)?|quit(?:ting)?|exit(?:ing)?|escap(?:e|ing)|get(?:ting)? out of|
        say(?:ing)? goodbye to|done with|off
      ) (?:\w+ )?(?:this|the) (?:\w+ )?(?:world|earth|planet|life|existence)\b|
      \bnothing (?:\w+ )?(?:left )?(?:for me|keeping me|holding me) (?:here|in this (?:world|life))\b|
      \bending (?:it|things|it all)(?: (?:all|now|tonight|soon|today))?$|
      \b(?:
        my (?:family|kids|wife|husband|parents|mother)|they|everyone
      ) (?:\w+ )?(?:should|would|will|could|can|deserve to|to) (?:\w+ )?be (?:free|rid) of me\b
    `,
    unless: regex`
      \b(?:
        space|astronaut|rapture|wip(?:e|ed|ing)|jesus (?:left|leaving)|ascen\w+|possessions|behind|monk|monastery|
        rat race|drug|street|gang|party|he|she
      )\b|
      \bleave (?:the|this) world (?:a )?better\b|
      \bending it with\b
    `,
  },
];
