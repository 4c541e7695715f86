import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { NOT_MEANT } from "./words.ts";

/** The writer has hurt somebody, or keeps doing it. */
export const DONE_ALREADY: readonly Rule[] = [
  {
    examples: ["i hit my wife"],
    points: 3,
    pattern: regex`
      \bi (?:
        hit|beat|slapp?ed|slap|punched|punch|choked|choke|strangled|hurt|shook|kicked|raped|molested|abused?|touched
      ) (?:up )?(?:my|our) (?:own )?(?:
        wife|husband|girlfriend|boyfriend|kids?|child(?:ren)?|son|daughter|baby|partner|mother|mom|dad|father|stepson|
        stepdaughter|niece|nephew|student
      )\b
    `,
    unless: regex`
      \b(?:at|in) (?:chess|tennis|the race|cards|a game)|
      \b(?:feelings|with my words|by lying|by leaving|by cheating|emotionally|car|hand|heart|shoulder)\b
    `,
  },
  // With words between "i" and the deed.
  {
    examples: ["i lost it and shoved my mother"],
    points: 3,
    pattern: regex`
      \bi (?:
      (?!am |was |being |got |get |been |getting )[\w']+ ){0,4}?(?:
        hit|hits|hitting|beat|beating|slap|slapped|slapping|punch|punched|kick|kicked|choke|choked|strangled|shook|
        shoved|pushed|threw|burned|bruised|whipped|raped|molested|touched|abused|drugged|smothered|locked|grabbed
      ) (?:[\w']+ )?(?:my|our|the|a|his|her) (?:[\w'-]+ ){0,2}?(?:
        wife|husband|girlfriend|boyfriend|kids?|child(?:ren)?|son|daughter|bab(?:y|ies)|newborn|toddler|partner|mother|
        mom|mum|dad|father|grandma|grandmother|step(?:son|daughter|kids?)|niece|nephew|student|patients?|girl|boy
      )\b
    `,
    unless: new RegExp(
      `${NOT_MEANT}|\\b(?:hand|heart|shoulder|car|ball|door on|a kiss|swing|bike|stroller|out of (?:the|my) (?:house|way)|button|lives)\\b`,
      "u",
    ),
  },
  {
    examples: ["i can not stop hitting my kids"],
    points: 3,
    pattern: regex`
      \b(?:i (?:can not|could not) stop|i keep|i am) (?:\w+ )?(?:hitting|beating|hurting|abusing|touching|shaking) (?:my|our|the) (?:
        wife|husband|girlfriend|boyfriend|kids?|child(?:ren)?|son|daughter|baby|partner|mother|stepson|stepdaughter|
        niece|nephew|student
      )s?\b
    `,
    unless: /\b(?:with my words|emotionally|by (?:my|working|drinking))\b/u,
  },
  {
    examples: ["i raped a girl", "shot his dog and he is next"],
    points: 3,
    pattern: regex`
      \bi (?:\w+ ){0,2}?(?:
        raped|molested|sexually (?:abused|assaulted)|groped|fondled
      ) (?:my|a|the|his|her|our|another) (?:\w+ )?\w+\b|
      \b(?:shot|killed|poisoned|beat|strangled|hanged) (?:my|his|her|their|the) (?:[\w']+ )?(?:dog|cat|pet|horse)\b.{0,60}\b(?:
        (?:is|are) next|him too|them too
      )\b
    `,
    unless: /\bi (?:was|am|got|been)\b/u,
  },
  {
    examples: ["i hurt the cat and liked it"],
    points: 3,
    pattern: regex`
      \b(?:beat|kill(?:ed)?|tortur\w+|strangled|burn(?:ed)?|hurt) (?:my|the|a|our|his|her|neighbou?r's) (?:\w+ )?(?:
        dog|cat|puppy|kitten|pet|animals?
      )\b.{0,60}\b(?:liked|enjoy\w*|felt good|again|kid|neighbou?r|people|next)\b
    `,
  },
];
