import { globalRegex } from "../../../shared/regex.ts";

export const HARM_TO_OTHERS_IDIOMS: readonly RegExp[] = [
  /\b(?:panic|anxiety|heart|asthma|verbal|media|shark|dog) attacks?\b/gu,
  globalRegex`
    \b(?:strangle|kill|murder|shoot|throttle|choke|stab|smash) (?:my |the |that |this |our )(?:\w+ )?(?:
      printer|laptop|computer|phone|alarm(?: clock)?|sat nav|internet|turkey|guest list|dishwasher|car|boiler|
      lawn ?mower
    )\b(?: and (?:my|the) \w+)?
  `,
  /\b(?:i|we) (?:could|can|would) (?:have )?(?:\w+ )?(?:kill|killed|strangled?|murder(?:ed)?) (?:\w+ ){1,3}/gu,
  globalRegex`
    \b(?:kill|killing|murder|murdering|crucify\w*|mortify\w*) (?:my |the |our |your )?(?:
      pride|ego|flesh|sins?|old self|old man|time|desires?|lusts?|anger|giants?|buzz|mood|vibe|lights?|joy|dream|
      idols?|weeds?|addiction|habits?|doubts?|fear
    )\b
  `,
  /\b(?:shoot|shot) (?:him|her|them|someone|me|you) (?:an? )?(?:text|email|message|note|line)\b/gu,
  /\b(?:photo|film|video) shoots?\b|\bshoot(?:ing)? (?:hoops|pool|a (?:film|video|movie)|the breeze|for)\b/gu,
  globalRegex`
    \b(?:beat|beating) (?:him|her|them|my \w+) (?:at|in|to(?! death)|by)\b|
    \bhurt (?:him|her|them|someone|my \w+) (?:with my words|feelings)\b|
    \bhurt (?:their|his|her) feelings\b
  `,
  globalRegex`
    \b(?:not|never) (?:
    want(?:ing)? |wish(?:ing)? |going |mean(?:ing)? |trying |plan\w* |intend\w* )?(?:to )?(?:hurt|harm|kill|attack) (?:
      him|her|them|anyone|anybody|someone|people|my \w+
    )\b
  `,
  globalRegex`
    \b(?:afraid|scared|worried|fear(?:ful)?|anxious) (?:that )?i (?:
    will |might |could |may |would |have |am going to )?(?:hurt|harm) (?:him|her|them|someone|people|my \w+) (?:
      by|with|if|again by|emotionally|feelings|when i (?:tell|say|leave)
    )\b
  `,
];
