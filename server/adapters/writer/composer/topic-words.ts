/** The person's own words, fit to be said back to them. */
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

const REQUEST =
  /^(?:please\s+)?(?:(?:can|could|would|will) you\s+)?(?:(?:please\s+)?(?:write|give|make|create|generate|preach|compose|tell)\s+(?:me\s+|us\s+)?|i(?:'d| would)? (?:need|want|like)\s+)?(?:an?\s+|some\s+)?(?:short\s+|brief\s+|long\s+)?(?:sermon|message|homily|devotional|devotion|teaching|word|talk|topic|prayer)\s*(?:for me\s+)?(?:about|on|of|for|regarding|concerning|:)\s+/iu;
const HELP_WITH = /^(?:please\s+)?(?:i need\s+|i want\s+)?(?:some\s+)?(?:help|guidance|advice|encouragement|comfort|strength)\s+(?:with|about|on|for|in)\s+/iu;
const HELP_ME = /^(?:please\s+)?(?:god,?\s+|lord,?\s+)?help me\s+(?:to\s+)?/iu;

/** Orders to a machine, words addressed to someone else, and words no preacher would repeat. */
const UNFIT =
  /\b(?:ignore|disregard|instructions?|prompt|system|assistant|pretend|role ?play|output|print|repeat|translate|summari[sz]e|javascript|password|you|your|yours|fuck\w*|shit\w*|bitch\w*|cunt\w*|dick|porn\w*|sex|rape\w*|whore|slut|bastard|asshole|crap|damn\w*|kill\w*|murder\w*|die|suicide)\b/iu;
/** A verdict on oneself must not come back from the pulpit as "you are". */
const SELF_VERDICT =
  /\b(?:failure|failed|loser|worthless|useless|stupid|dumb|idiot|ugly|fat|bad|terrible|awful|horrible|disgusting|pathetic|weak|broken|unlovable|unforgivable|evil|monster|fraud|burden|hate|hopeless|damaged|dirty|coward|lazy|crazy|sinner|fault|deserve)\b/iu;
const ENGLISH =
  /\b(?:i|i'm|i've|my|me|the|a|an|of|to|for|with|about|in|on|at|and|how|why|what|when|is|are|not|no|after|from|who|god|being|losing|feeling|our|his|her|their)\b/iu;
const PLAIN = /^[\p{Script=Latin}'’, -]+$/u;

const SECOND: Record<string, string> = {
  i: "you", me: "you", my: "your", mine: "yours", myself: "yourself", we: "you", us: "you", our: "your", ours: "yours", ourselves: "yourselves",
  "i'm": "you’re", "i've": "you’ve", "i'll": "you’ll", "i'd": "you’d", "we're": "you’re", "we've": "you’ve", "we'll": "you’ll", "we'd": "you’d",
};

function toSecondPerson(text: string): string {
  return text
    .replaceAll("’", "'")
    .replace(/\b(I|we) (am|was)\b/giu, (_, __, verb: string) => (verb.toLowerCase() === "am" ? "you are" : "you were"))
    .replace(/\b(am|was) I\b/giu, (_, verb: string) => (verb.toLowerCase() === "am" ? "are you" : "were you"))
    .replace(/[\p{L}']+/gu, (word) => SECOND[word.toLowerCase()] ?? word)
    .replaceAll("'", "’");
}

/** Lowers the first letter of an ordinary word; names keep theirs ("John left"). */
const ORDINARY = /^(?:\p{L}+ing|my|the|an?|how|why|what|when|where|who|after|before|being|when|if|on|for|about|to|our|not|no|is|can)\b/iu;

/**
 * The topic as words that a preacher can say back, or null if it is not short and plain enough: then it is not echoed at all.
 * Nothing but letters, spaces, commas, hyphens and apostrophes passes, so no markup, link or number can.
 */
export function topicWords(topic: string): TopicWords | null {
  let text = topic.normalize("NFC").trim().replace(REQUEST, "").replace(HELP_WITH, "").replace(HELP_ME, "how to ");
  const asks = /\?$/u.test(text);
  text = text.replace(/[.?]$/u, "").trim().replaceAll("'", "’");
  const count = text.split(/\s+/u).length;
  if (!text || text.length > MAX_CHARS || count > MAX_WORDS || !PLAIN.test(text) || /\s{2}|--|[,’-]$/u.test(text)) return null;
  const plain = text.replaceAll("’", "'");
  if (UNFIT.test(plain) || SELF_VERDICT.test(plain) || (count > 1 && !ENGLISH.test(plain))) return null;
  if (text.length > 3 && text === text.toUpperCase()) text = text.toLowerCase();
  if (ORDINARY.test(text)) text = text.charAt(0).toLowerCase() + text.slice(1);
  text = text.replace(/(?<![\p{L}])i(?![\p{L}])/gu, "I");
  const wonders = /^(?:how|why|what|when|where|who)\b/iu.test(text) && !/^(?:how|what|when|where) to\b/iu.test(text);
  // "Am I to blame" cannot be said back as a question to the one who asks it.
  if (asks && !wonders && !/^(?:how|what|when|where) to\b/iu.test(text)) return null;
  const kind = wonders && asks ? "question" : /^(?:I|I’\p{L}+)\s/u.test(text) ? "clause" : "phrase";
  return { kind, toYou: toSecondPerson(text), own: text };
}
