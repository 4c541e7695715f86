import type { VoiceName } from "../../../../shared/voices.ts";
import type { Manner } from "./synthesise.ts";
import type { Filter } from "./filters.ts";

/** One of the six voices: a Flite voice, played `speed` times as fast (which moves pitch and formants alike), with its tone. */
export interface Speaker {
  manner: Manner;
  speed: number;
  filters: readonly Filter[];
}

const RUMBLE: Filter = { kind: "high-pass", hz: 70, q: 0.7 };
const TONES: Record<Manner["flite"], readonly Filter[]> = {
  rms: [RUMBLE, { kind: "peak", hz: 2000, gainDb: 6, q: 0.9 }, { kind: "high-shelf", hz: 6200, gainDb: -9, q: 0.8 }],
  awb: [RUMBLE, { kind: "peak", hz: 2500, gainDb: 3, q: 0.8 }, { kind: "high-shelf", hz: 4500, gainDb: 5, q: 0.8 }],
  slt: [
    RUMBLE,
    { kind: "peak", hz: 2200, gainDb: 4, q: 0.8 },
    { kind: "low-shelf", hz: 260, gainDb: -4, q: 0.8 },
    { kind: "high-shelf", hz: 6500, gainDb: -3, q: 0.8 },
  ],
};

/** `stretch` and `pitch` as heard. Playing at another speed changes both, so Flite gets values corrected for it. */
function speaker(flite: Manner["flite"], speed: number, stretch: number, pitch?: Manner["pitch"]): Speaker {
  const asked = pitch && { pitch: { mean: pitch.mean / speed, deviation: pitch.deviation / speed } };
  return { manner: { flite, stretch: stretch * speed, ...asked }, speed, filters: TONES[flite] };
}

/**
 * Each stretch is tuned so that six sermons of 653 to 675 words, at 130 words a minute with the pauses that flite.ts leaves between
 * blocks, need a mean pause of 0.95 s. Seconds of speech without those pauses, sum of the six (1,758 wanted); shortest and longest pause:
 *
 *   John 1,759, 0.54-1.54   Daniel 1,758, 0.61-1.59   Sarah 1,758, 0.61-1.69
 *   Charlie 1,759, 0.61-1.59   Roger 1,758, 0.54-1.55   Liam 1,757, 0.61-1.71
 */
export const SPEAKERS: Record<VoiceName, Speaker> = {
  John: speaker("rms", 1, 1.179),
  Daniel: speaker("awb", 1, 1.306, { mean: 112, deviation: 20 }),
  Sarah: speaker("slt", 1, 1.319, { mean: 175, deviation: 24 }),
  Charlie: speaker("awb", 1.09, 1.306, { mean: 140, deviation: 24 }),
  Roger: speaker("rms", 0.9, 1.178),
  Liam: speaker("slt", 0.84, 1.318, { mean: 124, deviation: 20 }),
};
