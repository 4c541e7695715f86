import { KIN_WORDS } from "./kin-words.ts";
import * as lists from "./retell-words.ts";

/** Sentences that are told back at most, and their words together. */
const MOST = { sentences: 2, words: 34 };
/** Words of the first statement, and of one after it, at least. */
const FEWEST_WORDS = { first: 4, next: 3 };
/** A statement of so few words is told back only if it is most of the topic. */
const SHORT = { words: 5, followedBy: 2 };
/** What is told back is at least this part of the topic's words: less is seldom what moves the person. */
const FEWEST_OF_TOPIC = 0.25;

/** A sentence of a topic. `typed` and `plain` have the same places. */
interface Sentence {
  /** As it was typed, without the mark at its end. */
  body: string;
  /** Words and marks as they were typed. */
  typed: readonly string[];
  /** The same in small letters, with plain apostrophes and written out. */
  plain: readonly string[];
  /** The words of `plain`. */
  words: readonly string[];
  text: string;
}

/** What stands before a sentence. */
type After = "nothing" | "what was not told" | "what was told";

const TOKEN = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]+/gu;
const isWord = (token: string): boolean => /[\p{L}\p{N}]/u.test(token);

/** The sentences of a topic; "St." and the like end none, and a line is one as well. */
const sentencesOf = (topic: string): string[] =>
  topic
    .split(/(?<=(?<!\b(?:St|Mr|Mrs|Ms|Dr|No))[.!?…])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");

function readSentence(sentence: string): Sentence {
  const body = sentence.replace(/[.!]+$/u, "");
  const typed = Array.from(body.matchAll(TOKEN), ([token]) => token);
  const small = typed.map((token) => token.toLowerCase().replaceAll("’", "'"));
  const plain = small.map((token, i) =>
    token === "its" && /^(?:not|all|a|so|just|the|been)$/u.test(small[i + 1] ?? "")
      ? "it's"
      : (lists.WRITTEN_OUT.get(token) ?? token),
  );
  const words = plain.filter(isWord);
  return { body, typed, plain, words, text: words.join(" ") };
}

/** Forms of a sentence that are no plain statement of the writer's, or that the second person would change. */
const UNTELLABLE: readonly RegExp[] = [
  /\bown life\b/u,
  /\bour father\b/u,
  // A request: "I'd like ten minutes on it", "keep her safe".
  /\bi'd (?:like|love)\b|\bkeep (?:her|him|them|it)\b|\ba (?:short )?word for\b|\bten minutes\b/u,
  // What somebody said in the first person, or asked of somebody.
  /\b(?:says?|said|tells?|told) (?:we|i|i'm|ask|stop|love|don't)\b/u,
  /\btold (?:me|us|him|her|them|(?:my|our) \p{L}+)(?: (?:in|at|on)\b|$)/u,
  // A body of people, and what is done to "us" by one of us.
  /\bwe(?:'re| are| were) (?:a|an|two|three|four|five|six|like|about)\b|\bmarry us\b|\bwe're us\b/u,
  /\b(?:i mean it|no wait|no exaggeration)\b/u,
  /^(?:i'm|i am|we're|we are) not\b/u,
  /^i used to (?!.*\b(?:and|now|but)\b)/u,
  /\b(?:husbands|wifes|mums|moms|dads|mothers|fathers) (?!and|are|were|have|who|both)[a-z]/u,
  // "My wife hold hands", "at our boys graduation"
  new RegExp(`\\b(?:${KIN_WORDS.filter((word) => !word.endsWith("s")).join("|")}) (?:hold|go|come|have|do|say|want)\\b`, "u"),
  new RegExp(
    String.raw`\b(?:at|of|for|on|in) (?:my|our) (?:${KIN_WORDS.filter((word) => word.endsWith("s")).join("|")}) \p{L}`,
    "u",
  ),
];
/** "…, did nine years", "…, wife works days" */
const WITHOUT_SUBJECT = /,\s+(?:did|does|used to|been|had|has|have|got|went|wife|husband|mum|mom|dad)\b/iu;

const isFinite = (word: string): boolean => lists.FINITE.has(word) || (/[a-z]{2}ed$/u.test(word) && word !== "need");

/** Whether a sentence is a whole one about its writer, where it stands. */
function isStatement({ words, text }: Sentence, after: After, isKnown: (word: string) => boolean): boolean {
  const [first = "", second = ""] = words;
  const namesWriter = words.some((word) => lists.FIRST_PERSON.has(word));
  const isNext = lists.NEXT.has(first) || (namesWriter && !isKnown(first));
  const begins = lists.FIRST_PERSON.has(first)
    ? first !== "me" || second === "and"
    : namesWriter && (lists.PAST.has(first) || lists.TIMES.has(first));
  if (!begins && !(after === "what was told" && isNext)) return false;
  // "My best friend of twenty years" is no sentence; after "I" stands a verb.
  if (/^(?:i|we)$/u.test(first)) return second !== "and" && second !== "or";
  return /^(?:i|we)'/u.test(text) || lists.PAST.has(first) || words.slice(1, 12).some(isFinite);
}

/** Whether a sentence says "she" and the like before anybody who may be meant. */
function pointsAtNobody({ plain, typed }: Sentence): boolean {
  const at = plain.findIndex((word) => lists.THIRD_PERSON.has(word));
  const isSomebody = (word: string, i: number): boolean =>
    KIN_WORDS.includes(word.replace(/'s$/u, "")) || lists.PERSONS.has(word) || (i > 0 && /^\p{Lu}\p{Ll}/u.test(typed[i] ?? ""));
  return at >= 0 && !plain.slice(0, at).some(isSomebody);
}

/** The sentence in the second person. */
function turned({ body, typed, plain, words }: Sentence, isName: (i: number) => boolean): string {
  let sinceI = Infinity;
  const said = plain.map((word, i) => {
    const before = plain[i - 1] ?? "";
    sinceI = word === "i" ? 0 : sinceI + 1;
    if (lists.BARE_PARENTS.has(word) && !lists.BEFORE_PARENTS.has(before)) return `your ${word}`;
    const after = sinceI <= 2 ? lists.AFTER_YOU.get(word) : undefined;
    return lists.TURNED.get(word) ?? after ?? (isName(i) ? (typed[i] ?? word) : lists.printed(word, before));
  });
  // Between the words stands what was typed between them.
  let at = 0;
  const text = said
    .map((word, i) => {
      const from = body.indexOf(typed[i] ?? "", at);
      const between = body.slice(at, from);
      at = from + (typed[i] ?? "").length;
      return between + word;
    })
    .join("")
    .replace(/^your (\p{L}+) and you\b/u, "you and your $1")
    .replaceAll("'", "’");
  const whole = lists.PAST.has(words[0] ?? "") ? `you ${text}` : text;
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}.`;
}

/** A sentence told back; null if it is none that may be. `isAlone`: the topic has no other. */
function toldBack(typed: string, known: ReadonlySet<string>, after: After, isAlone: boolean): string | null {
  // Only letters, numbers and plain marks, and nothing in quotes.
  if (!/^[\p{L}\p{N}\s,;:'’—–-]+[.!]*$/u.test(typed) || /(?:^|\s)['’]/u.test(typed)) return null;
  const sentence = readSentence(typed);
  const { plain, words, text } = sentence;
  const fewest = after === "what was told" ? FEWEST_WORDS.next : FEWEST_WORDS.first;
  if (words.length < fewest || words.length > MOST.words) return null;
  const isKnown = (word: string): boolean => known.has(word) || word.split("-").every((part) => known.has(part));
  if (!isStatement(sentence, after, isKnown)) return null;
  if (UNTELLABLE.some((form) => form.test(text)) || WITHOUT_SUBJECT.test(typed)) return null;
  if (words.some((word) => lists.NOT_TOLD.has(word) || lists.WOUNDING.has(word))) return null;
  if (after === "what was not told" && words.some((word) => lists.POINTING.has(word))) return null;
  if (after === "nothing" && !isAlone && pointsAtNobody(sentence)) return null;
  const isName = (i: number): boolean => /^\p{Lu}\p{Ll}/u.test(sentence.typed[i] ?? "") && (i > 0 || !isKnown(words[0] ?? ""));
  const isRight = (word: string, i: number): boolean =>
    !isWord(word) || lists.TURNED.has(word) || isKnown(word) || isName(i) || /^\d{1,4}$/u.test(word);
  return plain.every(isRight) ? turned(sentence, isName) : null;
}

/** "You are a nurse." says who somebody is, not what they came with. */
const IS_WHO = /^You (?:are|were) (?:a|an|in|on|from|the|\d+)\b/u;

/**
 * What a topic tells of its writer, in their own words turned to "you", one or two sentences: "I got the job. Tomasz trained me." becomes "You got the
 * job. Tomasz trained you." Null if it tells nothing that may be told back: only plain statements in right spelling are, and none that shame or wound.
 * `known` are words in small letters that are spelled right. Pure.
 */
export function retell(topic: string, known: ReadonlySet<string>): string | null {
  const small = topic.toLowerCase().replaceAll("’", "'");
  if (lists.WOUNDING_PHRASES.some((phrase) => small.includes(phrase))) return null;
  const sentences = sentencesOf(topic);
  const told: string[] = [];
  for (const [i, sentence] of sentences.entries()) {
    if (told.length === 0 && i > 1) break;
    const after = i === 0 ? "nothing" : told.length === 0 ? "what was not told" : "what was told";
    const statement = toldBack(sentence, known, after, sentences.length === 1);
    if (statement === null && told.length === 0) continue;
    if (statement === null || [...told, statement].join(" ").split(" ").length > MOST.words) break;
    told.push(statement);
    if (told.length === MOST.sentences) break;
  }
  const text = told.join(" ");
  const length = text.split(" ").length;
  const isShort =
    length < FEWEST_OF_TOPIC * topic.trim().split(/\s+/u).length ||
    (length <= SHORT.words && sentences.length > SHORT.followedBy);
  const isWho = told.length === 1 && sentences.length > 1 && IS_WHO.test(text);
  return text === "" || isShort || isWho ? null : text;
}
