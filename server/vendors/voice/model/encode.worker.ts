import { parentPort } from "node:worker_threads";
import { createEncoder } from "../mp3.ts";
import { stretch } from "./time-stretch.ts";

/** The speech of a block, and how many times as long it is to be. */
export interface EncodeTask {
  samples: Int16Array<ArrayBuffer>;
  factor: number;
}

/** Thread that answers each `EncodeTask` with a run of whole MP3 frames. An error ends the thread. */
const port = parentPort;
if (!port) throw new Error("encode.worker.ts runs as a worker thread");
const encoder = await createEncoder();
port.on("message", ({ samples, factor }: EncodeTask) => {
  const speech = stretch(
    new Float32Array(samples).map((sample) => sample / 32_768),
    factor,
  );
  encoder.start();
  const frames = new Uint8Array(Buffer.concat([encoder.encode(speech), encoder.finish()]));
  port.postMessage(frames, [frames.buffer]);
});
