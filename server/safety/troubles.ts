import { regex } from "../../shared/regex.ts";
import type { HelpKind } from "../../shared/helplines.ts";
import { plainText } from "./plain-text.ts";

interface Trouble {
  kind: HelpKind;
  /** Matched against plain text. */
  sign: RegExp;
  unless?: RegExp;
}

/** Troubles that are no crisis and have helplines of their own, by the words for them. */
const TROUBLES: readonly Trouble[] = [
  {
    kind: "suicide-loss",
    sign: regex`
      \b(?:lost|losing|loss of)\b.{0,40}\b(?:to|by) suicide\b|
      \b(?:died|death|dead|gone) (?:by|of|from) suicide\b|
      \b(?:killed|hanged|hung|shot) (?:himself|herself|themselves)\b|
      \b(?:took|taken|ended) (?:his|her|their) (?:own )?(?:life|lives)\b|
      \b(?:brother|sister|son|daughter|husband|wife|father|mother|dad|mom|mum|friend|uncle|aunt|cousin|nephew|niece|pastor|child|boy|girl)(?:'s|s')? suicide\b|
      \b(?:his|her|their) suicide\b|\bsuicide (?:loss|survivors)\b
    `,
    unless: /\b(?:judas|saul|samson|ahithophel|zimri|abimelech|tried|attempted|almost|nearly)\b/u,
  },
  {
    kind: "baby-loss",
    sign: regex`
      \bmiscarr\w+|\bstillb\w+|\bborn (?:sleeping|asleep|dead)\b|\bno heartbeat\b|
      \blos(?:t|ing) (?:the|our|my|a|her|their|this) (?:\w+ )?(?:baby|babies|twins?|pregnancy)\b|
      \b(?:baby|babies|newborn|infant)\b.{0,30}\b(?:died|passed away|lived (?:for )?(?:\w+ )?(?:minutes?|hours?|days?))\b|
      \b(?:funeral|burying|buried|bury)\b.{0,20}\b(?:baby|newborn|infant)\b
    `,
    unless: /\b(?:carriage of justice|miscarriage of justice|bathsheba|david's)\b/u,
  },
  {
    kind: "gambling",
    sign: regex`
      \bgambl(?:e|es|ed|ing|er)\b|\bcasino\b|\bslot machines?\b|\bpokies\b|\b(?:sports|online|horse) ?bett?ing\b|
      \b(?:he|she|husband|wife|son|daughter|dad|father|brother|i|mum|mom) (?:still |always )?(?:bets|bet on|bet it|bet our|bet the)\b|
      \b(?:addicted to|problem with|stop) (?:bet(?:s|ting)?|poker|scratch ?cards?|the lottery)\b|\bscratch ?cards?\b
    `,
    unless: /\b(?:soldiers?|garments?|clothes|robe|tunic|cross|sunday school|not a gambl\w+|took a gamble)\b/u,
  },
  {
    kind: "addiction",
    sign: regex`
      \balcoholi(?:c|cs|sm)\b|\b(?:drinking|drink|drug|pill) problem\b|\bproblem with (?:drink|alcohol|drugs|pills)\b|
      \b(?:drinks?|drinking|drank) (?:too much|every (?:night|day)|all day|again|in secret|myself)\b|
      \b(?:can not|could not|trying to|try to|want to|wants to) (?:stop|quit) (?:drinking|using|drugs|the drink|smoking weed)\b|
      \b(?:heroin|cocaine|meth|fentanyl|opioids?|oxy|crack cocaine)\b|\bon (?:drugs|the bottle)\b|
      \baddicted\b|\b(?:drug|alcohol|opioid|porn\w*) addict\w*|\b(?:is|am|an|was) addicts?\b|\baddiction\b|
      \b(?:in|into|out of) rehab\b|\brelapsed?\b|\b(?:he|she|i|they) (?:is |am |are )?using again\b
    `,
    unless: regex`
      \baddict\w* to (?:my |the |his |her )?(?:phone|coffee|sugar|chocolate|work|tv|books?|news|screens?|praise|approval|games?|social media|instagram|shopping|busyness)\b|
      \b(?:\w+) (?:years?|months?|days?) (?:sober|clean)\b|\b(?:sober|clean) (?:for )?(?:\w+) (?:years?|months?|days?)\b|
      \bcancer\b
    `,
  },
  {
    kind: "eating",
    sign: regex`
      \banorexi\w+|\bbulimi\w+|\beating disorder|\bbing(?:e|es|ing) (?:and (?:purg|throw|vomit)\w*|eat\w*)|\bpurging\b|
      \bmak(?:e|ing) myself (?:sick|throw up|vomit)\b|\bthrow(?:ing)? up (?:after|what|my|every|on purpose)\b|
      \bstarv(?:e|ing) (?:myself|herself|himself)\b|\b(?:stopped|afraid of|scared of|hardly|barely) eat(?:ing|s)?\b|
      \bcount(?:ing|s)? (?:every )?(?:calories|almonds)\b|\b(?:can not stop|keep|secretly) (?:over)?eating\b|\bcan not stand the mirror\b
    `,
    unless: /\b(?:years? ago|as a (?:child|teen\w*)|recovered|used to|dog|cat|baby|toddler|eating (?:lunch|meat|sugar|with))\b/u,
  },
];

/** The troubles that a topic names. Pure. */
export function troublesIn(topic: string): HelpKind[] {
  const plain = plainText(topic);
  return TROUBLES.filter(({ sign, unless }) => sign.test(plain) && !unless?.test(plain)).map(({ kind }) => kind);
}

const NAMES_A_LINE = /\b(?:hotlines?|helplines?|crisis lines?|(?:violence|abuse|suicide|emergency|gambling|poison) lines?)\b/u;
/** What the line in a sentence is for. The first that fits. */
const LINES: readonly Trouble[] = [
  { kind: "gambling", sign: /\bgambl\w+|\bbet(?:s|ting)?\b/u },
  { kind: "poison", sign: /\bpoison\w*|\bswallow\w*/u },
  { kind: "self-harm", sign: /\bcrisis lines?\b|\bsuicid\w+|\b(?:die|dying|dead|death)\b|\bnot (?:want to )?live\b|\bto end\b/u },
  {
    kind: "abuse",
    sign: /\b(?:violence|abuse|abus\w+|strikes?|hits?|beats?|threaten\w*|afraid|fear\w*|frighten\w*|follows you|police)\b/u,
  },
  { kind: "addiction", sign: /\bdrink\w*|\balcohol\b|\bdrugs?\b|\bsober\b/u },
];

/** What the helplines are for that a sermon names without a number ("a domestic violence line"). Pure. */
export function linesNamedIn(text: string): HelpKind[] {
  const found = text
    .split(/(?<=[.!?])\s+|\n+/u)
    .map((sentence) => sentence.toLowerCase())
    .filter((sentence) => NAMES_A_LINE.test(sentence))
    .flatMap((sentence) => LINES.find(({ sign }) => sign.test(sentence))?.kind ?? []);
  return [...new Set(found)];
}
