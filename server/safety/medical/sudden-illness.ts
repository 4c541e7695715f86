import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { LONG_AGO } from "../in-the-past.ts";

/** A heart attack, a stroke, a seizure, an asthma attack, a dangerous fever. */
export const SUDDEN_ILLNESS: readonly Rule[] = [
  {
    examples: ["chest pain"],
    points: 3,
    pattern: /\b(?:chest (?:pains?|is (?:tight|crushing)|tightness|hurts?)|pain in my chest|crushing (?:chest|pain))\b/u,
    unless: regex`
      \b(?:
        last (?:year|month|week)|years ago|was cleared|anxiety|worr\w+|panic|
        because (?:of )?(?:monday|work|exams?|the exam)|after (?:my )?(?:surgery|bypass)|grief|heart ?break
      )\b
    `,
  },
  {
    examples: ["i think i am having a heart attack"],
    points: 3,
    pattern: regex`
      \b(?:
        having|having an?|think(?: it is| i am having)?|is having|might be|in the middle of
      ) (?:a |an )?(?:
        heart attack|stroke|seizure|allergic reaction|anaphyla\w+|overdose|miscarriage right now|asthma attack
      )\b
    `,
    unless: /\b(?:fear of|afraid of|scared of|anxious about|worry about|worried about|after|almost) (?:\w+ )?having\b/u,
  },
  // Signs of a stroke.
  {
    examples: ["his face is drooping", "her speech is slurred", "i can not move my left arm"],
    points: 3,
    pattern: regex`
      \b(?:face|mouth|smile|eye|eyelid)\b.{0,20}\b(?:droop\w*|crooked|sagg\w*|lopsided|one side)\b|
      \b(?:speech|words|talk\w*|speak\w*)\b.{0,20}\b(?:slurr\w*|funny|gibberish|garbled|weird|not make sense|jumbled)\b|
      \b(?:slurr\w*|garbled|jumbled) (?:\w+ )?(?:speech|words)\b|
      \b(?:can not|could not|unable to|not) (?:move|feel|lift|raise) (?:his|her|my|the|their|one) (?:(?:right|left|whole) )?(?:
        side|arms?|legs?|hands?|feet|foot|face|body
      )\b|
      \b(?:right|left|one) (?:side|arm|leg|hand) (?:is |has |of \w+ body )?(?:\w+ )?(?:
        numb|weak|limp|paraly[sz]ed|tingl\w+|dead
      )\b|
      \b(?:drop(?:s|ping|ped)? things|leaning) (?:with|to) one (?:hand|side)\b
    `,
    unless: new RegExp(`${LONG_AGO}|\\b(?:bell's palsy|ms|therapy|speaking in tongues|tongues)\\b`, "u"),
  },
  {
    examples: ["the worst headache", "pressure on my chest", "she fainted"],
    points: 3,
    pattern: regex`
      \b(?:
        worst (?:headache|pain)|
        (?:headache|head (?:hurts|aches|pain))\b.{0,30}\b(?:never before|like never|exploding|worst)|
        (?:half|side) of (?:my|his|her) (?:vision|sight)|
        can not (?:speak|talk|see|walk) (?:properly |right |straight )?(?:
          all of a sudden|sudden\w*|since (?:this|an|breakfast|lunch|last night)
        )|thunderclap|(?:sudden|suddenly)\b.{0,30}\b(?:blind|headache|can not see|vision|dizzy|confus\w+|collapsed?)|
        headache\b.{0,40}\b(?:sudden\w*|can not see|vision|stiff neck)|
        (?:arm|jaw)\b.{0,20}\b(?:heavy|aches?|hurts?|numb)\b.{0,30}\b(?:jaw|arm|chest|sweat\w*)|
        (?:elephant|pressure|weight|squeezing|tight\w*|pain\w*) (?:\w+ )?(?:on|in|across) (?:my|his|her) chest|
        heart (?:is )?(?:racing|pounding)\b.{0,25}\b(?:\d{3}|faint\w*|hours|can not breathe)|
        (?:faint|pass)(?:ed|ing) out|fainted|collapsed
      )\b
    `,
    unless: regex`
      ${LONG_AGO}|
      \b(?:
        grief|stress|anxiety|panic|worship|joy|the bridge|building|startup|business|company|roof|market|economy|
        marriage|metaphor|spirit|laugh\w*|excit\w*|nervous|exhaust\w* on
      )\b
    `,
  },
  {
    examples: ["he had a seizure just now"],
    points: 3,
    pattern: regex`
      \b(?:having|in|had|has|have|just had|another) (?:a |an )?(?:\w+ )?(?:seizure|convuls\w+|stroke|heart attack)s?\b(?=
        .*\b(?:just|right now|now|not waking|again|again today|tonight|this morning|minutes|still)\b
      )
    `,
    unless: new RegExp(LONG_AGO, "u"),
  },
  // Also a chip that somebody is said to have planted.
  {
    examples: [
      "an asthma attack and no inhaler",
      "fever and her neck is stiff",
      "a stroke right now",
      "we only pray and he is getting worse",
      "they put a chip in me",
    ],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:asthma|allerg\w+|anaphyla\w+)\b.{0,40}\b(?:
        attack|no (?:inhaler|epipen)|ran out|swell\w*|right now|can not
      )\b|
      \b(?:fever|temperature)\b.{0,60}\b(?:
        stiff neck|neck is stiff|rash|10[4-9]|4[01]|limp|seizure|wake|will not (?:go|come) down|elders?|only pray|
        no doctor
      )\b|
      \b(?:neck is stiff|stiff neck)\b.{0,40}\bfever\b|
      \b(?:
        heart attack|stroke|overdos\w+|seizure|drown(?:ed|ing)|electrocuted|snake ?bite|head injury
      )\b.{0,20}\b(?:right now|just now|happening|minutes ago|what do i (?:do|pray))\b|
      \bonly pray(?:er)?\b.{0,40}\b(?:sick|fever|dying|worse|bleed\w*)\b|
      \b(?:government|fbi|cia|aliens?|doctors?|somebody|they)\b.{0,30}\b(?:put|planted|implanted) (?:a |an )?(?:
        chip|bug|camera|device|microchip
      )\b
    `,
    unless: new RegExp(LONG_AGO, "u"),
  },
];
