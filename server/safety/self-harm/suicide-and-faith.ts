import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { SUICIDE_OF_THE_DEAD, SUICIDE_REPORTED } from "./suicide-reported.ts";

/** Whether God forgives suicide, and people of the Bible who wished to die. */
export const SUICIDE_AND_FAITH: readonly Rule[] = [
  {
    examples: ["will god still love me if i do it"],
    points: 3,
    pattern: regex`
      \b(?:will|would|can|does|could|is) (?:god|jesus|he|the lord|heaven) (?:still )?(?:
        forgive|accept|love|take|welcome|understand
      ) (?:me )?if i (?:\w+ )?(?:die|end|kill|take|do it|leave)\b
    `,
  },
  {
    examples: ["do i go to hell if i kill myself"],
    points: 3,
    pattern: regex`
      \b(?:
        sin|heaven|hell|forgiv\w+|saved|unpardonable|god (?:hate|love|reject|take|accept)\w*
      )\b.{0,30}\bif (?:i|you|someone) (?:\w+ )?(?:
        kill|end it|end (?:my|your)|take (?:my|your) (?:own )?life|commit\w* suicide|die by|hang|overdose|jump|shoot
      )\b
    `,
    unless: new RegExp(SUICIDE_OF_THE_DEAD, "u"),
  },
  {
    examples: ["does jesus still take you if you jump", "would god be angry if i jumped"],
    points: 3,
    pattern: regex`
      \b(?:god|jesus|heaven|hell|the lord|st peter)\b.{0,40}\bif (?:i|you|u|someone|somebody|a person) (?:\w+ )?(?:
        jump(?:ed)?|do it|did it|hang (?:my|your)|swallow\w*|overdose[ds]?|pull the trigger|end(?:ed)? it
      )\b
    `,
    unless: /\b(?:for joy|rope|bungee|parachute|trampoline|off the (?:diving|high) board|into the (?:pool|job|new))\b/u,
  },
  // Suicide, salvation and the first person in the same sentences, in any order.
  {
    examples: ["is suicide a sin i could be forgiven"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      (?=
        .*\b(?:
          kill(?:s|ed|ing)? (?:himself|herself|themselves|yourself|oneself|themself)|
          tak(?:e|es|ing) (?:your|their|his|her|one's) own life|end(?:s|ing)? (?:your|their|one's) own life|suicide
        )\b
      )(?=.*\b(?:saved|forgiv\w+|heaven|hell|sin|unpardonable|damned|accept\w*|god understand)\b)(?=.*\b(?:i|me|my)\b)
    `,
    unless: regex`
      ${SUICIDE_REPORTED}|
      \b(?:
        my (?:\w+ )?(?:
          son|daughter|brother|sister|husband|wife|father|mother|dad|mom|friend|cousin|uncle|aunt|nephew|niece|grand\w+
        )|who died|he|she|his|her
      )\b
    `,
  },
  // People of the Bible who wished to die.
  {
    examples: ["i feel like judas before he hanged himself"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      (?=
        .*\b(?:saul|judas|ahithophel|samson|elijah|jonah|zimri)\b
      )(?=
        .*\bi (?:\w+ )?(?:
          understand|get|envy|feel|ask|want|am|should|could|know (?:why|how)|do
        ) (?:\w+ ){0,4}?(?:him|them|like|the same|it|to (?:die|end)|end)\b
      )(?=.*\b(?:sword|hang\w*|end|die|take (?:his|my) life|death|rope|noose|broom|same every)\b)
    `,
    unless: /\b(?:jealous\w*|disciples?|prophets of baal|kids|class|sermon series|betray\w* my|how (?:god|the lord))\b/u,
  },
];
