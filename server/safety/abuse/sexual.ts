import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { KIN, AUTHORITY_FIGURE, ANY_PERSON, RECENT } from "../vocabulary.ts";
import { NOT_BLOWS, SOMEONE, TOUCHES, VICTIM, WORDS_BETWEEN } from "./words.ts";

/** Sexual abuse and rape, of adults and of children. */
export const SEXUAL_ABUSE: readonly Rule[] = [
  {
    examples: ["raped by a classmate last night"],
    points: 3,
    pattern: new RegExp(`\\b(?:raped|molested|gang raped|sexually assaulted|date raped) (?:by .{1,30} )?(?:${RECENT})\\b`, "u"),
  },
  {
    examples: [
      "my husband forces me to have sex",
      "he comes into my room at night",
      "she locks me in",
      "he said i can never leave",
    ],
    points: 3,
    pattern: regex`
      \b(?:${SOMEONE}|god) ?${WORDS_BETWEEN}(?:
        lock(?:s|ed)? me (?:in|out of|up|inside)|
        forc(?:e|es|ed|ing) me (?:to have sex|into bed|into sex|to do sexual|on(?:to)? him|to touch)|
        forc(?:e|es|ed) (?:him|her|them)sel(?:f|ves) on me|
        touche?[sd]? me (?:where|down there|at night|in ways|inappropriately|sexually|in my)|touche?[sd]? me$|
        forces me$|disciplin(?:es?|ed|ing) me (?:with|physically|by)|
        (?:says|tells me|told me|said) i can (?:never|not) leave|
        (?:put|puts|wrapp?(?:ed|s)) (?:his|her|their) hands? (?:around|on|over) my (?:neck|throat|mouth)|
        comes? into my (?:room|bed) at night
      )
    `,
  },
  {
    examples: [
      "he put his hand under my shirt",
      "a man touched my daughter",
      "he hits my mom and then me",
      "tell someone about the beatings",
    ],
    points: 3,
    pattern: regex`
      \b(?:hits?|kicks?|beats?|punch(?:es|ed)?|slaps?|hurts?) (?:the|my|our) \w+,? (?:and )?then me\b|
      \b(?:put|puts|putting|stuck|slid|slides) (?:his|her|their) (?:hands?|fingers?|penis|tongue) (?:
        in|inside|down|up|under|on|between
      ) (?:my|me|her|his) ?(?:\w+)?|
      \b(?:the|his|her|my|these|about) (?:\w+ )?(?:beatings|whippings|abuse|rapes?)\b.{0,60}\b(?:
        tell|told|send|stop|again|every|says?|report|nobody|happen\w*|home
      )\b|
      \b(?:tell|told|report) (?:anyone|anybody|someone|nobody) (?:about )?(?:the|what he|what she|the) (?:
        beatings|abuse|touching|does|did
      )\b|
      \b(?:
        man|guy|boy|woman|person|stranger|somebody|someone|${AUTHORITY_FIGURE}|${KIN}
      ) (?:[\w']+ ){0,4}?(?:
        touched|touches|fondled|groped|molested|kissed|exposed (?:himself|herself) to
      ) (?:me|my (?:\w+ )?(?:girl|boy|daughter|son|child|kids?|niece|nephew|sister|brother|grand\w+))\b
    `,
    unless: regex`
      ${NOT_BLOWS}|
      \b(?:
        in (?:his|her|my) hands?|on (?:my|his|her) (?:shoulder|head|heart)|his side|thomas|hand in mine|
        on me and prayed|revival|prayer line|in front of everyone|hands on me|years? ago|when i was|sermon on|ministry|
        awareness|church respond
      )\b
    `,
  },
  // Also pushed down the stairs, a house that may be burned, fear of somebody's fists, marks after a visit.
  {
    examples: [
      "my stepfather touched me",
      "he abused my son",
      "she pushed me down the stairs",
      "he said he will burn our house",
      "scared of his fists",
    ],
    points: 3,
    pattern: regex`
      \b(?:${AUTHORITY_FIGURE}|step\w+|uncle|grandfather|grandpa) (?:[\w']+ ){0,3}?${TOUCHES} (?:\w+ )?${VICTIM}\b|
      \b${ANY_PERSON} (?:[\w']+ ){0,3}?(?:
        abused|molested|raped|assaulted|groomed|grooming|preys? on|preyed on
      ) (?:
        me|us|my (?:\w+ )?(?:son|daughter|child|kids?|sister|brother|niece|nephew|grand\w+)|
        our (?:\w+ )?(?:son|daughter|child|kids?)
      )\b(?=.*\b(?:${RECENT}|last|just|this|still)\b|$)|
      \b${ANY_PERSON} (?:[\w']+ ){0,3}?(?:push(?:es|ed)?|threw|throws?|kicked|dragged|shoved) (?:
        me|us|my (?:\w+ )?(?:son|daughter|kids?|child)
      ) (?:out|off|down|into|through|against|under|in front)\b|
      \b(?:says?|said|swears?|swore|threat\w*|promis\w+|vow\w*)\b.{0,25}\bburn (?:down )?(?:my|our|the) (?:house|home|car|place)\b|
      \b(?:scared|afraid|terrified|frightened) of (?:
        his|her|my (?:husband|wife|dad|father|mom|mother|boyfriend|girlfriend|partner|stepdad|brother|ex)'s
      ) (?:hands?|fists?|temper|rage|anger|belt)\b|
      \b(?:puts?|putting|put) the belt (?:away|down)\b|
      \b(?:comes?|came|coming) (?:back|home) from (?:his|her|their|my ex's|the) (?:[\w']+ ){0,2}?(?:with|covered in) (?:
        marks|bruises|welts|burns
      )\b
    `,
    unless: new RegExp(
      `${NOT_BLOWS}|\\b(?:business|company|of the (?:company|band|team|meeting)|comfort zone|into (?:ministry|the pool|prayer|leadership))\\b`,
      "u",
    ),
  },
  // Drugged or drunk, and then found undressed.
  {
    examples: ["at the party somebody drugged me. i woke up naked"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:
        drugged|drug|spiked|roofied|blacked out|can not remember|do not remember|passed out|drunk|party
      )\b.{0,80}\b(?:
        clothes (?:were )?(?:off|gone|torn)|naked|undressed|underwear|in his bed|bleeding down there|sore
      )\b|
      \bwoke up\b.{0,40}\b(?:naked|undressed|clothes (?:were )?off|on top of me|inside me)\b|
      \b(?:hole|holes) in the (?:door|wall) where my (?:face|head)\b
    `,
    unless: /\b(?:noah|adam|eve|fig leaves|dream|baby|toddler)\b/u,
  },
  {
    examples: ["he threatens to post my naked pictures", "he sent nudes to me"],
    points: 3,
    pattern: regex`
      \b(?:
        nudes?|naked (?:pics?|pictures|photos?)|dick pics?|explicit (?:pics?|pictures|photos?)|porn
      )\b.{0,60}\b(?:to me|me|i am 1[0-7]|of me)\b|
      \b(?:sends?|sent|asks?|asked|wants?|makes?|threat\w*)\b.{0,30}\b(?:nudes?|naked|explicit|dirty)\b.{0,20}\b(?:
        pics?|pictures|photos?|videos?
      )\b
    `,
    unless: /\b(?:addict\w*|struggle|lust|quit|purity|free from|temptation|husband watch\w*)\b/u,
  },
  {
    examples: ["my uncle says it is our little secret", "he said do not tell"],
    points: 3,
    pattern: regex`
      \b(?:our|my|a|his|her) (?:little )?secret\b.{0,60}\b(?:touch\w*|uncle|stepdad|${AUTHORITY_FIGURE}|grand(?:pa|father|dad))\b|
      \b(?:touch\w*|uncle|stepdad|${AUTHORITY_FIGURE}|grand(?:pa|father|dad))\b.{0,60}\b(?:our|little|is a) secret\b|
      \b(?:special|secret|touching) game\b.{0,40}\b(?:never|not|secret|tell|talk)\b|
      \bsaid (?:not to|do not|never) tell\b
    `,
    unless:
      /\b(?:surprise|birthday|recipe|present|gift|prayer|santa|there is a secret|secret (?:that )?i (?:have )?(?:kept|keep))\b/u,
  },
  // Children who say their age.
  {
    examples: ["i am 13 and he touches me"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:i am|im) (?:only )?(?:
        [5-9]|1[0-7]|(?:five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)
      )\b.{0,120}\b(?:touch\w*|hurts? me|sex|naked|nudes?|pictures of me|kiss\w*|older man|secret)\b|
      \b(?:touch\w*|hurts? me|sex\w*|naked|nudes?|kiss\w*)\b.{0,120}\b(?:i am|im|since i was) (?:only )?(?:[5-9]|1[0-7])\b
    `,
    unless: /\b(?:purity|waiting until marriage|pornography|porn|lust|hurts me (?:when|that)|years ago|now i am)\b/u,
  },
];
