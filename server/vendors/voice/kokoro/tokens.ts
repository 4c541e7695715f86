/** The symbols of Kokoro's vocabulary that are used here, with their numbers ("vocab" in the model's config.json). */
const VOCABULARY: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ",": 3,
    ".": 4,
    "!": 5,
    "?": 6,
    " ": 16,
    A: 24,
    I: 25,
    O: 31,
    Q: 33,
    T: 36,
    W: 39,
    Y: 41,
    b: 44,
    d: 46,
    f: 48,
    h: 50,
    i: 51,
    j: 52,
    k: 53,
    l: 54,
    m: 55,
    n: 56,
    p: 58,
    s: 61,
    t: 62,
    u: 63,
    v: 64,
    w: 65,
    z: 68,
    ɑ: 69,
    ɒ: 71,
    æ: 72,
    ɔ: 76,
    ð: 81,
    ʤ: 82,
    ə: 83,
    ɛ: 86,
    ɜ: 87,
    ɡ: 92,
    ɪ: 102,
    ŋ: 112,
    θ: 119,
    ɹ: 123,
    ʃ: 131,
    ʧ: 133,
    ʊ: 135,
    ʌ: 138,
    ʒ: 147,
    ˈ: 156,
    ˌ: 157,
    ː: 158,
  }),
);
const SPACE = 16;
const COMMA = 3;

/** Before and after the tokens of a text. */
export const PAD = 0;
/** The model takes 512 tokens with the two pads; it hurries when there are many. */
export const MAX_TOKENS = 400;
/** As many sentences as fit are said in one go, so that one follows from the other. */
const TOKENS_IN_ONE_GO = 250;

/** A token and the displayed word that it is part of; null for spaces and marks. */
export interface Token {
  id: number;
  word: number | null;
}

/** The tokens of a text of phonemes; what the model does not know is left out. */
export const tokensOf = (phonemes: string, word: number | null): Token[] =>
  Array.from(phonemes).flatMap((symbol) => {
    const id = VOCABULARY.get(symbol);
    return id === undefined ? [] : [{ id, word }];
  });

/** Cuts a sentence that is too long: after the last comma that fits, else the last word, else anywhere. */
function cut(sentence: readonly Token[]): Token[][] {
  const parts: Token[][] = [];
  let rest = [...sentence];
  while (rest.length > MAX_TOKENS) {
    const head = rest.slice(0, MAX_TOKENS);
    const comma = head.findLastIndex(({ id }) => id === COMMA);
    const at = (comma > MAX_TOKENS / 4 ? comma : head.findLastIndex(({ id }) => id === SPACE)) + 1 || MAX_TOKENS;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest];
}

/** The tokens of these sentences in runs for the model, none with more than `MAX_TOKENS`. */
export function runsOf(sentences: readonly (readonly Token[])[]): Token[][] {
  const runs: Token[][] = [];
  for (const part of sentences.flatMap(cut)) {
    const last = runs.at(-1);
    if (part.length === 0) continue;
    if (last && last.length + 1 + part.length <= TOKENS_IN_ONE_GO) last.push({ id: SPACE, word: null }, ...part);
    else runs.push([...part]);
  }
  return runs;
}
