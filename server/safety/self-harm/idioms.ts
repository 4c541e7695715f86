import { globalRegex } from "../../../shared/regex.ts";

/** Figures of speech and of faith in which nobody dies ("dying to see you"). Removed before the rules read. */
export const SELF_HARM_IDIOMS: readonly RegExp[] = [
  /\b(?:am |died? )?(?:dead|dying|die)\b(?= (?:lol|lmao+|haha\w*|omg)\b)/gu,
  /\b(?:at )?(?:the )?end of (?:my|our|his|her|their) ropes?\b|\b(?:the )?death of me\b|\bto death\b(?= (?:at|with|for|of)\b)/gu,
  /\b(?:die|dying|died|dead|death) (?:daily )?to (?:my ?self|self|sin|my (?:flesh|pride|sins?|ego|old)|the (?:flesh|world|law|old))\b/gu,
  globalRegex`
    \b(?:dying|die) (?:
      to (?:see|know|meet|hear|go|try|tell|find|eat|get)|for a|
      of (?:laughter|laughing|boredom|embarrassment|shame|curiosity|thirst|hunger)
    )\b|
    \brather die than (?!live|go on|face another|keep|wake|be here)
  `,
  globalRegex`
    \b(?:
      to live is christ|to die is gain|we who die|die in (?:the lord|christ)|christ(?:'s)? (?:dying|death)|
      dying (?:for|on) (?:us|me|our|the|my sins?)(?: cross)?
    )\b
  `,
  /\bkilling myself (?:at|over|with|for|trying|to (?:please|make|impress|keep|get|pay|provide|finish|meet|prove|be)|studying|working)\b/gu,
  /\b(?:shoot|shot|shooting) (?:myself|ourselves) in the foot\b/gu,
  /\b(?:beat|beating|kick|kicking) myself up?\b/gu,
  /\btake my life (?:and (?:let|use|make|do|lead|guide|turn)|lord|as (?:an|a|your))\b/gu,
  /\bcut(?:ting)? myself (?:off|some slack|shaving|a (?:break|slice)|while|cooking|on)\b/gu,
  globalRegex`
    \b(?:hurt|burned?|cut|injured) myself (?:
      at|playing|running|while|when i (?:fell|was|tried|ran|slipped)|falling|working|in the|during|lifting|cooking|
      skiing|exercising|by accident|badly falling
    )\b
  `,
  /\b(?:bored|scared|worried|frightened|worked|starved|tickled|freezing|frozen|sick|love \w+) to death\b/gu,
  /\b(?:career|political|social|commercial|economic|professional) suicide\b/gu,
  globalRegex`
    \b(?:my|the|our) (?:
      phone|car|battery|laptop|computer|plant|garden|marriage|hope|dream|career|business|church|faith|engine|flowers?|
      relationship|love|pride|ego|flesh|sin|old self|old man
    ) (?:to )?(?:is |has |was |must |just |will |should |finally )?(?:die|dies|died|dying|dead)\b
  `,
  /\b(?:disappear|vanish)(?:ed|ing)? from (?:social media|facebook|instagram|the internet|the scene|work|public)\b/gu,
  /\bend(?:ing)? it (?:all )?with (?:my|him|her|them)\b/gu,
  globalRegex`
    \b(?:be here|be there) (?:anymore )?(?:at|in) (?:this|my|the) (?:
      job|town|church|city|house|country|school|office|marriage|meeting|class|hospital|state|company|neighborhood
    )\b
  `,
  globalRegex`
    \b(?:i|we|everyone|all|us all|humans?|people) (?:must|have to|will|shall) (?:one day |all |someday |eventually )?die(?: one day| someday| eventually
    )?\b
  `,
  /\b(?:to )?die (?:well|in peace|peacefully|faithfully|a good death|with (?:dignity|grace|faith|hope))\b/gu,
  globalRegex`
    \b(?:jump(?:ing)?|drive|driving|crash(?:ing)?) (?:off|from|out|in front|into) (?:
      topic|the couch|to conclusions|work|town|the city|joy|bed|action|of bed|ministry
    )\b
  `,
  // Said in old age, or of it.
  globalRegex`
    \bready to (?:die|go|leave|be with (?:god|jesus|the lord))\b(?=.*\b(?:8\d|9\d|10\d|eighty|ninety|nineties|eighties|hundred|old age|great[- ]?grand\w+)\b)|
    (?<=\b(?:8\d|9\d|10\d|eighty|ninety|nineties|eighties|hundred|old age|great[- ]?grand\w+)\b.*)\bready to (?:die|go|leave|be with (?:god|jesus|the lord))\b
  `,
];
