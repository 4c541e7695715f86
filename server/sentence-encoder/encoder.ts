import { readFileSync } from "node:fs";
import { Arena } from "./arena.ts";
import { likelyLabels } from "./head.ts";
import { batchOf, MOST_PIECES, Network } from "./network.ts";
import { tokenizer } from "./tokens.ts";
import { decodeWeights, type EncoderWeights } from "./weights-file.ts";

export interface SentenceEncoder {
  /** What texts mean, each as a vector of length 1: texts that mean the like have like vectors. English. */
  meanings: (texts: readonly string[]) => Float32Array[];
  /** The probability of each label of a head for what a text means. Throws if there is no such head. */
  likely: (head: string, meaning: Float32Array) => Map<string, number>;
}

/** Numbers that the steps of a batch of so many pieces take, for a network of this size; and of its matrices. */
export function sizeOf({ tensors }: Pick<EncoderWeights, "tensors">, pieces: number): number {
  const matrices = Object.values(tensors).reduce((sum, { values }) => sum + values.length, 0);
  const wide = tensors["upper-widen"].columns;
  return matrices + pieces * (8 * wide + MOST_PIECES * 8);
}

/** Texts of a batch have so many pieces together, or one text has more. */
const BATCH_PIECES = 512;

export function sentenceEncoder(weights: EncoderWeights): SentenceEncoder {
  const piecesOf = tokenizer(weights.pieces);
  const network = new Network(weights.tensors, new Arena(sizeOf(weights, BATCH_PIECES + MOST_PIECES)));
  network.keepForReading();
  const { heads } = weights;
  const size = weights.tensors.end.columns;
  const meanings = (texts: readonly string[]): Float32Array[] => {
    const found: Float32Array[] = [];
    const cut = texts.map((text) => piecesOf(text).slice(0, MOST_PIECES));
    for (let from = 0; from < cut.length;) {
      let to = from;
      for (let pieces = 0; to < cut.length && pieces < BATCH_PIECES; to++) pieces += cut[to]?.length ?? 0;
      const batch = batchOf(cut.slice(from, to));
      network.arena.within(() => {
        const { meanings } = network.run(batch);
        for (let text = 0; from < to; from++, text++) found.push(meanings.slice(text * size, (text + 1) * size));
      });
    }
    return found;
  };
  const likely = (name: string, meaning: Float32Array): Map<string, number> => {
    const head = heads[name];
    if (!head) throw new Error(`the sentence encoder has no head "${name}"`);
    const found = likelyLabels(head, meaning);
    return new Map(head.labels.map((label, i) => [label, found[i] ?? 0]));
  };
  return { meanings, likely };
}

/** Made by `npm run train:encoder`. */
export const WEIGHTS = new URL("./weights.bin", import.meta.url);

let committed: SentenceEncoder | undefined;

/** The encoder of the program. It keeps what the last texts mean, since a topic is read several times. */
export function committedEncoder(): SentenceEncoder {
  return (committed ??= keepingLast(sentenceEncoder(decodeWeights(readFileSync(WEIGHTS)))));
}

/** So many texts are kept with their meanings. */
const KEPT = 32;

function keepingLast(encoder: SentenceEncoder): SentenceEncoder {
  const kept = new Map<string, Float32Array[]>();
  return {
    ...encoder,
    meanings: (texts) => {
      const [text] = texts;
      if (text === undefined || texts.length > 1) return encoder.meanings(texts);
      const found = kept.get(text) ?? encoder.meanings(texts);
      // A map keeps the order in which it was filled: the first is the one that was not asked for longest.
      kept.delete(text);
      kept.set(text, found);
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT) break;
        kept.delete(oldest);
      }
      return found;
    },
  };
}
