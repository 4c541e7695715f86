import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** Bruises and broken bones, who caused them, and how they are hidden. */
export const INJURIES: readonly Rule[] = [
  {
    examples: ["bruises from my husband", "he gave me a black eye", "hiding my bruises"],
    points: 3,
    pattern: regex`
      \b(?:bruises|black eye|broken (?:rib|arm|nose|jaw))\b.{0,30}\b(?:
        he|she|husband|wife|boyfriend|girlfriend|dad|father|mom|mother
      )\b|
      \b(?:he|she|husband|wife|boyfriend|dad)\b.{0,30}\b(?:gave me|left me with|left) (?:\w+ )?(?:
        bruises|a black eye|marks
      )\b|
      \b(?:hide|hiding|cover(?:ing)? up) (?:my |the )?bruises\b
    `,
  },
  // Marks, and what is told about them.
  {
    examples: ["bruises, and i said i fell", "i wear long sleeves"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      \b(?:
        bruis\w+|black eye|welts|marks|burns|broken (?:arm|rib|nose|jaw|wrist)|long sleeves|makeup|sunglasses
      )\b.{0,60}\b(?:
        told|tell|said|say|lied|lie|hide|hiding|cover\w*|ask|asking|notice|fell|stairs|church|work|school|home from
      )\b|
      \b(?:
        told|tell|said|lied|hide|hiding|cover\w*|wear|wearing|stay home
      )\b.{0,50}\b(?:bruis\w+|black eye|welts|(?:the )?marks|long sleeves|walked into a door|fell down the stairs)\b|
      \b(?:mad|angry|temper|rage|drunk)\b.{0,60}\b(?:leaves? marks|marks (?:go|fade|heal)|bruises?)\b
    `,
    unless: regex`
      \b(?:
        bicycle|bike|football|soccer|rugby|knee|pride|ego|bruised reed|stretch marks|wedding|good marks|report card|
        test|exam|surgery|fruit|apple|isaiah|healed by|stripes|basketball|acne|wearing sunglasses (?:at|on|to the)
      )\b
    `,
  },
];
