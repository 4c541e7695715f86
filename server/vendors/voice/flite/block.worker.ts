import { constants, setPriority } from "node:os";
import type { SpokenBlock } from "../join.ts";
import { compileFlite } from "./flite-program.ts";
import { createBlockSpeaker, type BlockSpeech } from "./speak-block.ts";

/** The answer; `failed` says why, without the text. */
export type BlockAnswer = SpokenBlock | { failed: string };

/** Process that answers each `BlockSpeech` with a `BlockAnswer`, one after the other. */
// Lower priority, so that page requests go first.
setPriority(constants.priority.PRIORITY_LOW);
const send = process.send?.bind(process);
if (!send) throw new Error("block.worker.ts runs as a process of its own");
let speaker: ReturnType<typeof createBlockSpeaker> | undefined;

async function answer(block: BlockSpeech): Promise<BlockAnswer> {
  try {
    speaker ??= compileFlite().then(createBlockSpeaker);
    return (await speaker)(block);
  } catch (error) {
    speaker = undefined;
    return { failed: error instanceof Error ? error.message : "an error" };
  }
}

process.on("message", (block: BlockSpeech) => void answer(block).then((spoken) => send(spoken)));
process.on("disconnect", () => process.exit());
