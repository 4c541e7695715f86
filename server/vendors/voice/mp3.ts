import { createMp3Encoder } from "wasm-media-encoders";

export const MP3_HZ = 24_000;
const KBPS = 48;

/** MPEG-2 Layer III (ISO/IEC 13818-3): 576 samples a frame; at a constant 48 kbit/s and 24 kHz each frame is exactly this long. */
const SAMPLES_PER_FRAME = 576;
const FRAME_BYTES = 144;
const FRAME_SECONDS = SAMPLES_PER_FRAME / MP3_HZ;

/** Seconds from the start of a run of whole frames to the start of the next run. */
export const runSeconds = (frames: Uint8Array): number => secondsOf(frames.length);

/** Seconds of so many bytes of whole frames. */
export const secondsOf = (bytes: number): number => (bytes / FRAME_BYTES) * FRAME_SECONDS;

/** Whole frames nearest to this length, in bytes. */
export const frameBytes = (seconds: number): number => Math.round(seconds / FRAME_SECONDS) * FRAME_BYTES;

interface Mp3Encoder {
  /** Starts a run of frames; none of them refers to an earlier frame. */
  start(): void;
  encode(samples: Float32Array): Uint8Array;
  finish(): Uint8Array;
}

/**
 * The LAME encoder. Samples are mono from -1 to 1 at `MP3_HZ`. The bytes from `start` to `finish` together are whole frames;
 * single chunks need not be.
 */
export async function createEncoder(): Promise<Mp3Encoder> {
  const lame = await createMp3Encoder();
  return {
    start: () => lame.configure({ sampleRate: MP3_HZ, channels: 1, bitrate: KBPS, outputSampleRate: MP3_HZ }),
    encode: (samples) => lame.encode([samples]).slice(),
    finish: () => lame.finalize().slice(),
  };
}

/** Sync, MPEG-2, Layer III, no CRC; 48 kbit/s, 24 kHz, no padding; mono, original. */
const FRAME_HEADER = 0xff_f3_64_c4;

/** Frames that decode to silence: no side information, so no spectrum. Rounded to whole frames. */
export function silence(seconds: number): Uint8Array<ArrayBuffer> {
  const frames = new Uint8Array(frameBytes(seconds));
  const view = new DataView(frames.buffer);
  for (let at = 0; at < frames.length; at += FRAME_BYTES) view.setUint32(at, FRAME_HEADER);
  return frames;
}

/** LAME puts 576 samples before the first one; a decoder adds 529 of its own. One frame's worth of the end is cut as padding. */
const ENCODER_DELAY = 576;
const PADDING = 576;

/** Playing time of so many bytes of frames in seconds, without delay and padding. */
export const playingSecondsOf = (bytes: number): number => secondsOf(bytes) - (ENCODER_DELAY + PADDING) / MP3_HZ;

/**
 * The "Info" frame that stands before frames of so many bytes (the Xing header of a constant bit rate, with LAME's extension), from which
 * players take the exact length and the delay to cut. Layout: http://gabriel.mp3-tech.org/mp3infotag.html
 */
export function infoFrame(bytes: number): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(FRAME_BYTES);
  const view = new DataView(frame.buffer);
  view.setUint32(0, FRAME_HEADER);
  const text = new TextEncoder();
  frame.set(text.encode("Info"), 13);
  view.setUint32(17, 0b0011); // the number of frames and the number of bytes follow
  view.setUint32(21, bytes / FRAME_BYTES);
  view.setUint32(25, FRAME_BYTES + bytes);
  frame.set(text.encode("LAME3.100"), 29);
  view.setUint8(38, 0x01); // revision 0, constant bit rate
  view.setUint8(49, KBPS);
  view.setUint32(50, ((ENCODER_DELAY << 12) | PADDING) << 8);
  return frame;
}

/** A complete MP3 file of these frames. */
export const mp3File = (frames: Uint8Array): Uint8Array => new Uint8Array(Buffer.concat([infoFrame(frames.length), frames]));
