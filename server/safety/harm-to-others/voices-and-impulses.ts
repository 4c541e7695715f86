import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { HURTING, THEM } from "./words.ts";

/** A voice orders harm, or the writer is about to lose control, often with a child. */
export const VOICES_AND_IMPULSES: readonly Rule[] = [
  {
    examples: ["god tells me to kill my son"],
    points: 3,
    pattern: regex`
      \b(?:
        god|jesus|lord|voices?|demons?|angels?|spirit|devil|satan|something|dog
      ) (?:\w+ ){0,3}?(?:
        told|tells?|telling|commands?|commanded|commanding|wants?|want|order\w*|asking|asked|calls?|calling|says?|said|
        saying
      ) (?:me )?(?:to |i (?:should|must|have to) )?(?:\w+ ){0,2}?(?:
        ${HURTING}|punish|sacrifice|burn|cleanse|purge|offer
      ) (?:\w+ )?${THEM}\b
    `,
    unless: regex`
      \b(?:
        abraham|isaac|saul|amalek\w*|joshua|canaan\w*|jephthah|old testament|why did god|why would god|israel\w*
      )\b(?!.{0,20}\bme\b)|
      \b(?:love|living sacrifice)\b
    `,
  },
  // Also following somebody home.
  {
    examples: [
      "god told me to burn it",
      "i can not trust myself around the baby",
      "i almost smothered him",
      "i followed her home",
    ],
    points: 3,
    pattern: regex`
      \b(?:god|lord|jesus|voices?|angels?|spirit|demons?|something) (?:\w+ ){0,3}?(?:
        telling|told|tells|commands?|commanded|commanding|wants?|orders?|ordering|ordered
      ) me to (?:\w+ )?(?:burn|bomb|destroy|torch|attack|blow up|shoot up|set fire)\b|
      \b(?:can not|do not|could not) trust myself (?:\w+ )?(?:with|around|near|alone)\b.{0,40}\b(?:
        baby|kids?|child\w*|him|her|them|son|daughter|wife|gun|knife
      )\b|
      \balmost (?:
        threw|dropped on purpose|shook|smothered|hit|killed|strangled|choked|drowned
      ) (?:him|her|them|my \w+|the (?:baby|kids?))\b|
      \bi (?:\w+ )?(?:follow|followed|following|watch|watched) (?:him|her) (?:home|from|at night|sleep|through|again)\b|
      \bone of us (?:will not|is not going to) (?:walk|come|live|leave)\b|
      \bfeel(?:ing)? (?:it|that|the urges?|those (?:urges|things|feelings)) again\b.{0,30}$
    `,
    unless: /\b(?:his spirit|holy spirit|peace|joy|love|hope|hit (?:a|the)|car|bridges? behind|jesus (?:home|again))\b/u,
  },
  // A crying child together with what may be done to it.
  {
    examples: ["the baby screams and i could shake him", "my toddler is crying and i am going to lose it"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      (?=
        .*\b(?:baby|newborn|infant|toddler|son|daughter|kid|child|she|he|screams?|crying)\b
      )(?=
        .*\b(?:
          dash\w*|
          (?:shak(?:e|en|ing)|shook) (?:
            him|her|it|
            (?:my|the|our) (?:\w+ )?(?:bab(?:y|ies)|newborn|infant|toddler|twins|son|daughter|kids?|child|boy|girl)
          )|throw (?:him|her|it)|threw (?:him|her|it|my|the)|smother|pillow over|
          too much (?:of the )?(?:sleep\w*|medicine|benadryl)|snap\w* (?:and|at) (?:him|her)|lose it (?:and|with)|
          go(?:ing)? to lose it|hurt (?:him|her|it)
        )\b
      )(?=.*\b(?:i|me)\b)
    `,
    unless: regex`
      \b(?:
        throw (?:him|her) a|party|shower|threw up|my hands (?:shake|shook|are shaking)|shake hands|shook hands|
        snapped at|years ago|my faith|tantrum|not|ball|when i was
      )\b
    `,
  },
  // A weak sign.
  {
    examples: ["i can not control my fists", "on purpose"],
    points: 2,
    pattern: /\b(?:on purpose|been at the range|can not control (?:my (?:anger|rage|fists|hands)|myself (?:around|with)))\b/u,
    unless: /\b(?:god|jesus|puts? (?:us|me) here)\b/u,
  },
];
