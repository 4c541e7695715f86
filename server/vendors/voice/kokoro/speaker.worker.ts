import { readFile } from "node:fs/promises";
import { answerTasks } from "../answer-tasks.ts";
import { compileFlite, loadFlite } from "../flite/flite-program.ts";
import { loadModel, STYLE_SIZE, STYLES } from "./onnx-model.ts";
import { createPartSpeaker, type Part, type SpokenPart } from "./speak-part.ts";

/** A part to say with the voice of a file. The process keeps the model of its first task. */
export interface SpeakTask extends Part {
  model: string;
  /** The folder of onnxruntime-node. */
  runtime: string;
  threads: number;
  /** The voice's file of styles. */
  voice: string;
}

/** The answer; `failed` says why, without the text. */
export type SpeakAnswer = SpokenPart | { failed: string };

async function stylesOf(file: string): Promise<Float32Array> {
  const bytes = await readFile(file);
  if (bytes.length !== STYLES * STYLE_SIZE * Float32Array.BYTES_PER_ELEMENT)
    throw new Error("the voice's file has not the size of a voice");
  return new Float32Array(new Uint8Array(bytes).buffer);
}

const styles = new Map<string, Promise<Float32Array>>();
let speaker: Promise<ReturnType<typeof createPartSpeaker>> | undefined;

const load = async ({ model, runtime, threads }: SpeakTask): Promise<ReturnType<typeof createPartSpeaker>> =>
  createPartSpeaker(await loadModel(model, runtime, threads), loadFlite(await compileFlite()));

async function answer(task: SpeakTask): Promise<SpeakAnswer> {
  try {
    speaker ??= load(task);
    const voice = styles.get(task.voice) ?? stylesOf(task.voice);
    styles.set(task.voice, voice);
    const [speak, ofVoice] = await Promise.all([speaker, voice]);
    return await speak(task, ofVoice);
  } catch (error) {
    // What could not be read now may be there the next time.
    speaker = undefined;
    styles.clear();
    return { failed: error instanceof Error ? error.message : "an error" };
  }
}

answerTasks(answer);
