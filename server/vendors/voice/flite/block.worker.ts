import { answerTasks } from "../answer-tasks.ts";
import type { SpokenBlock } from "../join.ts";
import { compileFlite } from "./flite-program.ts";
import { createBlockSpeaker, type BlockSpeech } from "./speak-block.ts";

/** The answer; `failed` says why, without the text. */
export type BlockAnswer = SpokenBlock | { failed: string };

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

answerTasks(answer);
