import type { Accent } from "../../../speech/accent.ts";
import { hasSound, type Reading } from "../model/speeches.ts";
import type { Span } from "../model/word-spans.ts";
import type { FliteProgram } from "../flite/flite-program.ts";
import { createPronouncer } from "../flite/synthesise.ts";
import { type KokoroModel, STYLE_SIZE, STYLES } from "./onnx-model.ts";
import { phonemesOf } from "./phonemes.ts";
import { PAD, runsOf, tokensOf, type Token } from "./tokens.ts";

const SAMPLE_HZ = 24_000;
const FULL_SCALE = 32_768;

/** Some sentences to say. The words are plain, with "," "." "?" "!" behind them where the voice rests or ends. */
export interface Part {
  sentences: Reading;
  accent: Accent;
  speed: number;
}

export interface SpokenPart {
  samples: Int16Array<ArrayBuffer>;
  /** A span for each displayed word; null if the model gives no times. */
  spans: Span[] | null;
}

const MARK = /[,.?!]+$/u;

type Pronouncer = ReturnType<typeof createPronouncer>;

/** The tokens of each sentence. `first` is the number of its first displayed word. */
function sentenceTokens(sentence: readonly string[], first: number, accent: Accent, pronounce: Pronouncer): Token[] {
  const said = sentence.flatMap((text, i) =>
    text.split(" ").flatMap((spoken) => {
      const word = spoken.replace(MARK, "");
      return hasSound(word) ? [{ word, mark: MARK.exec(spoken)?.[0][0] ?? "", owner: first + i }] : [];
    }),
  );
  const lexicon = pronounce(
    said.map(({ word }) => word),
    accent,
  );
  const pronounced = said.map(({ word }) => ({ word, phones: lexicon.get(word) ?? [] }));
  const tokens: Token[] = [];
  said.forEach(({ mark, owner }, i) => {
    const phonemes = phonemesOf(pronounced[i] ?? { word: "", phones: [] }, accent, mark === "" ? pronounced[i + 1] : undefined);
    if (i > 0) tokens.push(...tokensOf(" ", null));
    tokens.push(...tokensOf(phonemes, owner), ...tokensOf(mark, null));
  });
  return tokens;
}

/** Adds to `spans` when each word of this run is heard. The run's sound begins at `at` seconds and takes `seconds`. */
function time(
  run: readonly Token[],
  durations: readonly number[],
  at: number,
  seconds: number,
  spans: (Span | undefined)[],
): void {
  const scale = seconds / durations.reduce((sum, duration) => sum + duration, 0);
  let end = at + (durations[0] ?? 0) * scale;
  run.forEach(({ word }, i) => {
    const start = end;
    end += (durations[i + 1] ?? 0) * scale;
    if (word !== null) spans[word] = [spans[word]?.[0] ?? start, end];
  });
}

const arePossible = (durations: readonly number[]): boolean =>
  durations.every((duration) => duration >= 0) && durations.some((duration) => duration > 0);

function sixteenBits(samples: ArrayLike<number>): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, (sample) => {
    if (!Number.isFinite(sample)) throw new Error("the model's sound is not made of numbers");
    return Math.min(Math.max(Math.round(sample * FULL_SCALE), -FULL_SCALE), FULL_SCALE - 1);
  });
}

/** Says parts of a sermon, one at a time, with this model and pronunciation. */
export function createPartSpeaker(
  model: KokoroModel,
  flite: FliteProgram,
): (part: Part, styles: Float32Array) => Promise<SpokenPart> {
  const pronounce = createPronouncer(flite, { stress: true });
  return async ({ sentences, accent, speed }, styles) => {
    let words = 0;
    const tokens = sentences.map((sentence) => {
      words += sentence.length;
      return sentenceTokens(sentence, words - sentence.length, accent, pronounce);
    });
    const spans = Array.from({ length: words }, (): Span | undefined => undefined);
    const pieces: Int16Array[] = [];
    let [length, isTimed] = [0, true];
    for (const run of runsOf(tokens)) {
      const row = Math.min(run.length, STYLES - 1) * STYLE_SIZE;
      const ids = [PAD, ...run.map(({ id }) => id), PAD];
      const { samples, durations } = await model.run(ids, styles.slice(row, row + STYLE_SIZE), speed);
      if (durations && arePossible(durations)) time(run, durations, length / SAMPLE_HZ, samples.length / SAMPLE_HZ, spans);
      else isTimed = false;
      pieces.push(sixteenBits(samples));
      length += samples.length;
    }
    const samples = new Int16Array(length);
    let at = 0;
    for (const piece of pieces) samples.set(piece, (at += piece.length) - piece.length);
    let end = 0;
    const timed = spans.map((span): Span => {
      if (span) end = span[1];
      return span ?? [end, end];
    });
    return { samples, spans: isTimed ? timed : null };
  };
}
