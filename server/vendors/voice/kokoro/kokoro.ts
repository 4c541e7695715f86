import { spokenSentences, type Block } from "../../../../shared/sermon-text.ts";
import type { VoiceName } from "../../../../shared/voices.ts";
import { ACCENTS } from "../../../speech/accent.ts";
import { spokenWords } from "../../../speech/reader-only.ts";
import { speechWords } from "../../../speech/speech-text.ts";
import { spokenAs } from "../../../speech/spoken-as.ts";
import { findPauses, PCM_HZ, samplesOf } from "../model/pcm.ts";
import { createRecordedVoice, measured } from "../model/recorded-voice.ts";
import { partsOf, textOf, type Speech } from "../model/speeches.ts";
import { spansByLength } from "../model/word-spans.ts";
import { startProcess } from "../process-worker.ts";
import { VoiceError, type Voice } from "../voice.ts";
import { createWorkerPool } from "../worker-pool.ts";
import type { SpokenPart } from "./speak-part.ts";
import type { SpeakAnswer, SpeakTask } from "./speaker.worker.ts";

export interface KokoroOptions {
  /** The model's file. */
  model: string;
  /** The folder of the package onnxruntime-node. */
  runtime: string;
  threads: number;
  /** The file of each voice, and how fast the model is asked to speak with it. */
  voices: Readonly<Record<VoiceName, { file: string; speed: number }>>;
  /** After so long without work the model's memory is given back. */
  idleMs?: number;
}

const IDLE_MS = 300_000;
/** Upper bound, as for Flite: the rest is silent, its words timed at the end. */
const MAX_SAID_WORDS = 4_000;
/** How a sentence ends, in the order in which they are looked for. */
const ENDINGS = ["?", "!", "."];

function endingOf(words: readonly { text: string }[]): string {
  const marks = /[^\p{L}\p{N}]*$/u.exec(words.at(-1)?.text ?? "")?.[0] ?? "";
  return ENDINGS.find((mark) => marks.includes(mark)) ?? ".";
}

/** The plain words of each spoken block as Flite says them, with the mark that ends each sentence. */
export function plainSpeechesOf(blocks: readonly Block[], voice: VoiceName): Speech[] {
  const speeches = new Map<number, Speech>();
  const manners = spokenAs(blocks);
  let left = MAX_SAID_WORDS;
  for (const { block, words } of spokenSentences(blocks)) {
    const speech = speeches.get(block) ?? { pause: 1, prayer: false, ...manners[block], sentences: [] };
    const said = speechWords(spokenWords(words, blocks[block]?.kind), ACCENTS[voice]).map((spoken) =>
      (left -= spoken.length) > 0 ? spoken.join(" ") : "",
    );
    const last = said.findLastIndex((text) => text !== "");
    if (last >= 0) said[last] = `${said[last]?.replace(/,$/u, "")}${endingOf(words)}`;
    speech.sentences.push(said);
    speeches.set(block, speech);
  }
  return [...speeches.values()];
}

/** Says parts of sermons in a process of its own, one at a time. */
export interface Speaker {
  say(part: Pick<SpeakTask, "sentences" | "accent" | "speed" | "voice">, signal: AbortSignal): Promise<SpokenPart>;
  close(): Promise<void>;
}

export function createSpeaker({
  model,
  runtime,
  threads,
  idleMs = IDLE_MS,
}: Pick<KokoroOptions, "model" | "runtime" | "threads" | "idleMs">): Speaker {
  const pool = createWorkerPool<SpeakTask, SpeakAnswer>({
    size: 1,
    idleMs,
    start: () => startProcess(new URL("./speaker.worker.ts", import.meta.url)),
    onEmpty: () => {},
  });
  return {
    async say(part, signal) {
      const answer = await pool.run({ ...part, model, runtime, threads }, signal);
      if ("failed" in answer) throw new VoiceError("failed", `Kokoro: ${answer.failed}`);
      const { samples, spans } = answer;
      const heard = samplesOf(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength), textOf(part.sentences).length);
      if (typeof heard === "string") throw new VoiceError("failed", `Kokoro: ${heard}`);
      return { samples: heard, spans };
    },
    close: () => pool.close(),
  };
}

/**
 * Kokoro-82M on this machine. The model runs in a process of its own, since ONNX Runtime can't be called off in a thread; it is loaded with the
 * first paragraph and its memory given back when nobody has asked for a while. Rejects with `VoiceError`, or with the signal's reason.
 */
export function createKokoroVoice(options: KokoroOptions): Voice {
  const speaker = createSpeaker(options);
  return {
    ...createRecordedVoice({
      engine: "kokoro",
      speechesOf: plainSpeechesOf,
      partsOf,
      async record(sentences, voice, _, signal) {
        const { file, speed } = options.voices[voice];
        const { samples, spans } = await speaker.say({ sentences, accent: ACCENTS[voice], speed, voice: file }, signal);
        return measured(samples, spans ?? spansByLength(sentences, findPauses(samples), samples.length / PCM_HZ));
      },
      isVoiceGone: () => false,
      failureOf: (error) => new VoiceError("failed", `Kokoro: ${error instanceof Error ? error.message : "an error"}`),
      close: () => speaker.close(),
    }),
    remote: false,
  };
}
