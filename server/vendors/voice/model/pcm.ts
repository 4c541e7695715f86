/** Samples a second of what both vendors send: 16 bit, signed, little-endian, mono, without a header. */
export const PCM_HZ = 24_000;

const WINDOW = PCM_HZ / 100;
/** Below this share of the loudest moment counts as silence. */
const QUIET = 0.03;
const MIN_QUIET_SECONDS = 0.12;
/** Below this level nothing is audible. */
const SILENT = 0.003;
/** First bytes of audio files that are not raw samples: WAV, Ogg, FLAC, MP3 with tags. */
const OTHER_FORMATS = /^(?:RIFF|OggS|fLaC|ID3)/u;

/** Fastest and slowest plausible characters per second, and seconds allowed for pauses. */
const CHARS_PER_SECOND = { most: 40, least: 4 };
const SLACK_SECONDS = 4;

/** Longest plausible recording of so many characters, in seconds; longer answers are rejected. */
export const maxSeconds = (characters: number): number => characters / CHARS_PER_SECOND.least + SLACK_SECONDS;

/** The samples of an answer, or a text that says why it cannot be a recording of so many characters. */
export function samplesOf(bytes: Buffer, characters: number): Int16Array<ArrayBuffer> | string {
  if (bytes.length === 0) return "no audio";
  if (OTHER_FORMATS.test(bytes.toString("latin1", 0, 4))) return "audio in another format";
  if (bytes.length % 2 === 1) return "half a sample";
  if (bytes.length / 2 / PCM_HZ < characters / CHARS_PER_SECOND.most) return "audio too short for its text";
  const samples = new Int16Array(bytes.length / 2);
  for (let i = 0; i < samples.length; i++) samples[i] = bytes.readInt16LE(2 * i);
  return samples.some((sample) => Math.abs(sample) > SILENT * 32_768) ? samples : "silent audio";
}

/** 16-bit samples as numbers from -1 to 1. */
export const floatsOf = (samples: Int16Array): Float32Array => new Float32Array(samples).map((sample) => sample / 32_768);

export interface Pause {
  start: number;
  end: number;
}

/** The pauses in a recording, in seconds. */
export function findPauses(samples: Int16Array): Pause[] {
  const levels = Array.from({ length: Math.ceil(samples.length / WINDOW) }, (_, i) => {
    const window = samples.subarray(i * WINDOW, (i + 1) * WINDOW);
    return Math.sqrt(window.reduce((power, sample) => power + sample * sample, 0) / window.length);
  });
  const limit = QUIET * levels.reduce((most, level) => Math.max(most, level), 0);
  const found: Pause[] = [];
  let start = 0;
  for (let i = 0; i <= levels.length; i++) {
    if ((levels[i] ?? Number.POSITIVE_INFINITY) <= limit) continue;
    const quiet = { start: (start * WINDOW) / PCM_HZ, end: Math.min(i * WINDOW, samples.length) / PCM_HZ };
    if (quiet.end - quiet.start >= MIN_QUIET_SECONDS) found.push(quiet);
    start = i + 1;
  }
  return found;
}
