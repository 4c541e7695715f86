import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { LONG_AGO } from "../in-the-past.ts";

/** Too much of a drug, poison swallowed, withdrawal. */
export const OVERDOSE_AND_POISON: readonly Rule[] = [
  {
    examples: ["i took too many pills", "she overdosed"],
    points: 3,
    pattern: regex`
      \b(?:
        overdosed|od'e?d|oded|overdosing|
        took (?:
          too many|too much|a lot of|all (?:of )?(?:my|the)|a (?:whole )?bottle|twenty|thirty|forty|fifty|\d{2,}
        ) ?(?:of )?(?:my |the )?(?:
          pills?|tylenol|aspirin|ibuprofen|paracetamol|insulin|sleeping|medication|medicine|meds|xanax|tablets|opioids?|
          fentanyl
        )?|
        (?:swallowed|drank|ate|ingested|drunk) (?:\w+ ){0,2}?(?:
          bleach|poison|antifreeze|detergent|battery|batteries|pills|rat poison|pesticide|cleaner
        )
      )\b
    `,
    unless: regex`
      \b(?:
        died|lost|killed|passed away|funeral|last (?:year|month)|years? ago|on me|from me|social media|netflix|movies?|
        films?|christmas|cake|cookies|candy|sweets|sugar|caffeine|coffee|chocolate|news|work|vacation|time|blame|
        son overdosed and|took too much on|last (?:week|spring|summer|winter|fall|autumn)|
        (?:he|she) (?:lived|survived|made it|was (?:only )?(?:\d+|twenty\S*|thirty\S*|nineteen|eighteen))
      )\b
    `,
  },
  {
    examples: ["swallowed a whole bottle of tylenol", "gave him double the insulin"],
    points: 3,
    pattern: regex`
      \b(?:
        took|taken|taking|swallow\w*|drank|drunk|ate|eaten|inject\w*|snort\w*|gave (?:him|her|my \w+)|got into
      ) (?:\w+ ){0,3}?(?:
        (?:my|the|his|her|their|a|an|our) (?:whole |entire |full )?(?:\w+ )?(?:bottle|pack|box|stash)|too (?:much|many)|
        all (?:of )?(?:my|the|his|her|our|their)|double|triple|\d{2,}|bleach|poison|antifreeze|detergent|drano|lye|
        rat poison|pesticide|weed killer|gasoline|hand sanitizer|mushrooms?|berries|batter(?:y|ies)
      )(?: (?:of|dose\w*))? ?(?:(?:my|the|his|her) )?(?:\w+ )?(?:
        pills?|tylenol|aspirin|ibuprofen|advil|paracetamol|insulin|sleeping|medications?|medicines?|meds|xanax|tablets|
        opioids?|fentanyl|oxy\w*|benadryl|ativan|valium|ambien|drugs?|heroin|bleach|by mistake|accident\w*
      )?\b(?=
        .*\b(?:
          pills?|tylenol|aspirin|ibuprofen|advil|paracetamol|insulin|sleeping|medications?|medicines?|meds|xanax|
          tablets|opioids?|fentanyl|oxy\w*|benadryl|ativan|valium|ambien|heroin|bleach|poison|antifreeze|detergent|
          drano|lye|pesticide|killer|gasoline|sanitizer|mushrooms?|batter(?:y|ies)|bottle of (?!wine|water|milk)
        )\b
      )
    `,
    unless: new RegExp(
      `${LONG_AGO}|\\b(?:pride|time|space|pictures|on my plate|responsib\\w*|blame|mushroom (?:soup|risotto|pizza)|dinner)\\b`,
      "u",
    ),
  },
  {
    examples: ["drank bleach"],
    points: 3,
    pattern: regex`
      \b(?:
        took|drank|drunk|swallow\w*|ate|ingested|drinking|swallowing
      ) (?:some |a |the |a lot of |a cup of |a bottle of |all the )?(?:\w+ )?(?:
        bleach|rat poison|poison|antifreeze|drano|lye|detergent|pesticide|weed ?killer|gasoline|
        cleaning (?:fluid|products?|solution)|cleaner|lamp oil|perfume|mouthwash|windex|ammonia|battery acid
      )\b
    `,
    unless: new RegExp(LONG_AGO, "u"),
  },
  {
    examples: ["quit drinking and now i shake"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:
        detox\w*|withdrawals?|cold turkey|stopped drinking|quit drinking
      )\b.{0,60}\b(?:shak\w+|seizures?|hallucinat\w+|seeing things|sweat\w*|tremor\w*|alone|vomit\w*)\b
    `,
  },
  // Within one clause.
  {
    examples: ["detox alone"],
    points: 3,
    pattern: /\b(?:detox\w*|withdrawal)\b.{0,30}\b(?:shak\w+|seizures?|hallucinat\w+|alone)\b/u,
  },
];
