/** A piece of words that the encoder knows, with its log probability. */
export interface Piece {
  piece: string;
  score: number;
}

/** Number of the piece that stands for what is unknown. */
export const UNKNOWN = 0;
/** The first pieces are no letters: the unknown one, and marks that no text has. */
const FIRST_OF_TEXT = 6;
/** SentencePiece writes it for a space. */
const SPACE = "▁";
const UNKNOWN_SCORE = -20;

/** Turns a text into the numbers of its pieces. */
export type Tokenizer = (text: string) => number[];

/**
 * Cuts texts into the likeliest pieces: a unigram model (SentencePiece, https://arxiv.org/abs/1808.06226), by the Viterbi algorithm. Unknown
 * characters that follow each other are one unknown piece.
 */
export function tokenizer(pieces: readonly Piece[]): Tokenizer {
  const numbers = new Map(pieces.map(({ piece }, i) => [piece, i] as const).slice(FIRST_OF_TEXT));
  const beginnings = new Set(
    [...numbers.keys()].flatMap((piece) => {
      const characters = Array.from(piece);
      return characters.map((_, i) => characters.slice(0, i + 1).join(""));
    }),
  );

  return (text) => {
    const characters = Array.from(`${SPACE}${text.normalize("NFKC").replaceAll(" ", SPACE)}`);
    const best = characters.map(() => ({ score: -Infinity, from: 0, number: UNKNOWN }));
    const scoreBefore = (end: number): number => (end === 0 ? 0 : (best[end - 1]?.score ?? 0));
    const offer = (from: number, length: number, number: number, score: number): void => {
      const known = best[from + length - 1];
      if (known && scoreBefore(from) + score > known.score)
        Object.assign(known, { score: scoreBefore(from) + score, from, number });
    };
    for (let from = 0; from < characters.length; from++) {
      offer(from, 1, UNKNOWN, UNKNOWN_SCORE);
      let piece = "";
      for (let length = 1; from + length <= characters.length; length++) {
        piece += characters[from + length - 1] ?? "";
        if (!beginnings.has(piece)) break;
        const number = numbers.get(piece);
        if (number !== undefined) offer(from, length, number, pieces[number]?.score ?? 0);
      }
    }
    const found: number[] = [];
    for (let end = characters.length; end > 0; end = best[end - 1]?.from ?? 0) {
      const number = best[end - 1]?.number ?? UNKNOWN;
      if (number !== UNKNOWN || found.at(-1) !== UNKNOWN) found.push(number);
    }
    return found.toReversed();
  };
}
