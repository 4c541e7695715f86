/**
 * Installs the voice Kokoro: copies or fetches its files from where the operator says, checks that they are whole and speak, measures how fast each
 * voice speaks, and writes down their hashes, which every start of the program compares. See USAGE.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { KOKORO_VOICES, voiceDir } from "../server/config/kokoro.ts";
import { installVoice, VoiceInstallError } from "./voice/install.ts";

const USAGE = `Usage: npm run voice:install -- --from DIR|URL [--from DIR|URL] [--model FILE] [--voices ID,ID] [--sums FILE]

  --from    where Kokoro's files lie as they are published: onnx/model.onnx and voices/*.bin. A folder, or an address to
            which the names are added. With several, each file is taken from the first that has it.
  --model   another file of the model, for example onnx/model_fp16.onnx
  --voices  which voices; without it the six that stand for John, Daniel, Sarah, Charlie, Roger and Liam
  --sums    a file as sha256sum writes it: each file must have the hash that stands there
  The files go to VOICE_DIR, or DATA_DIR/kokoro. Nothing is fetched from anywhere that is not named here, but for the
  package onnxruntime-node, from the npm registry, if it is not there yet.`;

const { values } = parseArgs({
  options: {
    from: { type: "string", multiple: true },
    model: { type: "string", default: "onnx/model.onnx" },
    voices: { type: "string" },
    sums: { type: "string" },
    help: { type: "boolean" },
  },
});

if (existsSync(".env")) process.loadEnvFile(".env");
if (values.help || !values.from?.length) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 1);
}
try {
  await installVoice({
    dir: voiceDir(process.env["VOICE_DIR"] || undefined, process.env["DATA_DIR"] || ".data"),
    from: values.from,
    model: values.model,
    voices: values.voices?.split(",").map((id) => id.trim()) ?? Object.values(KOKORO_VOICES),
    sums: values.sums,
    say: (line) => console.log(line),
  });
} catch (error) {
  if (!(error instanceof VoiceInstallError)) throw error;
  console.error(`\n${error.message}\nNothing was changed.`);
  process.exitCode = 1;
}
