import { parentPort } from "node:worker_threads";
import { limitPeaks, PEAK_CEILING } from "../loudness.ts";
import { createEncoder } from "../mp3.ts";
import { floatsOf } from "./pcm.ts";
import { stretch } from "./time-stretch.ts";

/** The speech of a block, how many times as long it is to be, and its gain. */
export interface EncodeTask {
  samples: Int16Array<ArrayBuffer>;
  factor: number;
  gain: number;
}

/** Thread that answers each `EncodeTask` with a run of whole MP3 frames. An error ends the thread. */
const port = parentPort;
if (!port) throw new Error("encode.worker.ts runs as a worker thread");
const encoder = await createEncoder();
port.on("message", ({ samples, factor, gain }: EncodeTask) => {
  const louder = floatsOf(samples).map((sample) => sample * gain);
  const speech = limitPeaks(stretch(louder, factor), PEAK_CEILING);
  encoder.start();
  const frames = new Uint8Array(Buffer.concat([encoder.encode(speech), encoder.finish()]));
  port.postMessage(frames, [frames.buffer]);
});
