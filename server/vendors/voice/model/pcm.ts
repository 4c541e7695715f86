/** Samples a second of what both vendors send: 16 bit, signed, little-endian, mono, without a header. */
export const PCM_HZ = 24_000;

const WINDOW = PCM_HZ / 100;
/** Quieter than this share of the loudest moment nobody speaks. */
const QUIET = 0.03;
const MIN_QUIET_SECONDS = 0.12;
/** Under this nothing is heard at all. */
const SILENT = 0.003;
/** What files of sound begin with that are not plain samples: WAV, Ogg, FLAC, MP3 with its tags. */
const OTHER_FORMATS = /^(?:RIFF|OggS|fLaC|ID3)/u;

/** Characters that are read in a second at the fastest and the slowest, and seconds that a pause may take beside. */
const CHARS_PER_SECOND = { most: 40, least: 4 };
const SLACK_SECONDS = 4;

/** What is longer than this is not read to its end. */
export const maxSeconds = (characters: number): number => characters / CHARS_PER_SECOND.least + SLACK_SECONDS;

/** The samples of an answer, or what is wrong with it as a recording of so many characters. */
export function samplesOf(bytes: Buffer, characters: number): Int16Array<ArrayBuffer> | string {
  if (bytes.length === 0) return "no audio";
  if (OTHER_FORMATS.test(bytes.toString("latin1", 0, 4))) return "audio in another format";
  if (bytes.length % 2 === 1) return "half a sample";
  if (bytes.length / 2 / PCM_HZ < characters / CHARS_PER_SECOND.most) return "audio too short for its text";
  const samples = new Int16Array(bytes.length / 2);
  for (let i = 0; i < samples.length; i++) samples[i] = bytes.readInt16LE(2 * i);
  return samples.some((sample) => Math.abs(sample) > SILENT * 32_768) ? samples : "silent audio";
}

export interface Pause {
  start: number;
  end: number;
}

/** Where nobody speaks, in seconds. */
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
