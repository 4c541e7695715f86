import type { Rule } from "./rule.ts";

const WHO = "(?:i|i have|i am|my (?:\\w+ )?\\w+|he|she|the baby|our \\w+|we)";

export const MEDICAL_RULES: readonly Rule[] = [
  {
    points: 3,
    pattern: /\b(?:chest (?:pains?|is (?:tight|crushing)|tightness|hurts?)|pain in my chest|crushing (?:chest|pain))\b/u,
    unless:
      /\b(?:last (?:year|month|week)|years ago|was cleared|anxiety caused|after (?:my )?(?:surgery|bypass)|grief|heart ?break)\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:having|having an?|think(?: it is| i am having)?|is having|might be|in the middle of) (?:a |an )?(?:heart attack|stroke|seizure|allergic reaction|anaphyla\w+|overdose|miscarriage right now|asthma attack)\b/u,
    unless: /\b(?:fear of|afraid of|scared of|anxious about|worry about|worried about|after|almost) (?:\w+ )?having\b/u,
  },
  {
    points: 3,
    pattern: new RegExp(
      `\\b${WHO} (?:\\w+ ){0,2}?(?:can not|can barely|is not|are not|am not|stopped|not) (?:breathe|breathing|responding|(?<!i can not )wake up|waking up|conscious)\\b`,
      "u",
    ),
    unless:
      /\b(?:under|from|with) (?:the |this |all )?(?:stress|grief|pressure|anxiety|weight|sorrow|debt|work)|\bas if|\bfeels? like|\b(?:died|at birth|last (?:year|month|week))\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:overdosed|od'?d|overdosing|took (?:too many|too much|a lot of|all (?:of )?(?:my|the)|a (?:whole )?bottle|twenty|thirty|forty|fifty|\d{2,}) ?(?:of )?(?:my |the )?(?:pills?|tylenol|aspirin|ibuprofen|paracetamol|insulin|sleeping|medication|medicine|meds|xanax|tablets|opioids?|fentanyl)?|(?:swallowed|drank|ate|ingested|drunk) (?:\w+ ){0,2}?(?:bleach|poison|antifreeze|detergent|battery|batteries|pills|rat poison|pesticide|cleaner))\b/u,
    unless:
      /\b(?:died|lost|killed|passed away|funeral|last (?:year|month)|years? ago|on me|from me|vacation|work|time|blame|son overdosed and|took too much on)\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:bleeding (?:heavily|out|badly|a lot|and it will not stop)|(?:will not|can not|does not) stop (?:the )?bleeding|vomiting blood|coughing (?:up )?blood|throwing up blood|blood in my (?:vomit|stool)|unconscious|passed out and|face (?:is )?droop\w*|slurr\w+ speech|(?:arm|side|face) (?:is |has gone |went )?numb|turning blue|turned blue|fever of (?:10[4-9]|4[01]))\b/u,
    unless:
      /\b(?:last (?:year|month|week)|years ago|woman (?:with|who)|issue of blood|subconscious|unconscious (?:bias|mind))\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:stop(?:ped|ping)?|quit(?:ting)?|come off|coming off|go(?:ing)? off|went off|throw(?:ing)? (?:away|out)|threw (?:away|out)|flush(?:ed|ing)?|refus(?:e|ed|ing)|cancel(?:l?ed|l?ing)?|skip(?:ped|ping)?|give up|giving up|do not need|without|not (?:to )?tak(?:e|ing)|never tak(?:e|ing)|instead of|replace|rather than|no more|off) (?:\w+ ){0,3}?(?:medications?|meds|medicines?|pills|insulin|chemo(?:therapy)?|dialysis|antidepressants?|lithium|antipsychotics?|blood thinners?|treatments?|radiation|inhaler|transfusions?|doctors?|surgery|hospital|antibiotics|epipen|heart (?:pills|medicine))\b/u,
    unless:
      /\b(?:hospice|nothing (?:more|else)|palliative|no more (?:can|that)|doctors? (?:said|say|told|decided|agree|recommended|stopped|says)|with (?:my|the) doctor|finished|completed|last (?:round|day)|can not afford|afford|before surgery|after surgery|without (?:medications?|doctors?) (?:in|around|there)|mission|doctor's (?:care|advice|orders)|addict\w*|pain pills|sleeping pills|painkillers|the hospital (?:food|visits)|stopped working|is not working|job)\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:heal|healing|healed|cure|cured|prayer|faith|god|miracle|jesus)\b.{0,40}\b(?:instead of|without|so i (?:do not|will not|stopped)|rather than|not need) (?:\w+ ){0,3}?(?:medications?|meds|medicine|insulin|chemo\w*|treatment|doctors?|surgery|hospital)\b/u,
    unless: /\b(?:beyond|where) (?:doctors|medicine)\b/u,
  },
  {
    points: 3,
    pattern:
      /\b(?:stopped|not|stop|without) (?:eating|eaten|drinking|food|water)(?: (?:and|or) (?:drinking|eating|drunk|water|food|sleeping))? for (?:[4-9]|\d\d|four|five|six|seven|eight|nine|ten|many|several) (?:days|weeks)\b/u,
  },
  { points: 3, pattern: /\b(?:detox\w*|withdrawal)\b.{0,30}\b(?:shak\w+|seizures?|hallucinat\w+|alone)\b/u },
  {
    points: 3,
    pattern:
      /\b(?:heard|hear|hearing|voices?|god|demons?|angels?) (?:\w+ ){0,3}?(?:telling|tells?|told|commanding|commands?|order\w*|saying|want(?:s|ing)?) me (?:to |i should )(?:\w+ ){0,3}?(?:not eat|stop eating|starve|stop (?:my |taking )?(?:sleep\w*|med\w*|pills)|fast (?:for )?(?:forty|40|until))\b/u,
  },
];
