import { createFilter, type Filter } from "./filters.ts";

/** Keeps the filters' feedback from becoming denormal numbers, which are many times slower. */
const ANTI_DENORMAL = 1e-9;

const ATTACK_SECONDS = 0.002;
const RELEASE_SECONDS = 0.1;
const COMPRESSION_THRESHOLD = 0.1;
/** 1 - 1 / ratio, for a ratio of 5:3. */
const COMPRESSION = 0.4;
const MAKE_UP_GAIN = 1.9;

/** Delays of a small, soft room (M. R. Schroeder, Natural Sounding Artificial Reverberation, 1962), and how much of it is heard. */
const COMB_SECONDS = [0.0297, 0.0371, 0.0411, 0.0437];
const ALL_PASS_SECONDS = [0.005, 0.0017];
const ROOM_GAIN = 0.02;

function createComb(length: number): (input: number) => number {
  const line = new Float32Array(length);
  let [at, damped] = [0, 0];
  return (input) => {
    const output = line[at] ?? 0;
    damped += (output - damped) * 0.6;
    line[at] = input + damped * 0.72;
    at = (at + 1) % length;
    return output;
  };
}

function createAllPass(length: number): (input: number) => number {
  const line = new Float32Array(length);
  let at = 0;
  return (input) => {
    const delayed = line[at] ?? 0;
    const kept = input + delayed * 0.5;
    line[at] = kept;
    at = (at + 1) % length;
    return delayed - kept * 0.5;
  };
}

/**
 * Processes a recording: equaliser, light compression with this gain, a faint room. Samples from -1 to 1, changed in place; the state
 * continues from call to call.
 */
export function createTone(filters: readonly Filter[], gainDb: number, sampleHz: number): (samples: Float32Array) => void {
  const equaliser = filters.map((filter) => createFilter(filter, sampleHz));
  const combs = COMB_SECONDS.map((seconds) => createComb(Math.round(seconds * sampleHz)));
  const allPasses = ALL_PASS_SECONDS.map((seconds) => createAllPass(Math.round(seconds * sampleHz)));
  const attack = 1 / (ATTACK_SECONDS * sampleHz);
  const release = 1 / (RELEASE_SECONDS * sampleHz);
  const gain = MAKE_UP_GAIN * 10 ** (gainDb / 20);
  let level = 0;
  return (samples) => {
    for (let i = 0; i < samples.length; i++) {
      let sample = (samples[i] ?? 0) + ANTI_DENORMAL;
      for (const filter of equaliser) sample = filter(sample);
      const size = Math.abs(sample);
      level += (size - level) * (size > level ? attack : release);
      sample *= gain * (level > COMPRESSION_THRESHOLD ? (COMPRESSION_THRESHOLD / level) ** COMPRESSION : 1);
      let room = 0;
      for (const comb of combs) room += comb(sample);
      for (const allPass of allPasses) room = allPass(room);
      samples[i] = sample + room * ROOM_GAIN;
    }
  };
}
