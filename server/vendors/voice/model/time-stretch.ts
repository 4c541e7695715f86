import { PCM_HZ } from "./pcm.ts";

/** Pieces of 40 ms that overlap by half, each taken from within 10 ms of its nominal place. */
const HOP = (PCM_HZ * 20) / 1000;
const REACH = (PCM_HZ * 10) / 1000;
/** Step of the search, and step of the samples compared. */
const STEP = 2;
const COMPARED = 4;

const RISE = Float32Array.from({ length: HOP }, (_, i) => 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / HOP));

/** Similarity of the sound from `a` on and from `b` on. */
function likeness(samples: Float32Array, a: number, b: number): number {
  let [product, power] = [0, 1e-9];
  for (let i = 0; i < HOP; i += COMPARED) {
    const other = samples[b + i] ?? 0;
    product += (samples[a + i] ?? 0) * other;
    power += other * other;
  }
  return product / Math.sqrt(power);
}

/**
 * Makes speech `factor` times as long at the same pitch: it is put together from pieces that each continue the one before (W.
 * Verhelst and M. Roelands, An overlap-add technique based on waveform similarity, ICASSP 1993).
 */
export function stretch(samples: Float32Array, factor: number): Float32Array {
  if (factor === 1) return samples;
  const output = new Float32Array(Math.round(samples.length * factor));
  let before = 0;
  for (let at = 0; at < output.length; at += HOP) {
    const wanted = Math.round(at / factor);
    let piece = wanted;
    if (at > 0) {
      let best = Number.NEGATIVE_INFINITY;
      for (let place = Math.max(0, wanted - REACH); place <= wanted + REACH; place += STEP) {
        const alike = likeness(samples, before + HOP, place);
        if (alike > best) [best, piece] = [alike, place];
      }
    }
    const length = Math.min(2 * HOP, output.length - at);
    for (let i = 0; i < length; i++) {
      const weight = i >= HOP ? 1 - (RISE[i - HOP] ?? 0) : at === 0 ? 1 : (RISE[i] ?? 0);
      output[at + i] = (output[at + i] ?? 0) + weight * (samples[piece + i] ?? 0);
    }
    before = piece;
  }
  return output;
}
