import { regexSource } from "../../shared/regex.ts";

/** Word lists that several rule files use; each is part of the source of a regular expression. */

export const PARTNER = regexSource`
  (?:
    husband|hubby|wife|spouse|partner|boyfriend|bf|girlfriend|gf|fianc[eé]e?|man i live with|
    (?:baby|kids?|child(?:ren)?)(?:'s)? (?:father|dad|mother|mom)|
    ex(?:[- ]?(?:husband|wife|boyfriend|girlfriend|partner))?
  )
`;
const STEP = "(?:(?:step|foster|grand|god)[- ]?)?";
export const KIN = regexSource`
  (?:
    ${STEP}(?:
      dad(?:dy)?|father|papa|pop|pa|mom(?:my)?|mum(?:my)?|ma|mama|mother|parents?|brother|sister|son|daughter|child|
      kids?
    )(?:[- ]in[- ]law)?|uncle|aunt(?:ie)?|cousin|nephew|niece|in-laws|family
  )
`;
/** People with authority over others by their office. */
export const AUTHORITY_FIGURE = regexSource`
  (?:
    (?:youth |senior |assistant )?(?:pastor|minister|leader)|priest|elder|deacon|bishop|reverend|preacher|rabbi|
    imam|monk|nun|coach|trainer|teacher|professor|tutor|principal|counsel+or|therapist|doctor|nurse|aide|
    care(?:giver|r|taker)|babysitter|boss|manager|supervisor|employer|landlord|officer|cop|guard|
    (?:choir|worship|scout|band) (?:director|leader|master)
  )
`;
export const ACQUAINTANCE =
  "(?:room ?mate|flat ?mate|house ?mate|classmate|coworker|co-worker|colleague|neighbou?r|friend|guy|man|boy|woman|girl)";
const WHOSE = "(?:my|our|his|her|their|the|a|an|one of my)";
/** Any person: "dad", "my youth pastor", "he". */
export const ANY_PERSON = regexSource`
  (?:
    he|she|they|somebody|someone|(?:${WHOSE} (?:[\w']+ ){0,2}?)?(?:${PARTNER}|${KIN}|${AUTHORITY_FIGURE})|
    ${WHOSE} (?:[\w']+ ){0,2}?${ACQUAINTANCE}
  )
`;
/** A person in the writer's care. */
export const DEPENDANT = regexSource`
  (?:
    ${WHOSE} (?:[\w']+ ){0,3}?(?:
      ${KIN}|babies|baby|infant|newborn|toddler|twins|child(?:ren)?|kids?|boys?|girls?|${PARTNER}|best friend|
      friend|roommate|student
    )(?:'s (?:${KIN}|child|kids?|baby))?|(?:him|her|them)
  )
`;

const DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
/** It happened recently, or it happens repeatedly. */
export const RECENT = regexSource`
  (?:
    (?:on |this |last )?${DAY}|(?:last|the other|this) (?:night|week|weekend|month|morning|afternoon|evening)|
    yesterday|today|tonight|earlier|
    (?:an?|one|two|three|a few|few|several|\d+) (?:hours?|hrs?|days?|minutes?|mins?|nights?|weeks?) ago|again|
    right now|every|still|keeps?|whenever|each time|
    when(?:ever)? (?:he|she|they|dad|mom) (?:is|are|gets?|drinks?|comes?|has)
  )
`;
export const BODY = "(?:arms?|wrists?|legs?|thighs?|skin|stomach|belly|chest|hands?|body|ankles?|hips?|throat|neck|veins?|face)";
