/** Groups of words that say one thing, as a `concepts.txt` lists them. */
export interface Concepts {
  /** The concepts that begin at each of these words. */
  at: (words: readonly string[]) => string[][];
  /** Whether a single word has a concept. */
  has: (word: string) => boolean;
  /** The single words that have one. */
  words: string[];
}

/** Bound of the cache of words, so that unknown words cannot fill the memory. */
const REMEMBERED_WORDS = 20_000;

/**
 * Reads the concepts of a text: one a line, its name, then the words and phrases for it ("partner: husband, old man"); an ending
 * `*` stands for any ending, and lines that begin with `#` are comments. `units` turns a phrase into words in the form that `at` will be
 * asked with (stems, for instance).
 */
export function readConcepts(text: string, units: (phrase: string) => string[]): Concepts {
  const phrases = new Map<string, string[]>();
  const prefixes: { start: string; concept: string }[] = [];
  /** The beginnings of phrases of several words. */
  const begun = new Set<string>();
  for (const line of text.split("\n")) {
    const [concept, list] = line.startsWith("#") ? [] : line.split(": ");
    if (!concept || !list) continue;
    for (const phrase of list.split(",").map((entry) => entry.trim())) {
      if (phrase.endsWith("*")) {
        prefixes.push({ start: phrase.slice(0, -1), concept });
        continue;
      }
      const words = units(phrase);
      for (let length = 1; length < words.length; length++) begun.add(words.slice(0, length).join(" "));
      const key = words.join(" ");
      const known = phrases.get(key) ?? [];
      if (!known.includes(concept)) phrases.set(key, [...known, concept]);
    }
  }

  const remembered = new Map<string, string[]>();
  const ofWord = (word: string): string[] => {
    let found = remembered.get(word);
    if (!found) {
      const starts = prefixes.filter(({ start }) => word.startsWith(start)).map(({ concept }) => concept);
      found = [...new Set([...(phrases.get(word) ?? []), ...starts])];
      if (remembered.size < REMEMBERED_WORDS) remembered.set(word, found);
    }
    return found;
  };
  return {
    at: (words) =>
      words.map((word, at) => {
        const here = new Set(ofWord(word));
        for (let phrase = word, next = at + 1; next < words.length && begun.has(phrase); next++) {
          phrase += ` ${words[next]}`;
          for (const concept of phrases.get(phrase) ?? []) here.add(concept);
        }
        return [...here];
      }),
    has: (word) => ofWord(word).length > 0,
    words: [...phrases.keys()].filter((phrase) => !phrase.includes(" ")),
  };
}
