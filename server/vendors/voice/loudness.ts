/** How loud every recording is, in LUFS, as podcasts and their players expect it. */
export const TARGET_LUFS = -16;
/** True peak before the MP3 is made, which adds up to half a decibel: the file stays below -1 dB. */
export const PEAK_CEILING = 10 ** (-2 / 20);

type Biquad = [b0: number, b1: number, b2: number, a1: number, a2: number];

/** The two filters of the K-weighting (ITU-R BS.1770-4, annex 1), for any sample rate: a shelf for the head, and a high pass. */
function kWeighting(sampleHz: number): [Biquad, Biquad] {
  const [shelfHz, shelfGainDb, shelfQ] = [1681.974450955533, 3.999843853973347, 0.7071752369554196];
  const k = Math.tan((Math.PI * shelfHz) / sampleHz);
  const high = 10 ** (shelfGainDb / 20);
  const band = high ** 0.4996667741545416;
  const a = 1 + k / shelfQ + k * k;
  const shelf: Biquad = [
    (high + (band * k) / shelfQ + k * k) / a,
    (2 * (k * k - high)) / a,
    (high - (band * k) / shelfQ + k * k) / a,
    (2 * (k * k - 1)) / a,
    (1 - k / shelfQ + k * k) / a,
  ];
  const [passHz, passQ] = [38.13547087602444, 0.5003270373238773];
  const p = Math.tan((Math.PI * passHz) / sampleHz);
  const c = 1 + p / passQ + p * p;
  return [shelf, [1, -2, 1, (2 * (p * p - 1)) / c, (1 - p / passQ + p * p) / c]];
}

function createBiquad([b0, b1, b2, a1, a2]: Biquad): (input: number) => number {
  let [s1, s2] = [0, 0];
  return (input) => {
    const output = b0 * input + s1;
    s1 = b1 * input - a1 * output + s2;
    s2 = b2 * input - a2 * output;
    return output;
  };
}

/** A gating block is 400 ms and begins every 100 ms. */
const STEP_SECONDS = 0.1;
const STEPS_PER_BLOCK = 4;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

const lufs = (power: number): number => -0.691 + 10 * Math.log10(power);
const mean = (powers: readonly number[]): number => powers.reduce((sum, power) => sum + power, 0) / powers.length;

/** The loudness of all blocks together, by their powers, without what is silence beside the rest. In LUFS; minus infinity for silence. */
export function integratedLoudness(powers: readonly number[]): number {
  const heard = powers.filter((power) => lufs(power) > ABSOLUTE_GATE);
  const gate = lufs(mean(heard)) + RELATIVE_GATE;
  const counted = heard.filter((power) => lufs(power) > gate);
  return counted.length === 0 ? Number.NEGATIVE_INFINITY : lufs(mean(counted));
}

/** No recording is made more than this much louder or quieter. */
const MAX_GAIN_DB = 30;

/** The factor that brings what has these powers to `TARGET_LUFS`; 1 for silence. */
export function gainFor(powers: readonly number[]): number {
  const loudness = integratedLoudness(powers);
  if (!Number.isFinite(loudness)) return 1;
  return 10 ** (Math.min(Math.max(TARGET_LUFS - loudness, -MAX_GAIN_DB), MAX_GAIN_DB) / 20);
}

export interface LoudnessMeter {
  /** Samples of one channel, from -1 to 1; continues the ones before. */
  add(samples: Float32Array): void;
  /** The power of each gating block so far. */
  powers(): number[];
  /** LUFS of all that was added. */
  integrated(): number;
}

/** Measures the loudness of one channel (ITU-R BS.1770-4). */
export function createLoudnessMeter(sampleHz: number): LoudnessMeter {
  const [shelf, highPass] = kWeighting(sampleHz).map(createBiquad) as [(x: number) => number, (x: number) => number];
  const stepLength = Math.round(STEP_SECONDS * sampleHz);
  const steps: number[] = [];
  let [sum, count] = [0, 0];
  const powers = (): number[] =>
    Array.from({ length: Math.max(0, steps.length - STEPS_PER_BLOCK + 1) }, (_, i) => mean(steps.slice(i, i + STEPS_PER_BLOCK)));
  return {
    add(samples) {
      for (const sample of samples) {
        const weighted = highPass(shelf(sample));
        sum += weighted * weighted;
        if (++count < stepLength) continue;
        steps.push(sum / count);
        [sum, count] = [0, 0];
      }
    },
    powers,
    integrated: () => integratedLoudness(powers()),
  };
}

/** Three points between each two samples, by a windowed sinc over so many samples on each side. */
const BETWEEN = 3;
const SIDE = 12;

const INTERPOLATION = Array.from({ length: BETWEEN }, (_, k) => {
  const offset = (k + 1) / (BETWEEN + 1);
  return Float64Array.from({ length: 2 * SIDE }, (_, tap) => {
    const x = tap - SIDE + 1 - offset;
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * (0.5 + 0.5 * Math.cos((Math.PI * x) / SIDE));
  });
});

/** The highest level at a sample and on the way to the next one. */
function levelAfter(samples: Float32Array, at: number, least: number): number {
  const here = Math.abs(samples[at] ?? 0);
  // Between samples the level can be higher, but nowhere near twice as high in speech.
  if (Math.max(here, Math.abs(samples[at + 1] ?? 0)) < least / 2) return here;
  let most = here;
  for (const taps of INTERPOLATION) {
    let sum = 0;
    for (let tap = 0; tap < 2 * SIDE; tap++) sum += (samples[at + tap - SIDE + 1] ?? 0) * (taps[tap] ?? 0);
    most = Math.max(most, Math.abs(sum));
  }
  return most;
}

/** Measures the true peak: the highest level of the sound that the samples describe, which can lie between them. */
export function createTruePeakMeter(): { add(samples: Float32Array): void; peak(): number } {
  let most = 0;
  return {
    add(samples) {
      for (let i = 0; i < samples.length; i++) most = Math.max(most, levelAfter(samples, i, most));
    },
    peak: () => most,
  };
}

/** The limiter looks so many samples ahead, and takes as long to let go: 5 ms at 24 kHz. */
const LOOK_AHEAD = 120;

/**
 * Turns the sound down around each moment whose true peak would be above `ceiling`, and nowhere else. The gain goes down and up again over
 * `LOOK_AHEAD` samples, so that nothing clicks.
 */
export function limitPeaks(samples: Float32Array, ceiling: number): Float32Array {
  const wanted = new Float32Array(samples.length).fill(1);
  let isOver = false;
  for (let i = 0; i < samples.length; i++) {
    const level = levelAfter(samples, i, ceiling);
    if (level <= ceiling) continue;
    isOver = true;
    // The gain that this moment needs holds for the time in which the average below still sees it.
    const gain = ceiling / level;
    for (let k = Math.max(0, i - LOOK_AHEAD); k <= Math.min(samples.length - 1, i + LOOK_AHEAD); k++)
      wanted[k] = Math.min(wanted[k] ?? 1, gain);
  }
  if (!isOver) return samples;
  const width = LOOK_AHEAD + 1;
  const half = LOOK_AHEAD / 2;
  const gainAt = (i: number): number => wanted[Math.min(Math.max(i, 0), wanted.length - 1)] ?? 1;
  let sum = 0;
  for (let i = -half; i <= half; i++) sum += gainAt(i);
  return samples.map((sample, i) => {
    const limited = sample * Math.min(1, sum / width);
    sum += gainAt(i + half + 1) - gainAt(i - half);
    return limited;
  });
}
