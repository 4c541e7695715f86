import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { createBlockSpeaker, type BlockSpeech } from "./speak-block.ts";

/** A block to speak; the thread is started with the module of its first task. */
export interface BlockTask {
  module: WebAssembly.Module;
  block: BlockSpeech;
}

/** Thread that answers each `BlockTask` with a `SpokenBlock`. An error ends the thread. */
const port = parentPort;
if (!port) throw new Error("block.worker.ts runs as a worker thread");
// Lower priority, so that page requests go first. On Linux the priority is per thread (setpriority(2), NOTES), elsewhere per
// process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);
const speakBlock = await createBlockSpeaker((workerData as Pick<BlockTask, "module">).module);
port.on("message", ({ block }: BlockTask) => {
  const spoken = speakBlock(block);
  port.postMessage(spoken, [spoken.frames.buffer]);
});
