import type { Phone } from "./synthesise.ts";

const VOWEL = /^[aeiou]/u;
/** Cost of a surplus or a missing phone. */
const GAP = 1;

function mismatch(expected: string, said: string): number {
  if (expected === said) return 0;
  const [a, b] = [VOWEL.test(expected), VOWEL.test(said)];
  // Vowels may be reduced to other vowels, but never match a consonant.
  return a && b ? 0.4 : a === b ? 1.1 : 2.2;
}

/** For each spoken phone the index of the expected one (Needleman-Wunsch), -1 if there is none. */
function alignPhones(expected: readonly string[], said: readonly string[]): Int32Array {
  const width = said.length + 1;
  const cost = new Float64Array((expected.length + 1) * width);
  const at = (i: number, j: number): number => cost[i * width + j] ?? 0;
  const step = (i: number, j: number): number => mismatch(expected[i - 1] ?? "", said[j - 1] ?? "");
  for (let i = 0; i <= expected.length; i++)
    for (let j = 0; j <= said.length; j++)
      cost[i * width + j] =
        i === 0 || j === 0 ? (i + j) * GAP : Math.min(at(i - 1, j - 1) + step(i, j), at(i - 1, j) + GAP, at(i, j - 1) + GAP);
  const found = new Int32Array(said.length).fill(-1);
  for (let i = expected.length, j = said.length; i > 0 && j > 0;) {
    if (at(i, j) === at(i - 1, j - 1) + step(i, j)) found[--j] = --i;
    else if (at(i, j) === at(i - 1, j) + GAP) i--;
    else j--;
  }
  return found;
}

/**
 * The times of each word in seconds from the start of the utterance, by aligning the spoken phones with those of each word. A
 * word without any matched phone gets an empty span at the end of the word before it.
 */
export function wordTimes(words: readonly (readonly string[])[], phones: readonly Phone[]): [start: number, end: number][] {
  const expected = words.flatMap((word, owner) => word.map((name) => ({ name, owner })));
  const said = phones.map((phone, i) => ({ ...phone, start: phones[i - 1]?.end ?? 0 })).filter((phone) => phone.name !== "pau");
  const found = alignPhones(
    expected.map(({ name }) => name),
    said.map(({ name }) => name),
  );
  const spans: ([start: number, end: number] | undefined)[] = words.map(() => undefined);
  let owner = 0;
  said.forEach((phone, i) => {
    owner = expected[found[i] ?? -1]?.owner ?? owner;
    const span = spans[owner];
    if (span) span[1] = phone.end;
    else spans[owner] = [phone.start, phone.end];
  });
  let end = 0;
  return spans.map((span) => {
    if (span) end = span[1];
    return span ?? [end, end];
  });
}
