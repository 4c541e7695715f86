import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installVoice } from "../../scripts/voice/install.ts";
import { KOKORO_VOICES, readKokoro, type KokoroConfig } from "../../server/config/kokoro.ts";
import { constant, FLOAT, INT64, input, node, onnxModel, output } from "./onnx.ts";

/** Numbers in Kokoro's vocabulary: below the first letter are spaces and marks. */
const VOCABULARY = 178;
const FIRST_LETTER = 24;
const STRESSES = new Set([156, 157, 158]);
const [COMMA, STOP, SPACE] = [3, 4, 16];
/** Samples for each unit of the durations, as in Kokoro. */
export const UNIT = 600;

/** How many units the tiny model takes for a token at speed 1. */
export function unitsOf(id: number): number {
  if (id === SPACE || STRESSES.has(id)) return 1;
  if (id === COMMA) return 8;
  if (id >= STOP && id < FIRST_LETTER) return 14;
  return id === 0 ? 4 : 3;
}

const scalar = (name: string, number: number): Buffer => constant(name, [], Float32Array.of(number));
const table = (name: string, of: (id: number) => number): Buffer =>
  constant(
    name,
    [VOCABULARY],
    Float32Array.from({ length: VOCABULARY }, (_, id) => of(id)),
  );
const ints = (name: string, ...numbers: bigint[]): Buffer => constant(name, [numbers.length], BigInt64Array.from(numbers));

export interface TinyOptions {
  /** The name of the second output; null for an export without times. */
  durations?: string | null;
  /** The name of the first input. */
  ids?: string;
  /** How loud a letter is. */
  level?: number;
}

/**
 * A model of Kokoro's inputs and outputs: a letter is a tone, whose pitch the voice gives, a space or mark is silence, and each takes `unitsOf` units
 * at speed 1.
 */
export function tinyKokoro({ durations = "durations", ids = "input_ids", level = 0.2 }: TinyOptions = {}): Buffer {
  return onnxModel(
    node("Gather", ["units", ids], "slow"),
    node("Div", ["slow", "speed"], "real"),
    node("Round", ["real"], "round"),
    node("Max", ["round", "one"], "lengths"),
    node("Cast", ["lengths"], durations ?? "unused", { to: INT64 }),
    // Which token each unit of time belongs to: as many tokens as have ended before it.
    node("Reshape", ["lengths", "column"], "lengthColumn"),
    node("CumSum", ["lengthColumn", "axis"], "ends"),
    node("ReduceSum", ["lengths"], "total", { keepdims: 0 }),
    node("Range", ["zero", "total", "one"], "times"),
    node("GreaterOrEqual", ["times", "ends"], "isAfter"),
    node("Cast", ["isAfter"], "afters", { to: FLOAT }),
    node("ReduceSum", ["afters", "axes"], "owners", { keepdims: 0 }),
    node("Cast", ["owners"], "owner", { to: INT64 }),
    node("Reshape", [ids, "flat"], "flatIds"),
    node("Gather", ["flatIds", "owner"], "idAt"),
    node("Gather", ["levels", "idAt"], "levelAt"),
    node("Reshape", ["levelAt", "column"], "levelColumn"),
    node("Expand", ["levelColumn", "unitRow"], "levelGrid"),
    node("Reshape", ["levelGrid", "flat"], "envelope"),
    node("Mul", ["total", "unit"], "count"),
    node("Range", ["zero", "count", "one"], "samples"),
    node("ReduceMean", ["style"], "pitch", { keepdims: 0 }),
    node("Mul", ["samples", "pitch"], "phase"),
    node("Sin", ["phase"], "tone"),
    node("Mul", ["tone", "envelope"], "waveFlat"),
    node("Reshape", ["waveFlat", "row"], "waveform"),
    table("units", unitsOf),
    table("levels", (id) => (id >= FIRST_LETTER && !STRESSES.has(id) ? level : 0)),
    scalar("one", 1),
    scalar("zero", 0),
    scalar("unit", UNIT),
    constant("axis", [], BigInt64Array.of(0n)),
    ints("axes", 0n),
    ints("column", -1n, 1n),
    ints("row", 1n, -1n),
    ints("flat", -1n),
    ints("unitRow", 1n, BigInt(UNIT)),
    input(ids, INT64, [1, "tokens"]),
    input("style", FLOAT, [1, 256]),
    input("speed", FLOAT, [1]),
    output("waveform", FLOAT, [1, "samples"]),
    ...(durations === null ? [] : [output(durations, INT64, [1, "tokens"])]),
  );
}

/** A voice's file: all its styles are one number, the tiny model's pitch in radians a sample. */
export const tinyVoice = (hz: number): Buffer =>
  Buffer.from(new Float32Array(510 * 256).fill((2 * Math.PI * hz) / 24_000).buffer);

/** Writes a model and these voices as they lie where Kokoro is published. */
export async function writePublishedKokoro(dir: string, voices: readonly string[], model = tinyKokoro()): Promise<void> {
  await mkdir(join(dir, "onnx"), { recursive: true });
  await mkdir(join(dir, "voices"), { recursive: true });
  await writeFile(join(dir, "onnx/model.onnx"), model);
  await Promise.all(voices.map((id, i) => writeFile(join(dir, `voices/${id}.bin`), tinyVoice(110 + 20 * i))));
}

/** Installs the tiny model with the six voices in `dir`, by the installer, and returns what readConfig makes of it. */
export async function installTinyKokoro(dir: string, model = tinyKokoro()): Promise<KokoroConfig> {
  const published = `${dir}.published`;
  const voices = Object.values(KOKORO_VOICES);
  await writePublishedKokoro(published, voices, model);
  await installVoice({ dir, from: [published], model: "onnx/model.onnx", voices, say: () => {} });
  await rm(published, { recursive: true });
  const { voice, problems } = readKokoro({ VOICE_DIR: dir, DATA_DIR: dir, VOICE_THREADS: 1, VOICE_IDS: {} });
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return voice;
}
