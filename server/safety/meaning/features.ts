import { readFileSync } from "node:fs";
import { plainText } from "../plain-text.ts";
import { stem } from "./stem.ts";

/** The words of a topic and its sentence ends, as the rules read them. */
function tokens(topic: string): string[] {
  return plainText(topic).match(/[a-z0-9'é]+|[.!?;]/gu) ?? [];
}

interface Lexicon {
  /** Meanings by word or phrase. */
  phrases: Map<string, string[]>;
  prefixes: { start: string; meaning: string }[];
  longest: number;
}

let lexicon: Lexicon | undefined;
const ofWord = new Map<string, string[]>();
/** Bound of the cache of words, so that unknown words cannot fill the memory. */
const REMEMBERED_WORDS = 20_000;

/** Reads concepts.txt: one meaning a line, its words and phrases after the colon; `*` ends a prefix. */
function readLexicon(): Lexicon {
  const phrases = new Map<string, string[]>();
  const prefixes: Lexicon["prefixes"] = [];
  let longest = 1;
  for (const line of readFileSync(new URL("./concepts.txt", import.meta.url), "utf8").split("\n")) {
    const [meaning, list] = line.startsWith("#") ? [] : line.split(": ");
    if (!meaning || !list) continue;
    for (const phrase of list.split(",").map((entry) => entry.trim())) {
      if (phrase.endsWith("*")) {
        prefixes.push({ start: phrase.slice(0, -1), meaning });
        continue;
      }
      const words = tokens(phrase);
      longest = Math.max(longest, words.length);
      const known = phrases.get(words.join(" ")) ?? [];
      if (!known.includes(meaning)) phrases.set(words.join(" "), [...known, meaning]);
    }
  }
  return { phrases, prefixes, longest };
}

function meaningsOfWord(word: string, { phrases, prefixes }: Lexicon): string[] {
  let found = ofWord.get(word);
  if (!found) {
    const starts = prefixes.filter(({ start }) => word.startsWith(start)).map(({ meaning }) => meaning);
    found = [...new Set([...(phrases.get(word) ?? []), ...starts])];
    if (ofWord.size < REMEMBERED_WORDS) ofWord.set(word, found);
  }
  return found;
}

/** The single words that have a meaning. */
export function meaningfulWords(): string[] {
  return [...(lexicon ??= readLexicon()).phrases.keys()].filter((phrase) => !phrase.includes(" "));
}

/** The meanings that begin at each word. */
function meanings(words: string[]): string[][] {
  const known = (lexicon ??= readLexicon());
  return words.map((word, at) => {
    const here = new Set(meaningsOfWord(word, known));
    for (let phrase = word, next = at + 1; next < Math.min(words.length, at + known.longest); next++) {
      phrase += ` ${words[next]}`;
      for (const meaning of known.phrases.get(phrase) ?? []) here.add(meaning);
    }
    return [...here];
  });
}

/**
 * The features of a list of words: the words, their stems ("~jump"), pairs of neighbours, pairs of stems with one word between
 * them, meanings ("@partner"), and meanings next to the stem of a word that has none.
 */
export function features(words: string[]): Set<string> {
  const found = new Set<string>(words);
  const at = meanings(words);
  const stems = words.map(stem);
  for (const [i, word] of words.entries()) {
    found.add(`~${stems[i]}`);
    if (i + 1 < words.length) found.add(`${word} ${words[i + 1]}`);
    if (i + 2 < words.length) found.add(`${stems[i]} _ ${stems[i + 2]}`);
    for (const meaning of at[i] ?? []) {
      found.add(`@${meaning}`);
      if (at[i + 1]?.length === 0) found.add(`@${meaning} ${stems[i + 1]}`);
      if (at[i - 1]?.length === 0) found.add(`${stems[i - 1]} @${meaning}`);
    }
  }
  return found;
}

/** Length of a window over a long sentence, in words. */
const WINDOW_WORDS = 18;
const MAX_UNSPLIT_WORDS = WINDOW_WORDS * 1.5;

/**
 * The parts of a topic that are classified: each sentence, each pair of neighbouring sentences, and the whole topic if it is
 * short. A longer sentence is cut into overlapping windows, so that one clause in a long message is read as if it stood alone.
 */
export function readings(topic: string, spelled: (word: string) => string): string[][] {
  const sentences: string[][] = [[]];
  for (const token of tokens(topic)) {
    if (/[.!?;]/u.test(token)) sentences.push([]);
    else sentences.at(-1)?.push(spelled(token));
  }
  const said = sentences.filter((sentence) => sentence.length > 0);
  const all = said.flat();
  const found = all.length <= MAX_UNSPLIT_WORDS ? [all] : [];
  for (const [i, sentence] of said.entries()) {
    const before = said[i - 1];
    if (before && before.length + sentence.length <= MAX_UNSPLIT_WORDS) found.push([...before, ...sentence]);
    if (sentence.length <= MAX_UNSPLIT_WORDS) {
      if (sentence.length > 2) found.push(sentence);
      continue;
    }
    for (let start = 0; start + WINDOW_WORDS / 2 < sentence.length; start += WINDOW_WORDS / 2)
      found.push(sentence.slice(start, start + WINDOW_WORDS));
  }
  return [...new Map((found.length > 0 ? found : [all]).map((words) => [words.join(" "), words])).values()];
}

function withOneLetterLess(word: string): string[] {
  return [word, ...Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))];
}

/** Shorter words are not corrected: too many words are one letter away. */
const SPELLABLE = 5;

/**
 * Corrects spelling: a word that is neither known nor has a meaning becomes the most frequent known word that is one letter away.
 * `known`: most frequent first.
 */
export function speller(known: readonly string[]): (word: string) => string {
  const vocabulary = new Set(known);
  const neighbours = new Map<string, string>();
  for (const word of known.filter((entry) => entry.length >= SPELLABLE))
    for (const key of withOneLetterLess(word)) if (!neighbours.has(key)) neighbours.set(key, word);
  return (word) => {
    if (word.length < SPELLABLE || vocabulary.has(word) || meaningsOfWord(word, (lexicon ??= readLexicon())).length > 0)
      return word;
    for (const key of withOneLetterLess(word)) {
      const right = neighbours.get(key);
      if (right !== undefined && Math.max(right.length, word.length) > SPELLABLE) return right;
    }
    return word;
  };
}
