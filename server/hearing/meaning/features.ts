import { readFileSync } from "node:fs";
import { plainText } from "../../safety/plain-text.ts";
import { stem, words } from "../stem.ts";

/** Meanings by the stems of a word or phrase, and how many stems the longest phrase has. */
interface Concepts {
  phrases: Map<string, string[]>;
  longest: number;
}

let concepts: Concepts | undefined;

/** Reads concepts.txt: one meaning a line, its words and phrases after the colon. */
function readConcepts(): Concepts {
  const phrases = new Map<string, string[]>();
  let longest = 1;
  for (const line of readFileSync(new URL("./concepts.txt", import.meta.url), "utf8").split("\n")) {
    const [name, list] = line.startsWith("#") ? [] : line.split(": ");
    for (const text of list?.split(",") ?? []) {
      const stems = words(text).map(stem);
      longest = Math.max(longest, stems.length);
      const key = stems.join(" ");
      const known = phrases.get(key) ?? [];
      if (name && !known.includes(name)) phrases.set(key, [...known, name]);
    }
  }
  return { phrases, longest };
}

/** The meanings that begin at each word. */
function meanings(stems: readonly string[]): string[][] {
  const { phrases, longest } = (concepts ??= readConcepts());
  return stems.map((first, at) => {
    const here = new Set(phrases.get(first));
    for (let phrase = first, next = at + 1; next < Math.min(stems.length, at + longest); next++) {
      phrase += ` ${stems[next]}`;
      for (const meaning of phrases.get(phrase) ?? []) here.add(meaning);
    }
    return [...here];
  });
}

/** A repeated meaning counts this much more for each repetition, up to `MOST_AGAIN` repetitions. */
const AGAIN = 0.3;
const MOST_AGAIN = 3;
/** Weight of a pair of meanings; a single meaning has 1. */
const BOTH = 0.5;
/** Upper bounds of the size classes in words: a heading, a sentence, a few sentences; longer topics are stories. */
const SIZES = [4, 11, 29];

/** The words of a topic, shorthand expanded. */
export const wordsOf = (topic: string): string[] => words(plainText(topic));

/**
 * The features of a topic with their values: words, pairs of neighbours, meanings ("#temper"), pairs of meanings, words next to a
 * person ("#@spouse left"), and its size class.
 */
export function features(words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const stems = words.map(stem);
  const at = meanings(stems);
  const count = new Map<string, number>();
  for (const [i, one] of stems.entries()) {
    found.set(one, 1);
    const next = stems[i + 1];
    if (next !== undefined) found.set(`${one} ${next}`, 1);
    for (const meaning of at[i] ?? []) {
      count.set(meaning, (count.get(meaning) ?? -1) + 1);
      if (!meaning.startsWith("@")) continue;
      if (next !== undefined) found.set(`#${meaning} ${next}`, 1);
      if (i > 0) found.set(`${stems[i - 1]} #${meaning}`, 1);
    }
  }
  const named = [...count.keys()].toSorted();
  for (const [i, meaning] of named.entries()) {
    found.set(`#${meaning}`, 1 + AGAIN * Math.min(MOST_AGAIN, count.get(meaning) ?? 0));
    for (const other of named.slice(i + 1)) found.set(`#${meaning}+${other}`, BOTH);
  }
  found.set(`##${SIZES.filter((size) => stems.length > size).length}`, 1);
  return found;
}
