import { globalRegex } from "../../shared/regex.ts";

/** Contractions and shorthand written out, so that a rule needs one wording for "don't", "dont" and "do not". */
const EXPANSIONS: readonly (readonly [RegExp, string])[] = [
  [/\bu\b/gu, "you"],
  [/\bur\b/gu, "your"],
  [/\br\b/gu, "are"],
  [/\bn\b/gu, "and"],
  [/\b2(?= (?:be|die|end|go|hurt|kill|live|sleep)\b)/gu, "to"],
  [/\byrs\b/gu, "years"],
  [/\byr\b/gu, "year"],
  [/\bidk\b/gu, "i do not know"],
  [/\bdnt\b/gu, "do not"],
  [/\bw\/o\b/gu, "without"],
  [/\bsum(?:1|one)\b/gu, "someone"],
  [/\bsmth\b/gu, "something"],
  [/\b(?:pls|plz)\b/gu, "please"],
  [/\b(?:tmrw?|2mor+ow?|tomoro)\b/gu, "tomorrow"],
  [/\b(?:2nite|tonite)\b/gu, "tonight"],
  [/\b4ever\b/gu, "forever"],
  [/\bevry\b/gu, "every"],
  [/\bwud\b/gu, "would"],
  [/\bgun+a\b|\bgona\b/gu, "going to"],
  [/\b(?:can't|cant|cannot)\b/gu, "can not"],
  [/\b(?:won't|wont)\b/gu, "will not"],
  [/\bain't\b/gu, "is not"],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should|might|must|need)n'?t\b/gu, "$1 not"],
  [/\bi'?m\b/gu, "i am"],
  [/\bi've\b|\bive\b/gu, "i have"],
  [/\bi'd\b/gu, "i would"],
  [/\bi'll\b/gu, "i will"],
  [/\b(he|she|it|that|what|who|there|everyone|everybody|nobody)'s\b/gu, "$1 is"],
  [/\bwhats\b/gu, "what is"],
  [/\b(he|she)s\b/gu, "$1 is"],
  [/\b(they|you|we)'re\b/gu, "$1 are"],
  [/\b(they|you|we)'ve\b/gu, "$1 have"],
  [/\b(he|she|they|you|we|it|everyone|everybody)'d\b/gu, "$1 would"],
  [/\b(he|she|they|you|we|it)'ll\b/gu, "$1 will"],
  [/\b(?:do not (?:think|believe|feel like|know (?:if|whether|how))|doubt) i can\b/gu, "i can not"],
  [/\bwanna\b/gu, "want to"],
  [/\b(?:gonna|finna|bout to|imma)\b/gu, "going to"],
  [/\bgotta\b/gu, "have to"],
  [/\bkms\b/gu, "kill myself"],
  [/\bmy self\b/gu, "myself"],
  [/\bany (?:more|longer)\b/gu, "anymore"],
  [/\bno ?one\b/gu, "nobody"],
  [/\bevery ?one\b|\beverybody\b/gu, "everyone"],
  [/\bsu+i?c+i*d+(?=e|al)|\bsui?si+d(?=e|al)|\bsuicidi(?=al)|\bsewer ?slid(?=e)/gu, "suicid"],
  [/\b(?:un ?alive|unaliving)\b/gu, "kill"],
  [/\b(?:rn|atm)\b/gu, "right now"],
  [/\bnite\b/gu, "night"],
  [/\bi no longer\b/gu, "i do not"],
  [/\babt\b/gu, "about"],
  [/\b(?:bc|cuz|cause|coz|cos|cus)\b/gu, "because"],
  [/\bppl\b/gu, "people"],
  [/\bb4\b/gu, "before"],
];

const LOOKALIKE: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "@": "a", $: "s" };

/**
 * The topic as the safety rules read it: lower case, plain apostrophes, contractions and shorthand expanded, look-alike
 * characters inside words replaced ("su1cide"), spelled-out letters joined ("d i e"). Sentences keep their end marks.
 */
export function plainText(topic: string): string {
  let text = topic
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/gu, "")
    .replace(/[’‘ʼ`´]/gu, "'")
    .replace(/[“”"*_~#>]/gu, " ")
    .replace(/(?<=\p{L})[01345@$](?=\p{L})/gu, (sign) => LOOKALIKE[sign] ?? sign)
    .replace(/(?:\b\p{L}[ .-]){3,}\p{L}\b/gu, (spelled) => spelled.replace(/[ .-]/gu, ""))
    .replace(/(\p{L})\1{2,}/gu, "$1$1");
  for (const [pattern, plain] of EXPANSIONS) text = text.replace(pattern, plain);
  return text
    .replace(
      globalRegex`
        \b(?:
          really|just|literally|honestly|truly|actually|very|so|simply|kinda|sort of|kind of|even|fucking|freaking|damn|
          sometimes|always|often|constantly|please|lately|currently|probably|maybe|basically
        )\b
      `,
      " ",
    )
    .replace(/\s+/gu, " ")
    .replace(/ ([.,;!?])/gu, "$1")
    .trim();
}

/** Texts of up to so many words are read as one window. */
const MAX_UNSPLIT_WORDS = 40;

/** The windows for rules that need two signs: a short text as a whole, a longer one as pairs of neighbouring sentences. */
export function sentenceWindows(plain: string): string[] {
  if (plain.split(" ").length <= MAX_UNSPLIT_WORDS) return [plain];
  const sentences = plain.split(/(?<=[.!?;\n])\s+/u);
  return sentences.map((sentence, i) => (i > 0 ? `${sentences[i - 1]} ${sentence}` : sentence));
}

/** Sentences, split again at "but" and at ", and", ", so", ", then". */
export function clauses(plain: string): string[] {
  return plain
    .split(/[.!?;\n]+|,? but (?=\p{L})|, (?:and|so|then) /u)
    .map((clause) => clause.trim())
    .filter(Boolean);
}
