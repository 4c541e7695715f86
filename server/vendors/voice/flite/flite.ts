import { countSpokenWords, spokenSentences, type Block } from "../../../../shared/sermon-text.ts";
import { growingJoin } from "../growing-join.ts";
import { PRAYER_STRETCH, type SpokenBlock } from "../join.ts";
import { VoiceError, type Voice } from "../voice.ts";
import { startProcess } from "../process-worker.ts";
import { createWorkerPool, type WorkerPool } from "../worker-pool.ts";
import type { BlockAnswer } from "./block.worker.ts";
import type { BlockSpeech } from "./speak-block.ts";
import { SPEAKERS } from "./speakers.ts";
import { ACCENTS, type Accent } from "../../../speech/accent.ts";
import { spokenAs, type SpokenAs } from "../../../speech/spoken-as.ts";
import { spokenWords } from "../../../speech/reader-only.ts";
import { speechWords, type SpeechWords } from "../../../speech/speech-text.ts";

interface FliteOptions {
  /** Number of processes, shared by all sermons. */
  workers?: number;
  /** Idle processes end after this long. */
  idleMs?: number;
  /** Speaks the blocks; processes of Flite unless given. */
  pool?: WorkerPool<BlockSpeech, BlockAnswer>;
}

/**
 * Upper bound, about half an hour of speech and more than 15,000 characters of prose. The rest is silent, its words timed at the
 * end.
 */
const MAX_SAID_WORDS = 4_000;
const FIRST_WORD = { sentences: [[["Peace"]]], prayer: false };
/** A sentence's share of time is its words plus this many. */
const WORDS_PER_STOP = 2;

/** A block of the sermon and the words to say in each of its sentences. */
interface Speech extends SpokenAs {
  sentences: SpeechWords[];
}

function speechOf(blocks: readonly Block[], accent: Accent): Speech[] {
  const speeches = new Map<number, Speech>();
  const manners = spokenAs(blocks);
  let left = MAX_SAID_WORDS;
  for (const { block, words } of spokenSentences(blocks)) {
    const speech = speeches.get(block) ?? { pause: 1, prayer: false, ...manners[block], sentences: [] };
    left -= WORDS_PER_STOP;
    const said = speechWords(spokenWords(words, blocks[block]?.kind), accent).map((word) =>
      left > 0 ? ((left -= word.length), word) : [],
    );
    speech.sentences.push(said);
    speeches.set(block, speech);
  }
  return [...speeches.values()];
}

/** What a block's letters, commas and sentences take: measured, and right within 1 % for a sermon of any of the six voices. */
const SECONDS = { letter: 0.0705, comma: 0.546, sentence: 0.605 };

/** How long Flite will speak a block. */
export function expectedSeconds({ sentences, prayer }: Pick<BlockSpeech, "sentences" | "prayer">): number {
  const said = sentences.flat(2);
  const letters = said.join("").length;
  if (letters === 0) return 0;
  const commas = said.filter((word) => word.endsWith(",")).length;
  const seconds = letters * SECONDS.letter + commas * SECONDS.comma + sentences.length * SECONDS.sentence;
  return prayer ? seconds * PRAYER_STRETCH : seconds;
}

const isSilent = ({ sentences }: Speech): boolean => sentences.every((words) => words.every((said) => said.length === 0));

/** A block without spoken words: no audio, and every word at its start. */
const unspoken = ({ sentences }: Speech): SpokenBlock => ({
  frames: new Uint8Array(),
  sentences: sentences.map((words) => words.map(() => [0, 0])),
});

async function spokenBy(answer: Promise<BlockAnswer>): Promise<SpokenBlock> {
  const spoken = await answer;
  if ("failed" in spoken) throw new Error(spoken.failed);
  return spoken;
}

const startPool = (size: number, idleMs: number) =>
  createWorkerPool<BlockSpeech, BlockAnswer>({
    size,
    idleMs,
    start: () => startProcess(new URL("./block.worker.ts", import.meta.url)),
    onEmpty: () => {},
  });

/**
 * The built-in voice: Flite as WebAssembly, without a service or weights to load. Blocks are spoken and encoded separately by a pool of
 * processes, so that a sermon can use all of them, only MP3 is kept in memory, and what speaking took goes back to the system (decision 075). Rejects with `VoiceError`, or with the
 * signal's reason.
 */
export function createFliteVoice({ workers = 2, idleMs = 30_000, pool = startPool(workers, idleMs) }: FliteOptions = {}): Voice {
  let preparedAt = -Infinity;
  return {
    engine: "flite",
    remote: false,
    prepare() {
      if (performance.now() - preparedAt < idleMs / 2) return;
      preparedAt = performance.now();
      const never = new AbortController().signal;
      // A word for each process: it loads and compiles its program for that.
      for (let i = 0; i < workers; i++) pool.run({ ...FIRST_WORD, speaker: SPEAKERS.John }, never).catch(() => {});
    },
    async speak({ blocks, early, voice, onPart }, signal) {
      signal.throwIfAborted();
      const ended = new AbortController();
      const either = AbortSignal.any([signal, ended.signal]);
      const speaker = SPEAKERS[voice];
      const recordings = new Map<string, Promise<SpokenBlock>>();
      const record = (speech: Speech): Promise<SpokenBlock> => {
        if (isSilent(speech)) return Promise.resolve(unspoken(speech));
        const { sentences, prayer } = speech;
        const said = JSON.stringify([prayer, sentences]);
        const recording = recordings.get(said) ?? spokenBy(pool.run({ sentences, prayer, speaker }, either));
        recordings.set(said, recording);
        return recording;
      };
      const begin = async (): Promise<void> => {
        // Failures are reported below, if the block is still needed.
        for await (const block of early ?? [])
          for (const speech of speechOf([block], ACCENTS[voice])) record(speech).catch(() => {});
      };
      begin().catch(() => {});
      try {
        const finished = await blocks;
        const speeches = speechOf(finished, ACCENTS[voice]);
        if (speeches.length === 0) throw new VoiceError("failed", "there is nothing to speak");
        const recorded = speeches.map((speech) => record(speech));
        // The first that fails is reported when its turn comes.
        for (const block of recorded) block.catch(() => {});
        const lengths = speeches.map((speech) => ({ pause: speech.pause, seconds: expectedSeconds(speech) }));
        const joined = growingJoin(lengths, countSpokenWords(finished));
        for (const block of recorded) {
          const part = joined.add(await block);
          onPart?.(part);
        }
        const { mp3, timings } = joined.finish();
        return { mp3, seconds: timings.seconds, timings, voice };
      } catch (cause) {
        signal.throwIfAborted();
        throw new VoiceError("failed", "Flite could not speak the text", { cause });
      } finally {
        ended.abort();
      }
    },
    close: () => pool.close(),
  };
}
