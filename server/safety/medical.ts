import { regex, regexSource } from "./regex.ts";
import type { Rule } from "./rule.ts";

const WHO = "(?:i|i have|i am|my (?:\\w+ )?\\w+|he|she|the baby|our \\w+|we)";

const LONG_AGO = regexSource`
  \b(?:
    years? ago|months? ago|last (?:year|month|summer|winter|spring|fall)|
    in (?:january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d\d)|
    recover\w*|rehab|surviv\w*|died|passed away|passed|funeral|lost (?:him|her|my)|anniversary|used to|was cleared|
    when i was|healed (?:me|from)|woman with the issue|subconscious
  )\b
`;

/**
 * Rules by situation: symptoms for which an emergency line would send an ambulance, and treatment that is refused for faith or on
 * the order of a voice.
 */
const MEDICAL_MEANINGS: readonly Rule[] = [
  {
    points: 3,
    pattern: regex`
      \b(?:clutch|grab|hold)(?:ing|es|s|ed)? (?:his|her|my|at his|at her) chest\b|
      \b(?:baby|newborn|infant|toddler|child|son|daughter|he|she)\b.{0,20}\b(?:limp|floppy|lethargic|listless|foaming)\b|
      \bfoam\w* at the mouth\b|
      \bnot respond(?:ing|s)?\b|
      \bpupils? (?:are |is )?(?:tiny|huge|different|pinpoint|blown)\b
    `,
    unless: new RegExp(
      `${LONG_AGO}|\\b(?:my (?:texts?|calls?|messages?|prayers?)|to my|treatment|rabid|anger|walks with)\\b`,
      "u",
    ),
  },
  {
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
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:asthma|allerg\w+|anaphyla\w+)\b.{0,40}\b(?:
        attack|no (?:inhaler|epipen)|ran out|swell\w*|right now|can not
      )\b|
      \b(?:fever|temperature)\b.{0,60}\b(?:
        stiff neck|neck is stiff|rash|10[4-9]|4[01]|limp|seizure|wake|will not (?:go|come) down|elders?|only pray|
        no doctor
      )\b|
      \b(?:neck is stiff|stiff neck)\b.{0,40}\bfever\b|
      \b(?:
        heart attack|stroke|overdos\w+|seizure|drown(?:ed|ing)|electrocuted|snake ?bite|head injury
      )\b.{0,20}\b(?:right now|just now|happening|minutes ago|what do i (?:do|pray))\b|
      \bonly pray(?:er)?\b.{0,40}\b(?:sick|fever|dying|worse|bleed\w*)\b|
      \b(?:government|fbi|cia|aliens?|doctors?|somebody|they)\b.{0,30}\b(?:put|planted|implanted) (?:a |an )?(?:
        chip|bug|camera|device|microchip
      )\b
    `,
    unless: new RegExp(LONG_AGO, "u"),
  },
  {
    points: 3,
    pattern: regex`
      \b(?:face|mouth|smile|eye|eyelid)\b.{0,20}\b(?:droop\w*|crooked|sagg\w*|lopsided|one side)\b|
      \b(?:speech|words|talk\w*|speak\w*)\b.{0,20}\b(?:slurr\w*|funny|gibberish|garbled|weird|not make sense|jumbled)\b|
      \b(?:slurr\w*|garbled|jumbled) (?:\w+ )?(?:speech|words)\b|
      \b(?:can not|could not|unable to|not) (?:move|feel|lift|raise) (?:his|her|my|the|their|one) (?:(?:right|left|whole) )?(?:
        side|arms?|legs?|hands?|feet|foot|face|body
      )\b|
      \b(?:right|left|one) (?:side|arm|leg|hand) (?:is |has |of \w+ body )?(?:\w+ )?(?:
        numb|weak|limp|paraly[sz]ed|tingl\w+|dead
      )\b|
      \b(?:drop(?:s|ping|ped)? things|leaning) (?:with|to) one (?:hand|side)\b
    `,
    unless: new RegExp(`${LONG_AGO}|\\b(?:bell's palsy|ms|therapy|speaking in tongues|tongues)\\b`, "u"),
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        worst (?:headache|pain)|
        (?:headache|head (?:hurts|aches|pain))\b.{0,30}\b(?:never before|like never|exploding|worst)|
        (?:half|side) of (?:my|his|her) (?:vision|sight)|
        can not (?:speak|talk|see|walk) (?:properly |right |straight )?(?:
          all of a sudden|sudden\w*|since (?:this|an|breakfast|lunch|last night)
        )|thunderclap|(?:sudden|suddenly)\b.{0,30}\b(?:blind|headache|can not see|vision|dizzy|confus\w+|collapsed?)|
        headache\b.{0,40}\b(?:sudden\w*|can not see|vision|stiff neck)|
        (?:arm|jaw)\b.{0,20}\b(?:heavy|aches?|hurts?|numb)\b.{0,30}\b(?:jaw|arm|chest|sweat\w*)|
        (?:elephant|pressure|weight|squeezing|tight\w*|pain\w*) (?:\w+ )?(?:on|in|across) (?:my|his|her) chest|
        heart (?:is )?(?:racing|pounding)\b.{0,25}\b(?:\d{3}|faint\w*|hours|can not breathe)|
        (?:faint|pass)(?:ed|ing) out|fainted|collapsed
      )\b
    `,
    unless: regex`
      ${LONG_AGO}|
      \b(?:
        grief|stress|anxiety|panic|worship|joy|the bridge|building|startup|business|company|roof|market|economy|
        marriage|metaphor|spirit|laugh\w*|excit\w*|nervous|exhaust\w* on
      )\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:lips?|face|skin|fingers?|baby) (?:is |are |has |have |turn\w* |went |going |looks? )+(?:\w+ )?(?:blue|gr[ae]y|purple)\b|
      \b(?:
        not|stopped|stops|barely|can not|hardly|trouble|struggling|unable to|gasping
      ) (?:\w+ ){0,2}?(?:breath(?:e|es|ing)?|for (?:air|breath))\b|
      \b(?:choking|swallowed (?:a|an|the) (?:coin|battery|magnet|toy))\b|
      \b(?:throat|tongue|lips|face) (?:is |are )?(?:swell\w*|swollen|closing|tingl\w*|swelled)\b|
      \b(?:unresponsive|unconscious|not responding|will not wake up|can not wake (?:him|her|my \w+)|not waking)\b|
      \bwake (?:him|her|mom|dad|my \w+) up\b.{0,10}$
    `,
    unless: regex`
      ${LONG_AGO}|
      \b(?:
        stress\w*|grief|pressure|anxiety|panic|as if|like i|feels? like|debt|work|under|bills|bias|spirit|dark|sorrow|
        without you|busy|well|pride|tears|words|with (?:copd|asthma|emphysema|cystic)|copd|room to|moment to|time to|
        prayer|alarm|for school|emotion\w*|guilt|my way of|on my mind|results|wept|baseball|
        till (?:christmas|easter|the (?:exam|wedding))
      )\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:having|in|had|has|have|just had|another) (?:a |an )?(?:\w+ )?(?:seizure|convuls\w+|stroke|heart attack)s?\b(?=
        .*\b(?:just|right now|now|not waking|again|again today|tonight|this morning|minutes|still)\b
      )
    `,
    unless: new RegExp(LONG_AGO, "u"),
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      (?=
        .*\b(?:pregnan\w+|weeks|water broke|in labou?r|miscarr\w+|gave birth|just had (?:a|the) baby|postpartum)\b
      )(?=
        .*\b(?:
          bleed\w*|blood clots?|gushing|hemorrhag\w+|water broke|severe (?:pain|cramps?)|
          baby (?:is |has )?(?:not|stopped) mov\w+|not felt the baby
        )\b
      )
    `,
    unless: new RegExp(`${LONG_AGO}|\\b(?:weeks ago|grie\\w+|mourn\\w*|naming|nurse|midwife)\\b`, "u"),
  },
  {
    points: 3,
    pattern: regex`
      \b(?:bleed(?:s|ing)?|blood)\b.{0,25}\b(?:
        a lot|heav\w+|will not stop|everywhere|badly|can not stop|non-?stop|in (?:my|his|her) (?:stool|vomit|urine)|
        from (?:the|my|his|her) (?:head|ears?|nose and|rectum)
      )\b|
      \b(?:cough\w*|vomit\w*|throw\w* up|spit\w*|pooping|peeing) (?:up )?blood\b
    `,
    unless: new RegExp(`${LONG_AGO}|\\b(?:calvary|cross|jesus|christ|lamb|woman)\\b`, "u"),
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:fell|fall|hit|hits|banged|bumped|struck)\b.{0,30}\bhead\b.{0,80}\b(?:
        sleepy|drowsy|vomit\w*|threw up|throwing up|confus\w*|unconscious|blood|bleeding|dizzy|not wak\w*|pupils?|
        slurr\w*|weird
      )\b|
      \b(?:confus\w+|disoriented|does not know where)\b.{0,40}\b(?:
        since (?:this )?(?:morning|breakfast|lunch|yesterday|last night|noon|an hour)|all of a sudden|sudden\w*|today
      )\b|
      \bsudden\w*\b.{0,20}\bconfus\w+\b
    `,
    unless: new RegExp(LONG_AGO, "u"),
  },
  {
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
    points: 3,
    whole: true,
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
  // Psychosis and mania: voices that give orders, secret messages, days without sleep.
  {
    points: 3,
    pattern: regex`
      \b(?:
        voices?|demons?|spirits?|angels?|aliens?|devil|satan|radio|tv|television|phone|walls?|neighbou?rs|fbi|cia|
        government|angel of \w+
      ) (?:\w+ ){0,4}?(?:
        (?:are |is |keeps? |keep |has been |have been )?(?:
          talk\w*|speak\w*|whisper\w*|send\w*|command\w*|order\w*|tell\w*|watch\w*|follow\w*|poison\w*|track\w*|yell\w*|
          scream\w*|say\w*|control\w*|read\w*
        )
      ) (?:\w+ ){0,2}?(?:to |at )?(?:me|my (?:mind|thoughts|food)|us|out of|from the|messages|i should|secret)\b
    `,
    unless: regex`
      \b(?:
        doubt|shame|inner|critic\w*|negative|accus\w*|fear|past|guilt|jesus|gospel|screwtape|temptation of|legion|
        doorbell|noise|loud|party|lies|that i am not|watching over|guardian|prophet's
      )\b
    `,
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      (?=
        .*\b(?:
          i am|i have been|he is|she is|says (?:he|she) is|thinks (?:he|she) is|believes (?:he|she) is|
          convinced (?:he|she|i) (?:is|am)|feel like|chosen as|know i am
        ) (?:\w+ )?(?:the |a |an )?(?:\w+ )?(?:
          chosen(?: one)?|messiah|christ|jesus|prophet|bride of christ|second coming|god|angel|antichrist|immortal|
          king of|two witnesses|mother of god|possessed
        )\b
      )(?=
        .*\b(?:
          sleep|slept|meds|lithium|off|tv|television|radio|messages|voices?|eat|eaten|fbi|watching|secret|mission|
          codes?|days|wife|husband|son|daughter|numbers|says|thinks
        )\b
      )
    `,
    unless: regex`
      \b(?:
        pharisees|peter|nicodemus|sermon on|who do you say|son of god|son of man|disciples|gospel|advent|christmas|
        easter|chosen people|adopted|child of god|thank|
        (?:angry|mad|furious|cross|honest|at peace) (?:with|at) (?:god|jesus)|
        (?:thinking|wondering|talking|reading|learning|praying) (?:about|of|to) (?:god|jesus)
      )\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:not|without|no|hardly|barely) (?:\w+ ){0,2}?(?:
        slept|sleep|sleeping|eaten|eat|eating|food|drunk|drinking|water|slept or eaten
      )\b.{0,25}\b(?:for |in |since )?(?:
        [3-9]|\d\d|three|four|five|six|seven|eight|nine|ten|many|several
      ) (?:days|nights|weeks)\b
    `,
    unless: /\b(?:baby|newborn|jet ?lag|well|colic|fasted|lent|jesus|moses|elijah|wilderness|through the night)\b/u,
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:awake|up) since (?:\w+day|last week)\b.{0,100}\b(?:
        code|revelation|secret|chosen|mission|message|prophe\w+|god (?:told|showed|hid|speaks)|voices?|energy
      )\b|
      \b(?:discovered|cracked|decoded|figured out) the (?:\w+ )?(?:code|secret|pattern)\b.{0,60}\b(?:
        god|revelation|bible|universe|for me|chosen
      )\b
    `,
    unless: /\b(?:book|novel|movie|morse)\b/u,
  },
  {
    points: 3,
    whole: true,
    pattern: regex`
      \b(?:
        detox\w*|withdrawals?|cold turkey|stopped drinking|quit drinking
      )\b.{0,60}\b(?:shak\w+|seizures?|hallucinat\w+|seeing things|sweat\w*|tremor\w*|alone|vomit\w*)\b
    `,
  },
  { points: 2, pattern: /\b(?:so alive without my|off my (?:meds|pills|medication)|god talks to me all night)\b/u },
];

export const MEDICAL_RULES: readonly Rule[] = [
  ...MEDICAL_MEANINGS,
  {
    points: 3,
    pattern: /\b(?:chest (?:pains?|is (?:tight|crushing)|tightness|hurts?)|pain in my chest|crushing (?:chest|pain))\b/u,
    unless: regex`
      \b(?:
        last (?:year|month|week)|years ago|was cleared|anxiety|worr\w+|panic|
        because (?:of )?(?:monday|work|exams?|the exam)|after (?:my )?(?:surgery|bypass)|grief|heart ?break
      )\b
    `,
  },
  {
    points: 3,
    pattern: regex`
      \b(?:
        having|having an?|think(?: it is| i am having)?|is having|might be|in the middle of
      ) (?:a |an )?(?:
        heart attack|stroke|seizure|allergic reaction|anaphyla\w+|overdose|miscarriage right now|asthma attack
      )\b
    `,
    unless: /\b(?:fear of|afraid of|scared of|anxious about|worry about|worried about|after|almost) (?:\w+ )?having\b/u,
  },
  {
    points: 3,
    pattern: regex`
      \b${WHO} (?:\w+ ){0,2}?(?:can not|can barely|is not|are not|am not|stopped|not) (?:
        breathe|breathing|responding|(?<!i can not )wake up|waking up|conscious
      )\b
    `,
    unless: regex`
      \b(?:under|from|with) (?:(?:the|this|all|my|so much) ){0,2}(?:
        stress|grief|pressure|anxiety|weight|sorrow|debt|work
      )|
      \bas if|
      \bfeels? like|
      \b(?:died|at birth|from (?:hers|his|surgery)|last (?:year|month|week))\b
    `,
  },
  {
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
    points: 3,
    pattern: regex`
      \b(?:
        bleeding (?:heavily|out|badly|a lot|and it will not stop)|(?:will not|can not|does not) stop (?:the )?bleeding|
        vomiting blood|coughing (?:up )?blood|throwing up blood|blood in my (?:vomit|stool)|unconscious|passed out and|
        face (?:is )?droop\w*|slurr\w+ speech|(?:arm|side|face) (?:is |has gone |went )?numb|turning blue|turned blue|
        fever of (?:10[4-9]|4[01])
      )\b
    `,
    unless:
      /\b(?:last (?:year|month|week)|years ago|woman (?:with|who)|issue of blood|subconscious|unconscious (?:bias|mind))\b/u,
  },
  {
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
        the hospital (?:food|visits)|stopped working|is not working|job
      )\b
    `,
  },
  {
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
  {
    points: 3,
    pattern: regex`
      \b(?:stopped|not|stop|without) (?:eating|eaten|drinking|food|water)(?: (?:and|or) (?:drinking|eating|drunk|water|food|sleeping)
      )? for (?:[4-9]|\d\d|four|five|six|seven|eight|nine|ten|many|several) (?:days|weeks)\b
    `,
  },
  { points: 3, pattern: /\b(?:detox\w*|withdrawal)\b.{0,30}\b(?:shak\w+|seizures?|hallucinat\w+|alone)\b/u },
  {
    points: 3,
    pattern: regex`
      \b(?:heard|hear|hearing|voices?|god|demons?|angels?) (?:\w+ ){0,3}?(?:
        telling|tells?|told|commanding|commands?|order\w*|saying|want(?:s|ing)?
      ) me (?:to |i should )(?:\w+ ){0,3}?(?:
        not eat|stop eating|starve|stop (?:my |taking )?(?:sleep\w*|med\w*|pills)|fast (?:for )?(?:forty|40|until)
      )\b
    `,
  },
];
