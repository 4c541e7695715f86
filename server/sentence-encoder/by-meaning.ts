import type { SentenceEncoder } from "./encoder.ts";

/** What the encoder is trained to tell apart: the names of its heads. */
export type EncoderHead = "themes" | "facts" | "audiences" | "dangers";

/** Probability, 0 to 1, of each label by what a whole topic means; null without an encoder. Labels that it has not learned are missing. Pure. */
export function likelyByMeaning(topic: string, head: EncoderHead, encoder?: SentenceEncoder): Map<string, number> | null {
  const [meaning] = encoder?.meanings([topic]) ?? [];
  return encoder && meaning ? encoder.likely(head, meaning) : null;
}
