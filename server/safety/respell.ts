/** How a consonant group sounds; applied in this order. Vowels are all written `a`, since respellings change them most. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:kn|gn|pn)/u, "n"],
  [/^wr/u, "r"],
  [/^ps/u, "s"],
  [/mb$/u, "m"],
  [/ght/u, "t"],
  [/ph/u, "f"],
  [/(?:tch|ch)/u, "C"],
  [/(?:sh|ti(?=on)|ci(?=ous|al|an)|ssi(?=on))/u, "S"],
  [/th/u, "T"],
  [/dg(?=e)/u, "j"],
  [/gh/u, ""],
  [/c(?=[eiy])/u, "s"],
  [/(?:ck|c|q)/u, "k"],
  [/x/u, "ks"],
  [/z/u, "s"],
  [/wh/u, "w"],
  [/(?<=[aeiou])[wy]/u, ""],
  [/(?<=.)(?:es|e)$/u, "e"],
  [/[aeiouy]+/u, "a"],
  [/(?<=[^a])ad$/u, "d"],
  [/(?<=[^a])a$/u, ""],
  [/(.)\1+/u, "$1"],
];
const EVERY_SOUND = SOUNDS.map(([pattern, to]) => [new RegExp(pattern.source, "gu"), to] as const);

/** What a word sounds like, roughly: "sooside" and "suicide" have the same key. */
export function soundOf(word: string): string {
  return EVERY_SOUND.reduce((rest, [pattern, to]) => rest.replace(pattern, to), word);
}

/** Short words as they are often misspelled: too short for `respeller`, which leaves them alone. */
const SHORT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bwan+a+\b|\bwnt to\b/gu, "want to"],
  [/\bwnt\b/gu, "want"],
  [/\bwan (?=to\b)/gu, "want "],
  [/\b(?:goin|goign|gunna|gon)(?= to\b)/gu, "going"],
  [/\b(?:kil+|kll|kiil)\b/gu, "kill"],
  [/\b(?:ded|deid)\b/gu, "dead"],
  [/\b(?:sez|sais)\b/gu, "says"],
  [/\b(?:wuz|waz)\b/gu, "was"],
  [/\b(?:wen|whn)\b/gu, "when"],
  [/\b(?:hav|hve)\b/gu, "have"],
  [/\bagen\b/gu, "again"],
  [/\bliv\b/gu, "live"],
  [/\bmy (?:slef|sefl)\b|\bmyslef\b/gu, "myself"],
  [
    /(?<=\b(?:to|i|me|could|should|and|not) )(?:dye|dy|diy)\b(?! (?:my|your|her|his|their|it|the|hair|eggs?|easter|wool|fabric|cloth|yarn)\b)/gu,
    "die",
  ],
];
/** Words that people part in two. */
const PARTED =
  /\b(?:(over) (dos(?:e[ds]?|ing))|(with) (out)|(your|him|her|them|our) (self|selves)|(sui) (cid(?:e|al))|(any|every) (more|thing))\b/gu;

/** Plain text in English with short words righted, and parted words joined ("over dosed"). */
export function joined(plain: string): string {
  const text = SHORT_WORDS.reduce((rest, [pattern, right]) => rest.replace(pattern, right), plain);
  return text.replace(PARTED, (whole) => whole.replace(" ", ""));
}

/** Shorter words are left alone: too many words look like them. */
const SHORTEST = 3;
/** Words are righted to one of the most frequent so many, fewer for a word of up to `SHORT` letters. */
const RANKS = { short: 900, long: 4000 };
const SHORT = 4;
const LONG = 6;

/** Each word with one letter less, and with two neighbours changed. */
function* slips(word: string): Generator<string> {
  yield word;
  for (let i = 0; i < word.length; i++) {
    yield word.slice(0, i) + word.slice(i + 1);
    if (i > 0) yield `${word.slice(0, i - 1)}${word[i]}${word[i - 1]}${word.slice(i + 1)}`;
  }
}

/** Letters left out, added, replaced or changed with their neighbour between two words (optimal string alignment). */
export function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const steps = [(rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + same];
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        steps.push((rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(Math.min(...steps));
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? 0;
}

/** Words by how they look, each slip of theirs, and by how they sound. */
interface Index {
  looks: ReadonlyMap<string, readonly string[]>;
  sounds: ReadonlyMap<string, readonly string[]>;
}

function indexOf(words: readonly string[], sounding: (word: string) => string): Index {
  const looks = new Map<string, string[]>();
  const sounds = new Map<string, string[]>();
  const add = (to: Map<string, string[]>, key: string, word: string): void => {
    const these = to.get(key);
    if (these) these.push(word);
    else to.set(key, [word]);
  };
  for (const word of words) {
    for (const key of new Set(slips(word))) add(looks, key, word);
    add(sounds, sounding(word), word);
  }
  return { looks, sounds };
}

/**
 * Rights the words of a text by how words look and how they sound. `known`: most frequent first, of which the first
 * `certain` are right as they are; the others may be misspellings that were met once. It may be wrong about a rare word, so its
 * reading is one beside the original's, never in place of it.
 */
export function respeller(
  known: readonly string[],
  certain: number,
  isKnown: (word: string) => boolean,
  sounding: (word: string) => string = soundOf,
): (plain: string) => string {
  const rank = new Map(known.map((word, i) => [word, i]));
  // Made for the first word that is not known.
  let index: Index | undefined;
  /** How far apart two words may be that sound alike: a respelling changes more letters of a long one. */
  const sounded = (word: string): number => (word.length > LONG ? 3 : word.length > SHORT ? 2 : 1);
  const righted = (word: string): string => {
    const own = rank.get(word) ?? Infinity;
    if (word.length < SHORTEST || own < certain || isKnown(word)) return word;
    const bound = word.length <= SHORT ? RANKS.short : RANKS.long;
    const { looks, sounds } = (index ??= indexOf(known.slice(0, RANKS.long), sounding));
    const sound = sounding(word);
    const alike = sounds.get(sound) ?? [];
    const offered = new Set([...[...slips(word)].flatMap((key) => looks.get(key) ?? []), ...alike]);
    let best: { word: string; badness: number } = { word, badness: Infinity };
    for (const other of offered) {
      const place = rank.get(other) ?? Infinity;
      const away = distance(word, other);
      const soundsAlike = alike.includes(other);
      // People seldom miss the first letter, and "hills" is not "pills".
      const possible = soundsAlike || other[0] === word[0] || (other[0] === word[1] && other[1] === word[0]);
      if (!possible || place >= bound || away > (soundsAlike ? sounded(word) : 1)) continue;
      const badness = away + (soundsAlike ? 0 : 0.6) + place / RANKS.long;
      if (badness < best.badness) best = { word: other, badness };
    }
    return best.word;
  };
  return (text) => text.replace(/\p{L}+/gu, (word) => righted(word));
}
