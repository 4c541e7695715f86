import type { Accent } from "../../../speech/accent.ts";
import { FLITE_HZ, type FliteProgram } from "./flite-program.ts";

/** A phone and the second at which it ends, from the start of the audio; `pau` is silence. */
export interface Phone {
  name: string;
  end: number;
}

/** How a Flite voice speaks: `stretch` > 1 is slower; `pitch` in Hz, the voice's own if not given. */
export interface Manner {
  flite: "rms" | "awb" | "slt";
  accent: Accent;
  stretch: number;
  pitch?: { mean: number; deviation: number };
}

/** Samples of a 16-bit mono WAV file. */
function samplesOf(wav: Uint8Array): Int16Array {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  for (let at = 12; at + 8 <= wav.byteLength; at += 8 + view.getUint32(at + 4, true)) {
    if (view.getUint32(at) !== 0x64617461) continue; // "data"
    const end = Math.min(wav.byteLength, at + 8 + view.getUint32(at + 4, true));
    return Int16Array.from({ length: (end - at - 8) >> 1 }, (_, i) => view.getInt16(at + 8 + 2 * i, true));
  }
  throw new Error("Flite wrote no audio");
}

/** 16-bit samples at `FLITE_HZ` and the phones in them. */
interface Speech {
  samples: Int16Array;
  phones: Phone[];
}

/** The point of a pause where one sound has faded and the next has not begun. */
const QUIETEST = 0.7;

/** Lengthens the pauses within an utterance: Flite's pause at a comma is only a tenth of a second. */
export function lengthenPauses({ samples, phones }: Speech, seconds: number): Speech {
  const longer = new Int16Array(samples.length + phones.length * Math.ceil(seconds * FLITE_HZ));
  let [read, written, added] = [0, 0, 0];
  const copyUntil = (end: number): void => {
    longer.set(samples.subarray(read, end), written);
    written += Math.max(0, Math.min(end, samples.length) - read);
    read = end;
  };
  const later = phones.map(({ name, end }, i): Phone => {
    const start = phones[i - 1]?.end;
    if (name === "pau" && start !== undefined && i < phones.length - 1) {
      copyUntil(Math.round((start + (end - start) * QUIETEST) * FLITE_HZ));
      written += Math.round(seconds * FLITE_HZ);
      added += seconds;
    }
    return { name, end: end + added };
  });
  copyUntil(samples.length);
  return { samples: longer.subarray(0, written), phones: later };
}

/** Speaks one utterance of plain words, commas and a final mark. */
export function synthesise(flite: FliteProgram, text: string, manner: Manner): Speech {
  const { pitch } = manner;
  const settings = {
    duration_stretch: manner.stretch,
    ...(pitch && { int_f0_target_mean: pitch.mean, int_f0_target_stddev: pitch.deviation }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["--setf", `${name}=${value.toFixed(3)}`]);
  const { printed, wav } = flite(text, manner.accent, ["-voice", manner.flite, "-psdur", ...args, "-o", "/out.wav"]);
  const phones = Array.from(printed.matchAll(/([a-z]+):(\d+\.\d+)/gu), ([, name = "", end]) => ({ name, end: Number(end) }));
  return { samples: samplesOf(wav), phones };
}

/** Which voice is asked for phones: the smallest one, or where the exact vowels count another, since that one says "luck" as "lock". */
const QUICK = ["-voice", "kal", "-ps"];
const EXACT = ["-voice", "slt", "-psstress"];

/** The phones of each word on its own, without audio. */
function phonesOf(flite: FliteProgram, accent: Accent, words: readonly string[], manner: readonly string[]): string[][] {
  const { printed } = flite(`${words.join(", ")}.`, accent, [...manner, "-o", "none"]);
  const spoken = printed.split(/\bpau\b/u).map((phones) => phones.trim());
  const found = spoken.filter((phones) => phones !== "").map((phones) => phones.split(/\s+/u));
  // Flite always pauses at a comma, so there should be one run of phones for each word; if not, each word is looked up
  // separately.
  if (found.length === words.length) return found;
  return words.length === 1 ? [found.flat()] : words.flatMap((word) => phonesOf(flite, accent, [word], manner));
}

const WORDS_AT_ONCE = 64;
const WORDS_REMEMBERED = 20_000;

/** Looks up the phones of words and remembers them; with `stress` exactly, each vowel with 1 or 0 behind it. */
export function createPronouncer(
  flite: FliteProgram,
  { stress = false }: { stress?: boolean } = {},
): (words: Iterable<string>, accent: Accent) => ReadonlyMap<string, readonly string[]> {
  const knownIn = { american: new Map<string, readonly string[]>(), british: new Map<string, readonly string[]>() };
  return (words, accent) => {
    const known = knownIn[accent];
    if (known.size > WORDS_REMEMBERED) known.clear();
    const wanted = [...new Set(words)].filter((word) => !known.has(word));
    for (let i = 0; i < wanted.length; i += WORDS_AT_ONCE) {
      const batch = wanted.slice(i, i + WORDS_AT_ONCE);
      phonesOf(flite, accent, batch, stress ? EXACT : QUICK).forEach((phones, k) => known.set(batch[k] ?? "", phones));
    }
    return known;
  };
}
