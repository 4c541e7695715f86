import { regex, regexSource } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** Means of suicide and of injury. */
const MEANS = regexSource`
  (?:
    gun|pistol|revolver|rifle|shotgun|rope|noose|belt|razors?|razor ?blades?|blades?|knife|knives|pills|tablets|
    capsules|sleeping (?:pills|tablets)|meds|medication|insulin|fentanyl|heroin|helium|charcoal|bullets?|trigger
  )
`;

/** Means of suicide, with drugs by name. */
const LETHAL = regexSource`
  (?:
    gun|pistol|revolver|shotgun|rope|noose|razor ?blades?|pills|tablets|capsules|morphine|oxy\w*|percocet|vicodin|
    fentanyl|heroin|methadone|xanax|ativan|valium|klonopin|ambien|benadryl|tylenol|sleeping (?:pills|tablets|meds)|
    insulin|opioids?|sedatives|barbiturates?|poison|bleach|antifreeze|helium|exhaust|hose
  )
`;

/** The means is near, or the time is. */
const AT_HAND = regexSource`
  (?:
    tonight|night|today|now|ready|drawer|in my (?:hand|lap|mouth|room|car|pocket|purse|bag)|next to me|beside me|
    in front of me|by my bed|on the (?:table|counter|nightstand|bed)|saved|saving|bought|ordered|counted|enough|
    all of them|whole bottle|stash\w*|waiting|calling|looks?(?:ing)? (?:good|tempting)|be with (?:him|her|them)|
    over|pray(?:er)? (?:for me|please)|pls pray|one last|last (?:time|night|prayer)|goodbye|end|die|peace|wrote|
    alone
  )
`;

/** Medicine as prescribed, hunting, other people's drugs and weapons. */
const ORDINARY_USE = regexSource`
  \b(?:
    prescri\w+|doctor|refill|pharmac\w+|surgery|recover\w*|sober|clean|addict\w*|relaps\w*|rehab|withdrawal|hunt\w*|
    range|control|violence|rights|owner|museum|army|cooking|chronic|arthritis|side effects|dose|hospice|afford|
    insurance|quit\w*|stopp?\w*|without (?:my|his|her|the)|off my|blood pressure|climb\w*|rescue|jump|tug|boat|
    cowboy|gun shy|garden hose|overdosed|died (?:of|from)|dealer|dealing|selling|boss|coworkers?|
    kill (?:him|her|them|my)|shoot (?:him|her|them|my)|
    (?:
      husband|wife|son|daughter|brother|sister|mother|father|mom|dad|friend|he|she
    ) (?:\w+ )?(?:takes?|took|uses?|used|has|had|is (?:on|addicted)|put|puts|pulled|pointed|held|holds)|diabet\w+|
    vitamin\w*
  )\b
`;

/** Pills, guns, ropes and blades that are at hand, and questions about what kills. */
export const MEANS_OF_SUICIDE: readonly Rule[] = [
  {
    examples: ["i have a bottle of pills", "bought a rope"],
    points: 3,
    pattern: regex`
      \b(?:
        have|having|bought|buy|got|holding|found|saved up|saving up|loaded|hid|with|stockpil\w+|staring at|looking at|
        next to
      ) (?:
      the |my |a |some |enough |these |all my |up |whole |full |big |(?:bottle|handful|bunch|stash|lot|pile)s? of )*(?:
        pills|gun|rope|noose|razor(?: blades?)?|blade|shotgun|pistol
      )\b
    `,
    unless: regex`
      \bgun (?:control|violence|owner|rights|laws|safe)|
      \b(?:he|she|they|son|husband) (?:has|have|had)\b|
      \bgun\b.*\b(?:him|her|them|everyone|boss|school|work|pay|ex)\b
    `,
  },
  {
    examples: ["take all my pills"],
    points: 3,
    pattern: regex`
      \b(?:take|taking|took|swallow(?:ed|ing)?|down(?:ed|ing)?) (?:
        all |the (?:whole |entire )?|a (?:whole )?|an (?:entire )?
      )(?:of )?(?:my |these |the )?(?:\w+ )?(?:bottle|pills|tablets)\b
    `,
    unless: /\b(?:message|baby|toddler|child|he|she|or|diet|prescri\w+|doctor|they (?:do )?(?:help|work))\b/u,
  },
  {
    examples: ["i keep looking at the knife", "the gun to my head", "i counted all the tablets"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:i|my|me)\b.{0,80}\b${MEANS}\b.{0,60}\b(?:i|me|my)? ?(?:
        can not stop (?:thinking|looking)|keep (?:thinking|looking|staring|going)|think(?:ing)? about it|
        calls? (?:to )?me|will use|am ready|in my (?:mouth|lap|hand)|to my (?:head|temple|wrists?|throat|chest)|
        around my neck|saved|count(?:ed|ing)?|lined up|laid out|loaded
      )\b|
      \b(?:i|i have) (?:\w+ ){0,4}?(?:
        enough|counted|saved|stash\w*|hid\w*|collect\w*|stockpil\w*|hoard\w*|lined up|laid out|holding|hold|looking at|
        staring at|got
      ) (?:out |up |all |of |my |the |a |some |enough )*${MEANS}\b|
      \b(?:pull|pulling) the trigger\b|
      \b${MEANS} (?:to|against|at) my (?:own )?(?:head|temple|mouth|chest|wrists?|throat|heart)\b|
      \b(?:tied|tying|made|bought|hung|hang) (?:a|the) (?:rope|noose)\b
    `,
    unless: regex`
      \b(?:
        he|she|husband|wife|boyfriend|girlfriend|dad|ex|partner|they|man|robber|mugger|intruder
      ) (?:\w+ ){0,2}?(?:put|puts|held|holds|pointed|points|pulled|pulls|has|had) (?:a |the |his |her )?(?:gun|knife|pistol|blade)|
      \b(?:
        prayer|bible|climb\w*|jump rope|cooking|kitchen|hunting|hunt|range|control|violence|rights|pull the trigger on|
        diabet\w+|prescri\w+|refill|insurance|pharmac\w+|vitamin\w*|belt buckle|boxing|boss|coworkers?|school|
        kill (?:him|her|them|my)|shoot (?:him|her|them|my)
      )\b
    `,
  },
  // A gun, a noose or a bullet with what tells of oneself or of the time, in any order.
  {
    examples: ["the gun is loaded, god forgive me", "a bullet, and i am alone tonight"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      (?=.*\b(?:i|me|my|myself)\b)(?=
        .*\b(?:gun|pistol|revolver|shotgun|barrel|noose|loaded|hanging from|bullet)\b
      )(?=
        .*\b(?:
          my|mouth|head|temple|loaded|in (?:the|my)|last|lost|night|ready|can not|could not|prayer|god|want|only|alone|
          tired|done|bought
        )\b
      )
    `,
    unless: regex`
      \b(?:
        hunt\w*|range|control|violence|rights|owner|museum|army|marine|veteran of|war|combat|police|cop|officer|
        shooting|nail gun|glue gun|jump(?:ed|ing) the gun|gun shy|silver bullet|bullet (?:points?|journal|train)|
        bite the bullet|dodged|barrel of (?:laughs|monkeys|fish|wine|oil)|over a barrel|scraping the|baptism|
        loaded (?:question|dishwasher|with|potato|the (?:car|truck))|boss|coworkers?|school|classmates?|revenge|
        his (?:place|house)|(?:kill|shoot|hurt) (?:him|her|them|my|everyone|people)|
        (?:
          he|she|they|husband|wife|boyfriend|girlfriend|dad|ex|son|brother|partner|uncle|stepdad|robber|man|intruder
        ) (?:\w+ ){0,3}?(?:put|puts|held|holds|pointed|points|pulled|pulls|has|had|keeps|owns|waved|bought)|safe storage
      )\b
    `,
  },
  // The first person, a means, and that it is near, in any order.
  {
    examples: ["my morphine is in the drawer"],
    points: 3,
    acrossSentences: true,
    pattern: new RegExp(`(?=.*\\b(?:i|me|my)\\b)(?=.*\\b${LETHAL}\\b)(?=.*\\b${AT_HAND}\\b)`, "u"),
    unless: new RegExp(ORDINARY_USE, "u"),
  },
  {
    examples: ["a painless way to die"],
    points: 3,
    pattern: /\b(?:easiest|painless|quick(?:est)?|best|fastest) (?:way|method)s? (?:to|of) (?:die|dying|suicide|go)\b/u,
  },
  {
    examples: ["how many pills does it take"],
    points: 3,
    pattern:
      /\bhow (?:many|much) (?:\w+ ){1,3}(?:does it take|would it take|to (?:die|overdose|kill)|is (?:fatal|lethal|deadly))\b/u,
    unless: /\b(?:faith|prayers?|times|love|courage|practice|work)\b/u,
  },
];
