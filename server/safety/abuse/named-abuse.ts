import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";
import { PARTNER } from "../vocabulary.ts";

/** Abuse called by its name: "an abusive marriage", "domestic violence". */
export const NAMED_ABUSE: readonly Rule[] = [
  // Not if it is over.
  {
    examples: ["my violent boyfriend", "my father is abusive"],
    points: 3,
    pattern: regex`
      \b(?:
        my|an?|this|your|our|the|with|from|living with|married to
      ) (?:\w+ )?(?:abusive|violent) (?:\w+ )?(?:
        ${PARTNER}|marriage|relationship|home|household|man|dad|father|mom|mother|stepfather|stepdad
      )\b|
      \bmy (?:${PARTNER}|dad|father|stepdad|stepfather|mother|mom) (?:is|gets|has been|can be|becomes|turns|got) (?:\w+ ){0,3}?(?:
        abus\w+|violent|physical with me
      )\b
    `,
    unless: regex`
      \b(?:
        left|leaving behind|escaped|survived?|healing|heal(?:ed)? from|recover\w*|after|former|ex|childhood|grew up|
        growing up|years ago|freed|got out|was|were|had|used to|died|late|deceased|dead|now in prison|ministry|helping|
        minister\w*|friends?|sister|daughter|neighbor|raised by
      )\b
    `,
  },
  {
    examples: ["i am being abused", "domestic violence in our home"],
    points: 3,
    pattern: regex`
      \bi am (?:being|getting) (?:\w+ )?(?:
        abused|beaten|hit|raped|molested|stalked|trafficked|held|hurt at home|assaulted
      )\b|
      \b(?:domestic|sexual) (?:violence|abuse) (?:at|in my|by my|from my|in our) (?:home|house|marriage|\w+)\b
    `,
  },
  {
    examples: ["he gets violent"],
    points: 3,
    pattern: regex`
      \b(?:
        he|she|my (?:husband|wife|boyfriend|girlfriend|dad|father|mom|mother|stepdad)
      ) (?:\w+ )?(?:gets|is|becomes|turns|got) (?:physical|violent)\b
    `,
    unless: /\b(?:not|never) (?:physical|violent)\b/u,
  },
  // The bare words; alone they add a line about help.
  {
    examples: ["abused", "domestic violence"],
    points: 1,
    pattern:
      /\b(?:abus(?:e|er|ers|ive|ed)|raped?|molest\w*|incest|domestic violence|sexual(?:ly)? assault\w*|trafficked|grooming|groomed|battered)\b/u,
    unless: /\b(?:alcohol|drug|substance|prescription|opioid) abuse|abuse of power\b/u,
  },
];
