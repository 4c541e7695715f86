import { createRequire } from "node:module";

/** What is used of ONNX Runtime (`onnxruntime-node`), which is no dependency: only who wants this voice installs it. */
interface Tensor {
  data: ArrayLike<number | bigint>;
}
interface Session {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run(inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>;
}
interface Runtime {
  Tensor: new (type: "int64" | "float32", data: BigInt64Array | Float32Array, dims: readonly number[]) => Tensor;
  InferenceSession: { create(file: string, options: object): Promise<Session> };
}

export const STYLE_SIZE = 256;
/** A voice's file has a style for each number of tokens. */
export const STYLES = 510;
const INPUTS = ["input_ids", "style", "speed"];
const WAVEFORM = "waveform";
/** The exports with times name it "durations", "duration" or "pred_dur". */
const DURATIONS = /^(?:pred_)?dur/u;

export interface KokoroModel {
  /** The sound of these tokens (with the pads) at 24 kHz, and how long each token takes, in any unit; null if the model does not say. */
  run(
    ids: readonly number[],
    style: Float32Array,
    speed: number,
  ): Promise<{ samples: ArrayLike<number>; durations: number[] | null }>;
}

/** Loads a model. `runtime` is the folder of the package onnxruntime-node. Rejects if the file is none of Kokoro's. */
export async function loadModel(file: string, runtime: string, threads: number): Promise<KokoroModel> {
  const ort = createRequire(import.meta.url)(runtime) as Runtime;
  const session = await ort.InferenceSession.create(file, {
    executionProviders: ["cpu"],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Its warnings are about the optimisation of the model, and an operator can't act on them.
    logSeverityLevel: 3,
  });
  const missing = [
    ...INPUTS.filter((name) => !session.inputNames.includes(name)),
    ...(session.outputNames.includes(WAVEFORM) ? [] : [WAVEFORM]),
  ];
  if (missing.length > 0) throw new Error(`the model is no export of Kokoro: it has no ${missing.join(", ")}`);
  const durationsName = session.outputNames.find((name) => DURATIONS.test(name));
  return {
    async run(ids, style, speed) {
      const outputs = await session.run({
        input_ids: new ort.Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]),
        style: new ort.Tensor("float32", style, [1, STYLE_SIZE]),
        speed: new ort.Tensor("float32", Float32Array.of(speed), [1]),
      });
      const durations = durationsName === undefined ? undefined : outputs[durationsName]?.data;
      const isForThese = durations?.length === ids.length;
      return {
        samples: (outputs[WAVEFORM]?.data ?? []) as ArrayLike<number>,
        durations: durations && isForThese ? Array.from(durations, Number) : null,
      };
    },
  };
}
