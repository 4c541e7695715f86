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
// Linux gives a priority to a thread (setpriority(2), NOTES), others to the whole process: who waits for a page goes first.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);
const speakBlock = await createBlockSpeaker((workerData as Pick<BlockTask, "module">).module);
port.on("message", ({ block }: BlockTask) => {
  const spoken = speakBlock(block);
  port.postMessage(spoken, [spoken.frames.buffer]);
});
