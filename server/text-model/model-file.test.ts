import { expect, test } from "vitest";
import { decodeModel, encodeModel, type TextModel } from "./model-file.ts";

const model: TextModel = {
  made: { by: "npm run train", examples: 3, from: "0123" },
  words: ["wind", "café"],
  models: new Map([
    [
      "weather",
      {
        labels: ["calm", "storm"],
        scaling: { shortest: 3, byRarity: true, unknownCount: false },
        places: 10,
        bias: [-3, 4],
        rows: new Map([
          ["sun", 0],
          ["wind _ café", 1],
        ]),
        rarities: Int16Array.from([5, 12]),
        starts: Uint32Array.from([0, 1, 3]),
        labelOf: Uint8Array.from([0, 0, 1]),
        weights: Int16Array.from([150, -32_000, 7]),
      },
    ],
    [
      "nothing",
      {
        labels: ["-"],
        scaling: { shortest: 3, byRarity: true, unknownCount: false },
        places: 10,
        bias: [0],
        rows: new Map(),
        rarities: new Int16Array(),
        starts: Uint32Array.from([0]),
        labelOf: new Uint8Array(),
        weights: new Int16Array(),
      },
    ],
  ]),
};

test("a model is the same after it was written and read", () => {
  const read = decodeModel(encodeModel(model));
  const named = [...read.models].map(
    ([name, linear]) => [name, { ...linear, rows: new Map(Array.from(linear.rows.keys(), (key, row) => [key, row])) }] as const,
  );
  expect({ ...read, models: new Map(named) }).toEqual(model);
});

test("the file begins with how it was made, one field a line, and has one line of weights", () => {
  const lines = encodeModel(model).split("\n");
  expect(lines).toContain('  "made": {"by":"npm run train","examples":3,"from":"0123"},');
  expect(lines.findIndex((line) => line === "")).toBe(lines.length - 3);
});

test("a file of other numbers than its header says is refused, and so is a weight that does not fit", () => {
  const other = encodeModel({ ...model, words: ["wind", "cafe"] }).split("\n\n")[1] ?? "";
  const [head = ""] = encodeModel(model).split("\n\n");
  expect(() => decodeModel(`${head}\n\n${other}`)).toThrow("damaged");
  const [name, linear] = [...model.models][0] ?? [];
  if (!name || !linear) throw new Error("no model");
  const large = new Map([[name, { ...linear, weights: [150, 40_000, 7] as unknown as Int16Array<ArrayBuffer> }]]);
  expect(() => encodeModel({ ...model, models: large })).toThrow("out of range");
});
