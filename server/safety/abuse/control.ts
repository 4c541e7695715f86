import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { ANY_PERSON } from "../vocabulary.ts";
import { SOMEONE, WORDS_BETWEEN } from "./words.ts";

/** Somebody watches, locks in, starves, sells or isolates the writer. */
export const CONTROL: readonly Rule[] = [
  {
    examples: ["he will not let me see my family"],
    points: 3,
    pattern: regex`
      \b${SOMEONE} ${WORDS_BETWEEN}(?:
        will not let|does not let|never lets|do not let|refuses to let|forbids?|do not allow|does not allow
      ) (?:me|us) (?:to )?(?:
        leave|go out|out of|see my|talk to (?:my|any)|have (?:any )?(?:money|friends|a phone)|work|go anywhere|go home|
        call|use the phone|drive|see a doctor
      )\b
    `,
    unless: /\b(?:boss|until i finish|homework|curfew|party|see my (?:grand\w+|kids|children|son|daughter))\b/u,
  },
  {
    examples: ["he comes into my room", "she took my passport", "he tracks my phone", "my husband punched holes in the walls"],
    points: 3,
    pattern: regex`
      \b${ANY_PERSON} (?:[\w']+,? ){0,5}?(?:
        (?:comes?|came|sneaks?|gets?|climbs?) (?:in|into|in to|on) (?:my|our|her|his) (?:bed)?(?:room)?|
        watch(?:es)? me (?:shower|undress|change|sleep)|
        (?:forces?|forced|forcing|makes?|made|making) me (?:to )?(?:
          touch (?:him|her|it)|undress|watch porn\w*|marry|have (?:sex|an abortion)|sleep with|
          do (?:things|sexual|stuff)|strip|undress|beg|eat off
        )|
        (?:took|takes|has|hid|hides|keeps|kept) (?:away )?(?:my|our|her) (?:
          passport|documents|papers|phone|keys|id|money|paycheck|bank card|meds|medication
        )|(?:locks?|locked|locking|ties?|tied|chains?|chained) (?:me|us|her|him|them) (?:in|up|out|to|inside)|
        (?:tracks?|follows?|stalks?|spies on|checks?) (?:me|my (?:phone|every move|location|messages))|
        (?:will|would|does|do|did) not (?:let|allow) (?:me|her|us) (?:to )?(?:
          leave|see|talk|go|work|have|out|eat|sleep|call|drive
        )|(?:leaves?|left) (?:marks|bruises|welts)|
        (?:kicks?|punche[sd]|throws?|smash\w*|breaks?|broke) (?:
          holes? in|the (?:door|walls?)|things|dishes|furniture|plates
        )
      )\b
    `,
    unless: regex`
      \b(?:
        boss|homework|curfew|party|until i finish|(?:toddler|cat|dog|baby|two[- ]year\w*)|wakes? me|
        (?:my|the) (?:son|daughter|kid|kids|child|children) (?:comes?|came|sneaks?|gets?|climbs?)|instagram|twitter|
        facebook|nightmares?|after a bad dream|grounded|god|lord|jesus|car keys|
        left (?:marks|bruises) on my (?:heart|soul)|hospital|nurse\w*|facility|prison|robbed|mugged|burgl\w+|
        see (?:my|our|the|his|her) (?:grand\w+|kids|children|son|daughter)
      )\b
    `,
  },
  {
    examples: [
      "she does not feed me",
      "he does things to me",
      "i flinch when he lifts his hand",
      "i am being trafficked",
      "nobody will believe me because he is a deacon",
    ],
    points: 3,
    pattern: regex`
      \b(?:does not|did not|will not|never|refuses to) feed (?:me|us|him|her|the (?:kids|baby))\b|
      \b(?:do|does|did|doing) (?:\w+ )?(?:stuff|things) to (?:me|us|my (?:\w+ )?(?:son|daughter|sister|brother|kid)s?)\b|
      \bthings happen to me (?:at|when|in)\b|
      \bflinch\w*\b.{0,40}\b(?:hand|he|she|arm|walks in)\b|
      \b(?:always|it) (?:\w+ )?(?:happens|hits|explodes|comes at me) again (?:\w+ )?(?:after|when) (?:the |he |she |another )?(?:
        whiskey|drink\w*|beer|bottle|gets? drunk|payday
      )\b|
      \b(?:being|am|are|is|was) (?:trafficked|held (?:against|captive|prisoner)|sold for|kept (?:here|locked))\b|
      \bsell(?:s|ing)? (?:me|my body)\b|
      \bnobody (?:will|would|is going to) (?:\w+ )?believe me (?:because|since|if|against)\b
    `,
  },
  {
    examples: ["checks my phone", "walking on eggshells"],
    points: 2,
    pattern: regex`
      \b(?:
        checks? my phone|not allowed to (?:see|talk|go|leave|have)|walking on eggshells|
        nobody (?:will|would) believe me|which (?:husband|wife|dad|mom|man) comes|
        afraid of (?:him|her|my (?:husband|wife|dad|boyfriend|partner))
      )\b
    `,
    unless: /\b(?:diabet\w*|doctor|sugar|hospital|curfew|grounded|grand(?:children|kids|son|daughter))\b/u,
  },
  {
    examples: ["isolated me", "calls me worthless"],
    points: 2,
    pattern: regex`
      \b(?:
        controls (?:me|everything|all (?:my|the|our) money)|isolat\w+ me|threatens (?:me|us)|rages? at me|
        screams (?:at|in) (?:me|my face)|calls me (?:names|worthless|a whore|stupid)
      )\b
    `,
  },
];
