import { globalRegex, regexSource } from "../../shared/regex.ts";

/** The person's own words in a form that a sermon can repeat. */
export interface TopicWords {
  /** A phrase ("forgiving your father"), a clause ("you can’t sleep"), or a question, without its last mark. */
  kind: "phrase" | "clause" | "question";
  /** Spoken to the person: the first person has become the second. */
  toYou: string;
  /** As the person would pray it. */
  own: string;
}

const MAX_WORDS = 12;
const MAX_CHARS = 80;

/** "Please write me a short sermon about": the request before the subject. */
const REQUEST = new RegExp(
  regexSource`
    ^(?:please\s+)?(?:(?:can|could|would|will) you\s+)?(?:
      (?:please\s+)?(?:write|give|make|create|generate|preach|compose|tell)\s+(?:me\s+|us\s+)?|
      i(?:'d| would)? (?:need|want|like)\s+
    )?(?:an?\s+|some\s+)?(?:short\s+|brief\s+|long\s+)?(?:
      sermon|message|homily|devotional|devotion|teaching|word|talk|topic|prayer
    )\s*(?:for me\s+)?(?:about|on|of|for|regarding|concerning|:)\s+
  `,
  "iu",
);
/** A topic that still speaks of a sermon after the request is not repeated: it is about preaching. */
const SERMON = /\b(?:sermons?|homil(?:y|ies)|devotional|preach(?:ing)?)\b/iu;
const OF_ONESELF = /\b(?:i|i['’]\w+|im|ive|my|me|mine|myself|we|our|us)\b/iu;
const HELP_WITH = /^(?:please\s+)?(?:i need\s+|i want\s+)?(?:some\s+)?(?:help|guidance|advice)\s+(?:with|about|on)\s+/iu;
const HELP_ME = /^(?:please\s+)?(?:god,?\s+|lord,?\s+)?help me\s+(?:to\s+)?/iu;

/** Instructions to a machine, words addressed to somebody else, and offensive words: such topics are not repeated. */
const UNFIT = new RegExp(
  regexSource`
    ^(?:
      write|tell|say|give|show|explain|describe|list|generate|create|make|act|speak|respond|answer|sing|compose|talk
    )\b|
    \b(?:
      ignore|disregard|instructions?|prompt|system|assistant|pretend|role ?play|output|print|repeat|translate|
      summari[sz]e|javascript|password|you|your|yours|fuck\w*|shit\w*|bitch\w*|cunt\w*|dick|porn\w*|sex|rape\w*|whore|
      slut|bastard|asshole|crap|damn\w*|kill\w*|murder\w*|die|suicide
    )\b
  `,
  "iu",
);
/** Judgements on oneself: they must not be repeated to the person as "you are". */
const SELF_VERDICT = new RegExp(
  regexSource`
    \b(?:
      failure|failed|loser|worthless|useless|stupid|dumb|idiot|ugly|fat|bad|terrible|awful|horrible|disgusting|pathetic|
      weak|broken|unlovable|unforgivable|evil|monster|fraud|burden|hate|hopeless|damaged|dirty|coward|lazy|crazy|sinner|
      fault|deserve
    )\b
  `,
  "iu",
);
/** A topic of several words without one of these is not taken for English. */
const ENGLISH = new RegExp(
  regexSource`
    \b(?:
      i|i'm|i've|my|me|he|she|they|we|it|this|that|was|were|has|have|never|all|more|too|the|a|an|of|to|for|with|about|in|
      on|at|and|how|why|what|when|is|are|not|no|after|from|who|god|being|losing|feeling|our|his|her|their
    )\b
  `,
  "iu",
);
/** Nothing but words: no link, no number, no markup. */
const PLAIN = /^[\p{Script=Latin}'’, -]+$/u;

/** The first person as the person is addressed. */
const SECOND_PERSON: Record<string, string> = {
  i: "you",
  me: "you",
  my: "your",
  mine: "yours",
  myself: "yourself",
  we: "you",
  us: "you",
  our: "your",
  ours: "yours",
  ourselves: "yourselves",
  "i'm": "you’re",
  "i've": "you’ve",
  "i'll": "you’ll",
  "i'd": "you’d",
  "we're": "you’re",
  "we've": "you’ve",
  "we'll": "you’ll",
  "we'd": "you’d",
};

function toSecondPerson(text: string): string {
  return text
    .replaceAll("’", "'")
    .replace(/\b(I|we) (am|was)\b/giu, (_, __, verb: string) => (verb.toLowerCase() === "am" ? "you are" : "you were"))
    .replace(/\b(am|was) I\b/giu, (_, verb: string) => (verb.toLowerCase() === "am" ? "are you" : "were you"))
    .replace(/[\p{L}']+/gu, (word) => SECOND_PERSON[word.toLowerCase()] ?? word)
    .replaceAll("'", "’");
}

/** Ordinary words that a topic can begin with: their first letter is lowered. Names keep theirs ("John left"). */
const ORDINARY = new RegExp(
  regexSource`
    ^(?:
      \p{L}{2,}(?:ing|ness|tion|ment|ance|ence|ship)|my|the|an?|he|she|they|we|it|how|why|what|when|where|who|after|before|
      if|on|for|about|to|our|not|no|is|can|grief|hope|faith|fear|anger|anxiety|anxious|worr(?:y|ies|ied)|guilt|shame|doubt|
      love|peace|joy|loss|divorce|marriage|family|work|money|debt|finances|illness|cancer|death|life|prayer|gratitude|
      stress|trust|courage|wisdom|strength|parents|children|help|lonely|tired|lost|afraid|don’t|can’t
    )(?!\p{L})
  `,
  "iu",
);

/** Apostrophes that are often left out in typing. */
const MISSING: Record<string, string> = {
  im: "I’m",
  ive: "I’ve",
  dont: "don’t",
  cant: "can’t",
  wont: "won’t",
  didnt: "didn’t",
  doesnt: "doesn’t",
  isnt: "isn’t",
  couldnt: "couldn’t",
  wasnt: "wasn’t",
};

/** Names that are often typed in lower case. "may", "march" and "lent" are left out: they are words as well. */
const NAMES = globalRegex`
  (?<![\p{L}])(?:
    god|jesus|christ|christian|christmas|easter|advent|pentecost|bible|monday|tuesday|wednesday|thursday|friday|saturday|
    sunday|january|february|april|june|july|august|september|october|november|december
  )(?![\p{L}])
`;

/** A question that is said back as it is ("how can I forgive"). */
const ASKS =
  /^(?:how|why|what|when|where|who) (?:do|does|did|can|could|should|is|are|am|was|were|will|would|have|has|must|shall)\b/iu;

/**
 * The topic in a form that a sermon can repeat, or null if it is not short and plain enough. Only letters, spaces, commas,
 * hyphens and apostrophes pass, so no markup, link or number can.
 */
export function topicWords(topic: string): TopicWords | null {
  const asked = topic.normalize("NFC").trim();
  let text = asked.replace(REQUEST, "").replace(HELP_WITH, "").replace(HELP_ME, "how to ");
  // A request for a sermon on a subject does not speak about the person.
  if (SERMON.test(text) || (REQUEST.test(asked) && !OF_ONESELF.test(text))) return null;
  const marked = text.endsWith("?");
  text = text
    .replace(/[.?]$/u, "")
    .replace(/,? please$/iu, "")
    .trim()
    .replaceAll("'", "’")
    .replace(/[\p{L}’]+/gu, (word) => MISSING[word.toLowerCase()] ?? word);
  const count = text.split(/\s+/u).length;
  if (!text || text.length > MAX_CHARS || count > MAX_WORDS || !PLAIN.test(text) || /\s{2}|--|[,’-]$/u.test(text)) return null;
  const plain = text.replaceAll("’", "'");
  if (UNFIT.test(plain) || SELF_VERDICT.test(plain) || (count > 1 && !ENGLISH.test(plain))) return null;
  if (text.length > 3 && text === text.toUpperCase()) text = text.toLowerCase();
  if (ORDINARY.test(text)) text = text.charAt(0).toLowerCase() + text.slice(1);
  text = text.replace(/(?<![\p{L}])i(?![\p{L}])/gu, "I").replace(NAMES, (name) => name.charAt(0).toUpperCase() + name.slice(1));
  const asks = ASKS.test(text);
  // A yes-no question ("Am I to blame?") does not work as a quotation.
  if (marked && !asks && !/^(?:how|what|when|where) to\b/iu.test(text)) return null;
  const kind = asks ? "question" : /^(?:I|I’\p{L}+|we|we’\p{L}+)\s/u.test(text) ? "clause" : "phrase";
  return { kind, toYou: toSecondPerson(text), own: text };
}
