import { globalRegex } from "../../../shared/regex.ts";

/** Expressions such as "life hit me hard" or "beat me at chess", in which nobody is hurt. Removed before the rules read. */
export const ABUSE_IDIOMS: readonly RegExp[] = [
  globalRegex`
    \b(?:
      does not|did not|do not|never|has not|have not|no longer|hardly|barely
    ) (?:ever |even |once )?(?:touch(?:es|ed)?|kiss(?:es|ed)?|h[eo]ld|hugs?|hugged) (?:me|us) (?:
      in (?:a|over|the|many|more|\w+) ?(?:\w+ )?(?:week|month|year|day|age)s?|anymore|any more|at all|these days|
      since|lately
    )\b
  `,
  globalRegex`
    \b(?:does not|did not|do not|never|has not|would not) (?:ever |once )?(?:
      hit|hits|hurt|beat|touch(?:ed)?|laid a hand on
    ) (?:me|us|her|him|anyone|anybody)(?! (?:where|in|on|if|when|unless|anymore|often|hard|every|but|like|until|as))
  `,
  globalRegex`
    \b(?:man|woman|driver|guy|boy|girl|kid|teenager) who hit (?:me|my \w+|our \w+|her|him) (?:
      with (?:his|her|a) (?:car|truck|van|bike)|while (?:he|she) was (?:texting|driving)
    )
  `,
  /\b(?:hit|hits|hitting) (?:me|us) (?:up|that|hard|with (?:a|the|his|her) (?:question|idea|news|bill|truth)|like)\b/gu,
  globalRegex`
    \b(?:beat|beats|beating) (?:me|us) (?:
      at (?:chess|cards|tennis|golf|games?|everything|it|my own|scrabble|basketball|video|this)|to (?:it|the)|
      in (?:the|a|every)|by
    )\b
  `,
  globalRegex`
    \b(?:choked|chokes) me up\b|
    \b(?:kick|kicked|kicks) me out\b|
    \bbit me (?:in the|back)\b|
    \bstab(?:s|bed|bing)? (?:me|us|him|her|them) in the back\b
  `,
  /\bi (?:could|can|would) (?:have )?(?:\w+ )?(?:kill|killed|strangled?|murder(?:ed)?|choked?|slapp?(?:ed)?) (?:him|her|them|my \w+)\b/gu,
  globalRegex`
    \b(?:
      life|grief|god|the lord|this verse|this|it|that|reality|depression|anxiety|news|sadness|guilt|loss|memories|
      waves?|pain|covid|fatigue|menopause
    ) (?:\w+ ){0,2}?(?:
      hits?|hit|hitting|beats?|beating|slap(?:s|ped)|punche[sd]|kicks|kicked|choke[sd]?|chokes|burns|bites?
    ) (?:me|us)\b
  `,
];
