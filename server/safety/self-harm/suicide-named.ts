import { regex, regexSource } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { SUICIDE_REPORTED } from "./suicide-reported.ts";

/** Verbs for killing oneself, in the first person. */
const ACT = regexSource`
  (?:
    kill(?:ing|ed)? (?:me and )?myself|end(?:ing)? my (?:own )?(?:life|existence|days|suffering|pain)|
    end(?:ing)? it all|tak(?:e|ing) my (?:own )?life(?! seriously| back| for granted| in a| to the)|
    hang(?:ing)? myself|shoot(?:ing)? myself|drown(?:ing)? myself|stab(?:bing)? myself|poison(?:ing)? myself|
    slit(?:ting)? my (?:wrists?|throat)|slash(?:ing)? my wrists?|commit\w* suicide|
    overdos(?:e|ing)(?! (?:of|on (?:social|netflix|sugar|caffeine|coffee|chocolate|news|work|tv|good|joy|grace|screens?))\b
    )|let me die|want out of (?:this )?life|jump(?:ing)? (?:off|from|in front|out)|
    driv(?:e|ing) (?:my car )?(?:off|into)|crash(?:ing)? my car|step(?:ping)? in front|off(?:ing)? myself|
    do(?:ing)? away with myself|do(?:ing)? myself in|blow(?:ing)? my brains out|put(?:ting)? a bullet
  )
`;

/** The writer says outright that they want to kill themselves. */
export const SUICIDE_NAMED: readonly Rule[] = [
  {
    examples: ["i want to kill myself", "ending my life"],
    points: 3,
    pattern: new RegExp(`\\b${ACT}\\b`, "u"),
    unless: regex`
      \b(?:died|lost|losing|dead|death|killed)\b.{0,30}\boverdos|
      \boverdose death|
      \bi (?:
        am not|will never|would never|would not|do not want to|will not|could never|could not|did not
      ) (?:\w+ ){0,2}?(?:kill|end|take|hang|commit)
    `,
    firstPerson: true,
  },
  {
    examples: ["i am suicidal"],
    points: 3,
    pattern: regex`
      \bi am suicidal\b|
      \b(?:feel(?:ing)?|felt|become|becoming|getting|being) suicidal\b|
      \b(?:
        my|having|have|with|these|get|getting|of|fight(?:ing)?|struggl\w+ with|battling|intrusive
      ) (?:\w+ )?suicidal (?:thoughts?|ideation|feelings|urges?|mind)\b|
      ^suicidal(?: thoughts?| feelings| ideation)?(?: again)?$
    `,
    unless: regex`
      \b(?:am not|not feeling|no longer|never been) (?:feeling )?suicidal\b|
      \b(?:my|a) (?:son|daughter|wife|husband|friend|teen\w*|brother|sister|child)\b
    `,
  },
  {
    examples: ["i keep thinking of suicide", "suicide is the only answer"],
    points: 3,
    pattern: regex`
      \b(?:i|i am|my|me) (?:\w+ ){0,4}?(?:
        think\w*|consider\w*|contemplat\w*|plan\w*|thoughts?|attempt\w*|want\w*|choos\w*|tempt\w*|feel\w*|urge\w*|close
      ) (?:\w+ ){0,3}?suicide\b|
      ^(?:thinking|thoughts|thought|considering|contemplating|planning|attempting|tempted) (?:\w+ ){0,2}?suicide\b|
      \bsuicide (?:is|seems|feels|looks)(?: like)? (?:the |my |an? )?(?:only|answer|option|way|easier|best|right|choice)\b
    `,
    unless: regex`
      \bhow (?:should|do|can) (?:i|we) (?:think|talk)|
      \b(?:
        son|daughter|husband|wife|brother|sister|friend|father|mother|dad|mom|his|her|their|others
      )(?:'s)? (?:\w+ )?suicide\b
    `,
    firstPerson: true,
  },
  // Anywhere in the same sentences as the first person.
  {
    examples: ["suicide is on my mind"],
    points: 3,
    acrossSentences: true,
    pattern: /(?=.*\bsuicid(?:e|al)\b)(?=.*\b(?:i|me|my|myself|mine)\b)/u,
    unless: new RegExp(SUICIDE_REPORTED, "u"),
  },
  // Nothing but the words.
  {
    examples: ["killing myself", "i want out"],
    points: 3,
    pattern: /^(?:please )?(?:suicidal|killing myself|self harm|wanting to die|want to die|i want out)$/u,
  },
  {
    examples: ["suicidal thoughts"],
    points: 3,
    pattern: /^(?:\w+ )?suicidal (?:thoughts|ideation|feelings|urges|tendencies|again)\b/u,
    unless: new RegExp(SUICIDE_REPORTED, "u"),
  },
  {
    examples: ["ending it myself", "by my own hand", "check out of life early"],
    points: 3,
    pattern: regex`
      \b(?:end|ending|finish) (?:
        it|things|this|everything|it all|my pain|my suffering|my misery
      ) (?:\w+ )?(?:
        myself|for good|forever|permanently|once and for all|tonight|now|today|soon|by my own|
        with (?:a |my |the )?(?:gun|rope|pills|knife)
      )\b|
      \b(?:die|dying|death|go|leave) by my own (?:hand|choice|doing)\b|
      \bmy own (?:hand|executioner)\b|
      \btake the (?:easy|coward'?s?) way out\b|
      \bcheck(?:ing)? out (?:of (?:this )?life |of here |of this world )?(?:permanently|for good|forever|early)\b|
      \b(?:exit|leave|out of|quit) (?:this )?(?:life|world|planet|earth|existence)\b(?! of)
    `,
    unless: regex`
      \b(?:relationship|subscription|war|affair|engagement|contract|marriage|friendship|dating|him|her)\b|
      \bleave this (?:life|world) better\b|
      \bwhen (?:i|we|you) leave\b|
      \bwith him\b
    `,
  },
  {
    examples: ["people kill themselves because ... and i am next"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:
        kill(?:ing)? (?:themselves|themself|himself|herself|yourself|oneself|myself)|suicid\w*|
        end(?:ing)? (?:their|your|his|her) (?:own )?lives?
      )\b.{0,80}\b(?:because|and|since|as|so)? ?(?:
        i am (?:about to|going to|thinking|close|next|there|one)|
        i (?:want|plan|might|will|feel|am tempted|need) (?:to|like|too|the same)|me too|selfish for living|
        i am asking for me
      )\b
    `,
    unless: regex`
      ${SUICIDE_REPORTED}|
      \bi (?:want|need|am going) to (?:
        know|understand|help|comfort|forgive|preach|talk|write|honou?r|remember|support|learn|be there
      )\b
    `,
  },
  // Veterans say "22 a day" of the suicides among them.
  {
    examples: ["22 a day and i am one of them"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:22|twenty[- ]two) (?:a|per|every) day\b.{0,60}\b(?:i|me|my|am|one of)\b|
      \b(?:i am|i will be|be|me) (?:the )?(?:next|one of them soon|number 23)$
    `,
    unless: /\b(?:push[- ]?ups|miles|honou?r|memorial|awareness)\b/u,
  },
];
