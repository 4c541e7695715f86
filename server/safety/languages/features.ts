import { characterGroups } from "../../text-model/character-groups.ts";
import { fold, sentences } from "./fold.ts";

/** A word of most scripts; of Chinese and Korean a single character, since people leave spaces out or put them anywhere. */
const TOKEN = /[\p{Script=Han}\p{Script=Hangul}]|(?:(?![\p{Script=Han}\p{Script=Hangul}])[\p{L}\p{N}'])+/gu;
const CHARACTER = /^[\p{Script=Han}\p{Script=Hangul}]$/u;

/** Length of a window over a long sentence, in words or characters. */
const WINDOW = { words: 18, characters: 28 };

function windows(tokens: readonly string[]): string[][] {
  const characters = tokens.filter((token) => CHARACTER.test(token)).length;
  const size = characters * 2 > tokens.length ? WINDOW.characters : WINDOW.words;
  if (tokens.length <= size * 1.5) return [[...tokens]];
  const found: string[][] = [];
  for (let start = 0; start + size / 2 < tokens.length; start += size / 2) found.push(tokens.slice(start, start + size));
  return found;
}

/** The words of a piece of folded text. */
export const tokensOf = (folded: string): string[] => folded.match(TOKEN) ?? [];

/**
 * The parts of a topic that are classified: the whole topic if it is short, each sentence, each pair of neighbouring ones; a long sentence in
 * overlapping windows.
 */
export function parts(topic: string): string[][] {
  const said = sentences(fold(topic)).map(tokensOf);
  const all = said.flat();
  const found = windows(all).length === 1 ? [all] : [];
  for (const [i, sentence] of said.entries()) {
    const cut = windows(sentence);
    const before = said[i - 1];
    if (before && windows([...before, ...sentence]).length === 1) found.push([...before, ...sentence]);
    if (cut.length > 1 || sentence.length > 2) found.push(...cut);
  }
  return [...new Map((found.length > 0 ? found : [all]).map((words) => [words.join(" "), words])).values()];
}

/** Words count whole, by their beginning, and by groups of letters, which misspellings and endings leave standing. */
const STEM_LETTERS = 5;
const GROUP_SIZES = [3, 4, 5];
const GROUP_VALUE = 0.5;

/** The features of one part. */
export function features(words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const stems = words.map((word) => word.slice(0, STEM_LETTERS));
  for (const [i, word] of words.entries()) {
    found.set(word, 1);
    if (i + 1 < words.length) found.set(`${word} ${words[i + 1]}`, 1);
    if (i + 2 < words.length) found.set(`${stems[i]} _ ${stems[i + 2]}`, 1);
    if (CHARACTER.test(word)) {
      if (i + 2 < words.length) found.set(`${word} ${words[i + 1]} ${words[i + 2]}`, 1);
      continue;
    }
    if (i + 1 < words.length) found.set(`~${stems[i]} ${stems[i + 1]}`, 1);
    for (const group of characterGroups(word, GROUP_SIZES)) if (!found.has(group)) found.set(group, GROUP_VALUE);
  }
  return found;
}

const LANGUAGE_GROUPS = [1, 2, 3];

/** The features by which languages are told apart: short words whole, and small groups of letters. */
export function languageFeatures(words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const word of words) {
    found.set(CHARACTER.test(word) ? (/\p{Script=Han}/u.test(word) ? "Han" : "Hangul") : `=${word}`, 1);
    if (CHARACTER.test(word)) continue;
    for (const group of characterGroups(word, LANGUAGE_GROUPS)) found.set(group, GROUP_VALUE);
  }
  return found;
}
