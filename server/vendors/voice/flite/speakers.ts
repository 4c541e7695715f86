import type { VoiceName } from "../../../../shared/voices.ts";
import { ACCENTS } from "../../../speech/accent.ts";
import type { Manner } from "./synthesise.ts";
import type { Filter } from "./filters.ts";

/** One of the six voices: a Flite voice, played `speed` times as fast (which moves pitch and formants alike), with its tone. */
export interface Speaker {
  manner: Manner;
  speed: number;
  filters: readonly Filter[];
  /** Brings the voice to the loudness of all recordings (loudness.ts), measured on real sermons by `npm run measure:voices`. */
  gainDb: number;
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
function speaker(
  name: VoiceName,
  [flite, speed, stretch]: readonly [Manner["flite"], number, number],
  gainDb: number,
  pitch?: Manner["pitch"],
): Speaker {
  const asked = pitch && { pitch: { mean: pitch.mean / speed, deviation: pitch.deviation / speed } };
  return { manner: { flite, accent: ACCENTS[name], stretch: stretch * speed, ...asked }, speed, filters: TONES[flite], gainDb };
}

/**
 * Each stretch is tuned so that sermons of 640 to 680 words last as long as their words at 130 a minute take, with pauses between paragraphs that
 * can still grow and shrink (`npm run measure:voices`; figures in docs/decisions/059-how-words-are-said.md).
 */
export const SPEAKERS: Record<VoiceName, Speaker> = {
  John: speaker("John", ["rms", 1, 1.12], 3.0),
  Daniel: speaker("Daniel", ["awb", 1, 1.241], 2.6, { mean: 112, deviation: 20 }),
  Sarah: speaker("Sarah", ["slt", 1, 1.253], 0.9, { mean: 175, deviation: 24 }),
  Charlie: speaker("Charlie", ["awb", 1.09, 1.241], 2.6, { mean: 140, deviation: 24 }),
  Roger: speaker("Roger", ["rms", 0.9, 1.119], 3.0),
  Liam: speaker("Liam", ["slt", 0.84, 1.252], 2.5, { mean: 124, deviation: 20 }),
};
