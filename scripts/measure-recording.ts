import { MPEGDecoder } from "mpg123-decoder";
import { createLoudnessMeter, createTruePeakMeter } from "../server/vendors/voice/loudness.ts";

/** Below this level a moment of 10 ms is silence. */
const SILENT = 0.003;

export interface RecordingFigures {
  seconds: number;
  lufs: number;
  /** Decibels relative to full scale, between the samples too. */
  truePeakDb: number;
  /** Samples at full scale. */
  clipped: number;
  /** Share of the time. */
  silence: number;
}

/** Decodes an MP3 file as a player does, and measures what is heard. */
export async function measureRecording(mp3: Uint8Array): Promise<RecordingFigures> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate, errors } = decoder.decode(mp3);
  decoder.free();
  const [samples] = channelData;
  if (!samples || errors.length > 0) throw new Error(`the MP3 can't be decoded: ${errors[0]?.message ?? "no channel"}`);
  const loudness = createLoudnessMeter(sampleRate);
  const peak = createTruePeakMeter();
  loudness.add(samples);
  peak.add(samples);
  const window = Math.round(sampleRate / 100);
  let silent = 0;
  for (let at = 0; at < samples.length; at += window)
    if (samples.subarray(at, at + window).every((sample) => Math.abs(sample) < SILENT)) silent++;
  return {
    seconds: samples.length / sampleRate,
    lufs: loudness.integrated(),
    truePeakDb: 20 * Math.log10(peak.peak()),
    clipped: samples.reduce((count, sample) => count + (Math.abs(sample) >= 1 ? 1 : 0), 0),
    silence: (silent * window) / samples.length,
  };
}
