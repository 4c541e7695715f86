import { createResampler } from "../resample.ts";
import { PCM_HZ } from "./pcm.ts";

const FULL_SCALE = 32_768;
const PCM_FORMATS = new Set([1, 0xff_fe]);

interface Wav {
  channels: number;
  sampleHz: number;
  samples: Int16Array<ArrayBuffer>;
}

/** Reads a WAV file of 16-bit samples. One that was streamed does not know its length: its samples then go to the end. */
function read(bytes: Buffer): Wav | null {
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WAVE") return null;
  let format: Pick<Wav, "channels" | "sampleHz"> | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const [name, length] = [bytes.toString("latin1", at, at + 4), bytes.readUInt32LE(at + 4)];
    const from = at + 8;
    if (name === "fmt " && from + 16 <= bytes.length) {
      if (!PCM_FORMATS.has(bytes.readUInt16LE(from)) || bytes.readUInt16LE(from + 14) !== 16) return null;
      format = { channels: bytes.readUInt16LE(from + 2), sampleHz: bytes.readUInt32LE(from + 4) };
    }
    if (name === "data" && format) {
      const isUnknown = length === 0 || length >= 0xff_ff_ff_00;
      const end = isUnknown ? bytes.length : Math.min(bytes.length, from + length);
      const samples = Int16Array.from({ length: (end - from) >> 1 }, (_, i) => bytes.readInt16LE(from + 2 * i));
      return { ...format, samples };
    }
    at = from + length + (length % 2);
  }
  return null;
}

/** The sound of a WAV file as `pcm.ts` takes it: one channel at `PCM_HZ`. Null for any other file. */
export function pcmOfWav(bytes: Buffer): Buffer | null {
  const wav = read(bytes);
  if (!wav || wav.channels < 1 || wav.channels > 2 || wav.sampleHz < 8000 || wav.sampleHz > 96_000) return null;
  const { channels, sampleHz, samples } = wav;
  const mono = Int16Array.from({ length: Math.floor(samples.length / channels) }, (_, i) =>
    channels === 1 ? (samples[i] ?? 0) : ((samples[2 * i] ?? 0) + (samples[2 * i + 1] ?? 0)) / 2,
  );
  if (sampleHz === PCM_HZ) return Buffer.from(mono.buffer);
  const resampled = createResampler(sampleHz / PCM_HZ)(mono);
  const clamp = (sample: number): number => Math.min(Math.max(Math.round(sample * FULL_SCALE), -FULL_SCALE), FULL_SCALE - 1);
  return Buffer.from(Int16Array.from(resampled, clamp).buffer);
}
