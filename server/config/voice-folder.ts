import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";

/** The package that runs the model. It is no dependency: `npm run voice:install` puts it into the folder of the voices. */
export const RUNTIME = "onnxruntime-node";
export const LIST = "voices.json";
export const MODEL_FILE = "model.onnx";
export const voiceFile = (id: string): string => join("voices", `${id}.bin`);

/** Words a minute within a paragraph; with the pauses between paragraphs a sermon has about 130. */
const WORDS_PER_MINUTE = 142;
const SPEED = { least: 0.7, most: 1.2 };

/** How fast the model is asked to speak with a voice that says so many words a minute at speed 1. */
export const speedFor = (wordsPerMinute: number): number =>
  Math.min(Math.max(WORDS_PER_MINUTE / wordsPerMinute, SPEED.least), SPEED.most);

const file = z.object({ bytes: z.number().int().positive(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/** What the folder holds, as `npm run voice:install` found it. */
export const voiceList = z.object({
  version: z.literal(1),
  model: file,
  /** By Kokoro's own names; `wordsPerMinute` was measured at speed 1. */
  voices: z.record(z.string(), file.extend({ wordsPerMinute: z.number().positive() })),
});
export type VoiceList = z.infer<typeof voiceList>;

const CHUNK = 4 * 1024 * 1024;

/** Size and SHA-256 of a file. */
export function fingerprint(path: string): z.infer<typeof file> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(CHUNK);
  const handle = openSync(path, "r");
  let bytes = 0;
  try {
    for (let length = -1; length !== 0; bytes += length) {
      length = readSync(handle, buffer, 0, CHUNK, null);
      hash.update(buffer.subarray(0, length));
    }
  } finally {
    closeSync(handle);
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** The folder of the runtime's package: beside this program (development), or in the folder of the voices. Null if there is none. */
export function findRuntime(dir: string): string | null {
  for (const from of [import.meta.url, join(dir, "runtime/package.json")]) {
    try {
      return dirname(createRequire(from).resolve(`${RUNTIME}/package.json`));
    } catch {}
  }
  return null;
}

/** Whether the runtime has a program for this system and processor. */
export const runsHere = (runtime: string): boolean => {
  try {
    return readdirSync(join(runtime, "bin"), { recursive: true, encoding: "utf8" }).some((name) =>
      name.replaceAll("\\", "/").endsWith(`${process.platform}/${process.arch}/onnxruntime_binding.node`),
    );
  } catch {
    return false;
  }
};

export interface VoiceFolder {
  model: string;
  runtime: string;
  voices: Record<string, { file: string; speed: number }>;
}

function listOf(dir: string): VoiceList | string {
  const how = `\`npm run voice:install -- --from DIR\` puts it there (docs/operating.md)`;
  let text: string;
  try {
    text = readFileSync(join(dir, LIST), "utf8");
  } catch {
    return `VOICE_DIR: there is no voice in ${dir}: ${how}`;
  }
  try {
    return voiceList.parse(JSON.parse(text));
  } catch {
    return `VOICE_DIR: ${join(dir, LIST)} can't be read: ${how}`;
  }
}

function fileProblem(dir: string, name: string, expected: z.infer<typeof file>): string | null {
  const path = join(dir, name);
  try {
    if (statSync(path).size === expected.bytes && fingerprint(path).sha256 === expected.sha256) return null;
    return `VOICE_DIR: ${path} is not the file that was installed: run \`npm run voice:install\` again`;
  } catch {
    return `VOICE_DIR: ${path} is missing: run \`npm run voice:install\` again`;
  }
}

/** Checks everything that Kokoro needs to speak with these voices: the runtime, and each file by its hash. */
export function readVoiceFolder(dir: string, ids: readonly string[]): { folder: VoiceFolder; problems: string[] } {
  const problems: string[] = [];
  const runtime = findRuntime(dir);
  const installed = listOf(dir);
  if (typeof installed === "string") problems.push(installed);
  if (runtime === null)
    problems.push(`VOICE=kokoro needs ONNX Runtime: \`npm run voice:install\` puts ${RUNTIME} into VOICE_DIR`);
  else if (!runsHere(runtime))
    problems.push(`VOICE=kokoro: ${RUNTIME} has no program for ${process.platform} on ${process.arch}`);
  const folder: VoiceFolder = { model: join(dir, MODEL_FILE), runtime: runtime ?? "", voices: {} };
  if (typeof installed === "string") return { folder, problems };
  const add = (problem: string | null): void => {
    if (problem !== null) problems.push(problem);
  };
  add(fileProblem(dir, MODEL_FILE, installed.model));
  for (const id of new Set(ids)) {
    const voice = installed.voices[id];
    if (!voice) {
      problems.push(`VOICE_IDS: there is no voice ${id} in ${dir}: name all six in \`npm run voice:install -- --voices ...\``);
      continue;
    }
    add(fileProblem(dir, voiceFile(id), voice));
    folder.voices[id] = { file: join(dir, voiceFile(id)), speed: speedFor(voice.wordsPerMinute) };
  }
  return { folder, problems };
}
