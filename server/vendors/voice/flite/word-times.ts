import type { Phone } from "./synthesise.ts";

const VOWEL = /^[aeiou]/u;
/** Cost of a phone that is said but not expected, or expected but not said. */
const GAP = 1;

function mismatch(expected: string, said: string): number {
  if (expected === said) return 0;
  const [a, b] = [VOWEL.test(expected), VOWEL.test(said)];
  // A reduced vowel is still the same vowel; a vowel never is a consonant.
  return a && b ? 0.4 : a === b ? 1.1 : 2.2;
}

/** Index of the expected phone that each said phone stands for (Needleman-Wunsch), -1 where there is none. */
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
 * When each word is heard: seconds from the start of the utterance, by aligning the phones that were said with those each word has.
 * A word of which no phone was found gets a span of length 0 where the one before it ends.
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
