import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** Treatment stopped or refused, most often for faith. */
export const REFUSED_TREATMENT: readonly Rule[] = [
  {
    examples: ["stopped taking my meds", "no more doctors"],
    points: 3,
    pattern: regex`
      \b(?:
        stop(?:ped|ping)?|quit(?:ting)?|come off|coming off|go(?:ing)? off|went off|throw(?:ing)? (?:away|out)|
        threw (?:away|out)|flush(?:ed|ing)?|refus(?:e|ed|ing)|cancel(?:l?ed|l?ing)?|skip(?:ped|ping)?|give up|giving up|
        do not need|without|not (?:to )?tak(?:e|ing)|never tak(?:e|ing)|instead of|replace|rather than|no more|off
      ) (?:\w+ ){0,3}?(?:
        medications?|meds|medicines?|pills|insulin|chemo(?:therapy)?|dialysis|antidepressants?|lithium|antipsychotics?|
        blood thinners?|treatments?|radiation|inhaler|transfusions?|doctors?|surgery|hospital|antibiotics|epipen|
        heart (?:pills|medicine)
      )\b
    `,
    unless: regex`
      \b(?:
        they (?:have )?stopped the|hospice|blessing|comfort care|die well|
        (?:family|doctors?|team|we all) (?:\w+ )?(?:agree\w*|supports?|understands?)|nothing (?:more|else)|palliative|
        no more (?:can|that)|
        (?:doctors?|oncologists?|specialists?|surgeons?) (?:said|say|told|decided|agree|recommended|stopped|says)|
        with (?:my|the) doctor|finished|completed|last (?:round|day)|can not afford|afford|before surgery|after surgery|
        without (?:medications?|doctors?) (?:in|around|there)|mission|
        doctor's (?:care|advice|orders|plan|help|guidance|supervision)|addict\w*|pain pills|sleeping pills|painkillers|
        the hospital (?:food|visits)|without (?:the )?hospital \w+days|stopped working|is not working|job
      )\b
    `,
  },
  // More verbs and drugs; not if a doctor decided it.
  {
    examples: ["she refuses dialysis", "i threw away the lithium"],
    points: 3,
    pattern: regex`
      \b(?:
        stop\w*|quit\w*|refus\w+|forbid\w*|forbad\w*|prohibit\w*|den(?:y|ies|ied)|reject\w*|declin(?:e[sd]?|ing)|
        ditch\w*|toss(?:ed|ing)?|wean\w*|skip\w*|cancel\w*|flush\w*|(?:throw|threw|throwing|thrown) (?:away|out)|
        (?:go|went|going|came?|coming|get|getting|gone|been|am|is) off|off|do(?:es)? not need|
        not (?:taking|giving|take|give)|no more|no longer (?:take|taking|need)|without|instead of|rather than|
        never (?:take|taking)|give up on|against
      ) (?:\w+ ){0,3}?(?:
        medications?|meds?|medicines?|pills|tablets|insulin|chemo(?:therapy)?|dialysis|anti-?\w*psychotics?|
        anti-?depress\w+|anti-?seizure|lithium|zoloft|prozac|lexapro|seroquel|risperdal|blood thinners?|warfarin|
        treatments?|radiation|inhaler|transfusions?|surgery|antibiotics|epipen|oxygen|vaccin\w+|prednisone|steroids|
        heart (?:pills|medicine)
      )\b
    `,
    unless: regex`
      \b(?:
        they (?:have )?stopped the|hospice|blessing|comfort care|die well|
        (?:family|doctors?|team|we all) (?:\w+ )?(?:agree\w*|supports?|understands?)|nothing (?:more|else)|palliative|
        no more (?:can|that)|
        (?:doctors?|oncologists?|specialists?|surgeons?) (?:\w+ )?(?:
          said|say|told|tell|decided|agree\w*|recommend\w*|stopped|says|approved|weaned|took|has me
        )|with (?:my|the|her|his) doctor|finished|complet\w+|last (?:round|day|dose|session)|can not afford|afford|
        insurance|before surgery|after surgery|mission|doctor's|being against|am (?:not )?against|addict\w*|
        pain (?:pills|meds|killers?)|painkillers|sleeping pills (?:habit|addiction)|opioids?|stopped working|
        is not working|not work\w*|clean|sober|free from|side effects|years? ago|died|too late|refus\w+ to (?!take)|
        taking things for granted|ran out|shortage|war|missionar\w*
      )\b
    `,
  },
  {
    examples: ["god heals, so i do not need chemo"],
    points: 3,
    pattern: regex`
      \b(?:
        heal|healing|healed|cure|cured|prayer|faith|god|miracle|jesus
      )\b.{0,40}\b(?:
        instead of|without|so i (?:do not|will not|stopped)|rather than|not need
      ) (?:\w+ ){0,3}?(?:medications?|meds|medicine|insulin|chemo\w*|treatment|doctors?|surgery|hospital)\b
    `,
    unless: /\b(?:beyond|where) (?:doctors|medicine)\b/u,
  },
  // No doctor, together with somebody who is ill.
  {
    examples: ["no doctor, only faith, and my baby has a fever"],
    points: 3,
    acrossSentences: true,
    pattern: regex`
      (?=
        .*\b(?:
          no|not|without|instead of|against|rather than|do not (?:need|believe in|trust)|forbid\w*|refus\w+|avoid\w*
        )\b.{0,20}\b(?:doctors?|hospitals?|surgery|medicine|ambulance|er|911)\b
      )(?=
        .*\b(?:
          getting worse|fever|appendi\w*|dying|sick|bleed\w*|infect\w*|swoll\w*|pain|child|son|daughter|
          little (?:girl|boy)|baby|lump|tumou?r|cancer|diabet\w*
        )\b
      )
    `,
    unless: regex`
      \b(?:
        no (?:doctor|hospital) (?:could|can|had|has|will|in|near)|hospice|war|village|missionar\w*|died|years ago|
        nothing more|can not afford|afford|waiting for|no cure|luke|physician
      )\b
    `,
  },
];
