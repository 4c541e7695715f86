import type { SpokenBlock } from "../join.ts";
import { limitPeaks, PEAK_CEILING } from "../loudness.ts";
import { createEncoder, MP3_HZ } from "../mp3.ts";
import { FLITE_HZ, loadFlite } from "./flite-program.ts";
import { createResampler } from "../resample.ts";
import type { Speaker } from "./speakers.ts";
import type { SpeechWords } from "../../../speech/speech-text.ts";
import { PRAYER_STRETCH } from "../join.ts";
import { createPronouncer, lengthenPauses, synthesise } from "./synthesise.ts";
import { createTone } from "./tone.ts";
import { wordTimes } from "./word-times.ts";

/** One block of a sermon, ready to be spoken. */
export interface BlockSpeech {
  sentences: readonly SpeechWords[];
  /** A prayer is spoken more slowly. */
  prayer: boolean;
  speaker: Speaker;
}

/** Silence added to what Flite itself leaves: about 0.4 s between sentences, 0.1 s at a comma. */
const SENTENCE_PAUSE_SECONDS = 0.35;
const PRAYER_SENTENCE_PAUSE_SECONDS = 0.5;
const AMEN_PAUSE_SECONDS = 0.8;
const CLAUSE_PAUSE_SECONDS = 0.2;
/** Time for the reverberation to fade after the last word. */
const TAIL_SECONDS = 0.25;
/** Longest utterance. Flite's memory and time grow with it, and its intonation becomes flat. */
const MAX_UTTERANCE_WORDS = 40;
const MIN_UTTERANCE_WORDS = 12;

/** Cuts a sentence's displayed words into utterances: after the last pause that fits, else after the last word that fits. */
export function utterances(sentence: SpeechWords): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let [from, count] = [0, 0];
  let pause = { at: 0, count: 0 };
  sentence.forEach((said, i) => {
    if (count > 0 && count + said.length > MAX_UTTERANCE_WORDS) {
      const cut = pause.at > from && pause.count >= MIN_UTTERANCE_WORDS ? pause : { at: i, count };
      found.push({ from, to: cut.at });
      from = cut.at;
      count -= cut.count;
    }
    count += said.length;
    if (said.at(-1)?.endsWith(",")) pause = { at: i + 1, count };
  });
  return [...found, { from, to: sentence.length }];
}

/** The silence before a sentence that is not the first: more in a prayer, and most before its Amen. */
function pauseBefore(sentence: SpeechWords, prayer: boolean): number {
  if (sentence.flat()[0]?.startsWith("amen")) return AMEN_PAUSE_SECONDS;
  return prayer ? PRAYER_SENTENCE_PAUSE_SECONDS : SENTENCE_PAUSE_SECONDS;
}

/** The text for Flite; a final comma becomes a full stop. */
const utteranceText = (words: SpeechWords): string => `${words.flat().join(" ").replace(/,$/u, "")}.`;

const bare = (said: string): string => said.replace(",", "");

/** Speaks blocks, one at a time. Throws if the synthesiser does. */
export async function createBlockSpeaker(module: WebAssembly.Module): Promise<(block: BlockSpeech) => SpokenBlock> {
  const flite = loadFlite(module);
  const pronounce = createPronouncer(flite);
  const encoder = await createEncoder();
  return ({ sentences, prayer, speaker }) => {
    const { manner } = speaker;
    const pace = prayer ? { ...manner, stretch: manner.stretch * PRAYER_STRETCH } : manner;
    const resample = createResampler((FLITE_HZ / MP3_HZ) * speaker.speed);
    const tone = createTone(speaker.filters, speaker.gainDb, MP3_HZ);
    const lexicon = pronounce(sentences.flat(2).map(bare), manner.accent);
    const pieces: Uint8Array[] = [];
    let samplesSoFar = 0;
    const record = (samples: Float32Array): void => {
      tone(samples);
      pieces.push(encoder.encode(limitPeaks(samples, PEAK_CEILING)));
      samplesSoFar += samples.length;
    };
    const silence = (seconds: number): void => record(new Float32Array(Math.round(seconds * MP3_HZ)));

    encoder.start();
    const times: SpokenBlock["sentences"] = [];
    for (const sentence of sentences) {
      const isSpoken = sentence.some((said) => said.length > 0);
      if (isSpoken && samplesSoFar > 0) silence(pauseBefore(sentence, prayer));
      const spans: SpokenBlock["sentences"][number] = [];
      for (const { from, to } of utterances(sentence)) {
        const words = sentence.slice(from, to);
        const start = samplesSoFar / MP3_HZ;
        if (words.every((said) => said.length === 0)) {
          spans.push(...words.map((): [number, number] => [start, start]));
          continue;
        }
        const speech = synthesise(flite, utteranceText(words), pace);
        const { samples, phones } = lengthenPauses(speech, CLAUSE_PAUSE_SECONDS * speaker.speed);
        record(resample(samples));
        const expected = words.map((said) => said.flatMap((word) => lexicon.get(bare(word)) ?? []));
        for (const [from, to] of wordTimes(expected, phones))
          spans.push([start + from / speaker.speed, start + to / speaker.speed]);
      }
      times.push(spans);
    }
    silence(TAIL_SECONDS);
    pieces.push(encoder.finish());
    const frames = new Uint8Array(Buffer.concat(pieces));
    return { frames, sentences: times };
  };
}
