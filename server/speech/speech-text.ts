import type { Accent } from "./accent.ts";
import { DATE_RULES } from "./date-rules.ts";
import { NAMES } from "./names/names.ts";
import { AMOUNT_RULES, NUMBER_RULES } from "./number-rules.ts";
import { REFERENCE_RULES, VERSE_RULES } from "./reference-rules.ts";
import { isMark, isWord, type Reading, type Rule } from "./rules.ts";
import { abbreviation, inContext, initialism } from "./speech-words.ts";
import { speechTokens, withoutFootnoteMarks, type SpeechToken } from "./speech-tokens.ts";

/** The spoken words for each displayed word: plain words of a-z and apostrophes; a comma after a word marks a pause. */
export type SpeechWords = string[][];

/** Most spoken words of one displayed word, so that 15,000 digits are still spoken in bounded time. */
const MAX_SPOKEN_PER_WORD = 24;

/** "Beth-el" is a name that the lexicon has in one word. */
const hyphenatedName: Rule = ({ tokens, say }, at) => {
  const [first, hyphen, second] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (!isWord(first, /^[A-Z]/u) || !isMark(hyphen, "-–") || !hyphen.glued || second?.kind !== "word" || !second.glued) return 0;
  const name = (first.text + second.text).toLowerCase();
  if (!NAMES.american.has(name)) return 0;
  say(first, name);
  return 3;
};

/** Words that stand apart: the end of a prayer, and the rest in a psalm. */
const SET_APART = /^(?:amen|selah)$/iu;

const word: Rule = ({ tokens, say, pause }, at) => {
  const token = tokens[at];
  if (token?.kind !== "word") return 0;
  if (SET_APART.test(token.text)) {
    pause();
    say(token, token.text.toLowerCase());
    pause();
    return 1;
  }
  const dot = isMark(tokens[at + 1], ".") && tokens[at + 1]?.glued === true;
  const expanded = abbreviation(token.text, dot);
  say(token, ...(expanded ?? initialism(token.text) ?? [inContext(tokens, at)]));
  return expanded && dot ? 2 : 1;
};

const SAID_MARKS: ReadonlyMap<string, string> = new Map(
  Object.entries({ "&": "and", "+": "plus", "=": "equals", "%": "percent", "@": "at", "°": "degrees" }),
);

/** Words from which a quotation is heard as one; fewer are a word or a phrase in quotation marks. */
const MIN_QUOTED_WORDS = 4;

/** Whether the quotation mark at `at` begins or ends words that somebody says. */
function isAroundSpeech(tokens: readonly SpeechToken[], at: number): boolean {
  const marks = tokens.flatMap((token, i) => (isMark(token, '"') ? [i] : []));
  const nth = marks.indexOf(at);
  const [from, to] = nth % 2 === 0 ? [at, marks[nth + 1] ?? tokens.length] : [marks[nth - 1] ?? 0, at];
  return tokens.slice(from, to).filter(({ kind }) => kind !== "mark").length >= MIN_QUOTED_WORDS;
}

const mark: Rule = ({ tokens, say, pause }, at) => {
  const token = tokens[at];
  if (!token) return 0;
  if (token.text === '"' && isAroundSpeech(tokens, at)) pause();
  const said = SAID_MARKS.get(token.text);
  if (said) say(token, said);
  else if (token.text === "#" && tokens[at + 1]?.kind === "number") say(token, "number");
  else if (",;:.?!()—–".includes(token.text)) pause();
  else if (token.text === "-" && !(token.glued && tokens[at + 1]?.glued)) pause();
  return 1;
};

const RULES: readonly Rule[] = [
  ...AMOUNT_RULES,
  ...REFERENCE_RULES,
  ...DATE_RULES,
  ...VERSE_RULES,
  ...NUMBER_RULES,
  hyphenatedName,
  word,
  mark,
];
/** Rules whose words a voice that reads English by itself does not need. */
const PLAIN_RULES: ReadonlySet<Rule | undefined> = new Set([hyphenatedName, word, mark]);

/** The spoken words for each displayed word, and which displayed words a rule for numbers or references has changed. */
function read(words: readonly { text: string }[], accent: Accent): { said: SpeechWords; inWords: ReadonlySet<number> } {
  const said: SpeechWords = words.map(() => []);
  const inWords = new Set<number>();
  let last: string[] | undefined;
  const tokens = speechTokens(words);
  const reading: Reading = {
    tokens,
    accent,
    say: (token, ...spoken) => {
      const room = MAX_SPOKEN_PER_WORD - (said[token.owner]?.length ?? MAX_SPOKEN_PER_WORD);
      if (room <= 0 || spoken.length === 0) return;
      last = said[token.owner];
      last?.push(...spoken.slice(0, room));
    },
    pause: () => {
      const word = last?.at(-1);
      if (last && word && !word.endsWith(",")) last[last.length - 1] = `${word},`;
    },
  };
  for (let at = 0; at < tokens.length;) {
    let used = 0;
    const rule = RULES.find((rule) => (used = rule(reading, at)) > 0);
    if (!PLAIN_RULES.has(rule)) for (const { owner } of tokens.slice(at, at + used)) inWords.add(owner);
    at += used;
  }
  return { said, inWords };
}

/**
 * Converts the displayed words of a sentence for Flite: entry i says displayed word i (empty if it is not spoken). Flite fails on
 * anything but ASCII, and misreads references, years and abbreviations.
 */
export function speechWords(words: readonly { text: string }[], accent: Accent = "american"): SpeechWords {
  return read(words, accent).said;
}

/** Characters that a voice could take for markup ("<break>", "[laughs]") or cannot read, such as emoji. */
const UNREADABLE = /[^\p{L}\p{M}\p{N}\p{P}]|[[\]{}\p{Variation_Selector}]/gu;
const MAX_CHARS_PER_WORD = 60;
const OPENING = /^[^\p{L}\p{N}]*/u;
const CLOSING = /[^\p{L}\p{N}]*$/u;

/**
 * The same for a voice that reads English by itself: the displayed words, with numbers, amounts and references in words:
 * "(13:4–7)." -> "(thirteen, verses four to seven)." Dashes stay, because they are pauses; other words without speech are empty.
 */
export function readableWords(words: readonly { text: string }[]): string[] {
  const { said, inWords } = read(words, "american");
  return words.map(({ text }, i) => {
    const shown = withoutFootnoteMarks(text).replace(UNREADABLE, "");
    if (!inWords.has(i)) return /[\p{L}\p{N}–—]/u.test(shown) ? Array.from(shown).slice(0, MAX_CHARS_PER_WORD).join("") : "";
    const plain = said[i]?.join(" ") ?? "";
    if (plain === "") return "";
    const opening = OPENING.exec(shown)?.[0] ?? "";
    const isName = /^\p{Lu}\p{Ll}/u.test(shown.slice(opening.length));
    const spoken = isName ? plain.replace(/^./u, (letter) => letter.toUpperCase()) : plain;
    if (!spoken.endsWith(",")) return opening + spoken;
    const closing = CLOSING.exec(shown)?.[0] || ",";
    // The full stop of an abbreviation ends no sentence: "1 Cor. 13".
    return opening + spoken.slice(0, -1) + (closing === "." && inWords.has(i + 1) ? "," : closing);
  });
}
