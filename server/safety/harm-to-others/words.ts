import { regexSource } from "../../../shared/regex.ts";

/** Killing, beating, raping and other harm. */
export const HURTING = regexSource`
  (?:
    kill(?:ing|ed)?|murder(?:ing|ed)?|shoot(?:ing)?|shot|stab(?:bing|bed)?|strangl(?:e|ing|ed)|poison(?:ing|ed)?|
    chok(?:e|ing|ed)|drown(?:ing|ed)?|smother(?:ing|ed)?|suffocat(?:e|ing|ed)|shak(?:e|ing)|shook|beat(?:ing|en)?|
    hit(?:ting)?|punch(?:ing|ed)?|slapp?(?:ing|ed)?|kick(?:ing|ed)?|hurt(?:ing)?|harm(?:ing|ed)?|attack(?:ing|ed)?|
    burn(?:ing|ed)?|run (?:over|down)|running over|rap(?:e|ing|ed)|molest(?:ing|ed)?|
    touch(?:ing|ed)? (?=.{0,30}(?:inappropriate\w*|sexual\w*|god forgive|private))|blow(?:ing)? up|crush(?:ing)?|
    smash(?:ing|ed)?|cut(?:ting)? (?:up|off)|finish(?:ing)? (?:off)?|get rid of|take out|put down|silence|dismember|
    execute|lynch
  )
`;

/** Anybody but the writer. */
export const THEM = regexSource`
  (?:
    him|her|them|(?:every|some)(?:one|body)|people|
    (?:
      my|the|that|those|these|this|our|his|her|a|an|some|all|every|other
    ) (?:[\w'-]+ ){0,4}?(?:
      husband|wife|ex|ex-?\w+|boss|father|dad|mother|mom|mum|parents?|brother|sister|son|daughter|bab(?:y|ies)|
      newborn|infant|toddler|twins|kids?|child(?:ren)?|neighbou?rs?|boyfriend|girlfriend|partner|family|step\w+|
      in-laws?|coworkers?|colleagues?|classmates?|students?|roommate|teacher|abuser|rapist|man|men|woman|women|guy|
      person|boy|girl|driver|killer|lover|landlord|sinners|priest|pastor|bully|bullies|patients?|residents?|
      mother-in-law|cop|judge
    )
  )
`;

/** Harm that is denied, not bodily, or told of others. */
export const NOT_MEANT = regexSource`
  \b(?:not|never|nobody|without|instead of) (?:\w+ ){0,2}?(?:want\w*|going|wish\w*|mean\w*|plan\w*|intend\w*)|
  \b(?:
    feelings|not crush|with (?:my )?words|emotionally|
    by (?:leaving|lying|saying|telling|my (?:drinking|silence|absence))|with kindness|with love|
    if i (?:say|tell|leave|move|break)|by saying|who (?:hurt|killed|murdered|abused|raped)|killed my|hit by|
    in (?:the|a) (?:game|match|race|tournament|debate|election)|playoffs?|at (?:chess|cards|tennis|golf|work|it)|
    record|odds|addiction|drum|egg|time|repented|before i (?:was saved|met)|cancer|disease|
    a (?:photo|video|film|movie|text|message|hoop)|hands? (?:with|of)|foundations?|faith|his hand|the dust|
    the habit|heart|goodbye|soldiers?|army|war|combat|deployed|bible|david|goliath|saul|cain|abraham|samson|moses|
    pharaoh|joab|absalom|pride|the old man|flesh|spank\w* lightly|touch (?:lives|hearts|people)|
    my (?:back|head|knee|toe)|hungry|bored|with (?:laughter|boredom)|dead tired|hate (?:it|when)
  )\b
`;
