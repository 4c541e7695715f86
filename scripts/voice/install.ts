import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import {
  findRuntime,
  fingerprint,
  LIST,
  MODEL_FILE,
  RUNTIME,
  runsHere,
  speedFor,
  voiceFile,
  type VoiceList,
} from "../../server/config/voice-folder.ts";
import { createSpeaker } from "../../server/vendors/voice/kokoro/kokoro.ts";
import { bring, VoiceInstallError } from "./fetch-file.ts";
import { installRuntime } from "./runtime.ts";

export { VoiceInstallError } from "./fetch-file.ts";

const LICENCE = `Kokoro-82M is a model by hexgrad under the Apache License 2.0: you may use it, also for money, and pass it on with its licence
and notices. Its card says that it was trained on speech that is free of copyright or under a licence that allows it.
https://huggingface.co/hexgrad/Kokoro-82M
`;
/** Twenty seconds of plain words, by which the pace of a voice is measured. */
const SAMPLE = [
  "the lord is near to those who have a broken heart.",
  "tonight you do not have to be strong.",
  "sit down for a while, let the kettle grow cold, and tell him what the day was like.",
  "he has heard harder things than this, and he stays.",
  "in the morning there will be bread on the table, and somebody who asks how you slept.",
].map((sentence) => sentence.split(" "));
const SAMPLE_WORDS = SAMPLE.flat().length;
const PCM_HZ = 24_000;

interface InstallOptions {
  dir: string;
  /** Folders and addresses, in the order in which they are asked. */
  from: readonly string[];
  /** The model's file below `from`. */
  model: string;
  voices: readonly string[];
  /** A file of expected hashes, as sha256sum writes it. */
  sums?: string | undefined;
  say: (line: string) => void;
}

/** Expected hashes by file name, without folders. */
async function readSums(path: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new VoiceInstallError(`${path} can't be read.`);
  });
  const sums = new Map(
    Array.from(text.matchAll(/^([0-9a-f]{64})[ *]+(.+)$/gimu), ([, hash = "", name = ""]) => [
      basename(name.trim()),
      hash.toLowerCase(),
    ]),
  );
  if (sums.size === 0) throw new VoiceInstallError(`${path} has no hashes in it, as sha256sum writes them.`);
  return sums;
}

/** Has each voice speak; returns its words a minute at speed 1. */
async function pacesOf(
  incoming: string,
  runtime: string,
  voices: readonly string[],
  say: InstallOptions["say"],
): Promise<number[]> {
  const speaker = createSpeaker({ model: join(incoming, MODEL_FILE), runtime, threads: 2 });
  const paces: number[] = [];
  try {
    for (const id of voices) {
      const accent = id.startsWith("b") ? "british" : "american";
      const part = { sentences: SAMPLE, accent, speed: 1, voice: join(incoming, voiceFile(id)) } as const;
      const { samples } = await speaker.say(part, new AbortController().signal).catch((cause: unknown) => {
        const why = cause instanceof Error ? cause.message : "an error";
        throw new VoiceInstallError(`${id} does not speak. ${why}`, { cause });
      });
      const pace = Math.round((SAMPLE_WORDS / (samples.length / PCM_HZ)) * 600) / 10;
      say(`  ${id}: ${pace} words a minute, so it is asked for ${speedFor(pace).toFixed(2)} times that`);
      paces.push(pace);
    }
  } finally {
    await speaker.close();
  }
  return paces;
}

function check(path: string, name: string, sums: ReadonlyMap<string, string> | null, say: InstallOptions["say"]) {
  const found = fingerprint(path);
  say(`  ${found.sha256}  ${name} (${(found.bytes / 1e6).toFixed(1)} MB)`);
  const expected = sums?.get(basename(name));
  if (sums && expected !== found.sha256)
    throw new VoiceInstallError(
      expected ? `${name} is not the file whose hash is ${expected}.` : `The list of hashes does not name ${basename(name)}.`,
    );
  return found;
}

/** Puts the files in their place. The list goes first and comes last: without it nothing counts as installed. */
async function putInPlace(incoming: string, dir: string, voices: readonly string[]): Promise<void> {
  await rm(join(dir, LIST), { force: true });
  await mkdir(join(dir, "voices"), { recursive: true });
  for (const name of [MODEL_FILE, ...voices.map(voiceFile), LIST]) await rename(join(incoming, name), join(dir, name));
  const stale = (await readdir(dir)).filter((name) => name.startsWith("incoming-"));
  await Promise.all(stale.map((name) => rm(join(dir, name), { recursive: true, force: true })));
}

/**
 * Installs a model and voices in `dir`. Everything is brought to a folder in it, checked and tried there, and then put in place; what was
 * installed before stays until then. What is fetched from an address and interrupted goes on with the next call.
 */
export async function installVoice({ dir, from, model, voices, sums: sumsFile, say }: InstallOptions): Promise<void> {
  say(LICENCE);
  const wrong = voices.find((id) => !/^[a-z]{2}_[a-z]+$/.test(id));
  if (wrong !== undefined) throw new VoiceInstallError(`"${wrong}" is not the name of a voice of Kokoro.`);
  const sums = sumsFile === undefined ? null : await readSums(sumsFile);
  const key = createHash("sha256")
    .update(JSON.stringify([from, model]))
    .digest("hex")
    .slice(0, 8);
  const incoming = join(dir, `incoming-${key}`);
  say(`Bringing ${model} and ${voices.length} voices to ${dir} ...`);
  await bring(from, model, join(incoming, MODEL_FILE));
  for (const id of voices) await bring(from, `voices/${id}.bin`, join(incoming, voiceFile(id)));

  try {
    say("SHA-256, to compare with what is published. Every start of the program compares the files with these:");
    const list: VoiceList = { version: 1, model: check(join(incoming, MODEL_FILE), model, sums, say), voices: {} };
    const prints = voices.map((id) => check(join(incoming, voiceFile(id)), `voices/${id}.bin`, sums, say));
    if (findRuntime(dir) === null) await installRuntime(join(dir, "runtime"), say);
    const runtime = findRuntime(dir);
    if (runtime === null || !runsHere(runtime))
      throw new VoiceInstallError(`${RUNTIME} has no program for ${process.platform} on ${process.arch}.`);
    say("Having each voice speak, to measure its pace ...");
    const paces = await pacesOf(incoming, runtime, voices, say);
    voices.forEach((id, i) => {
      const [print, wordsPerMinute] = [prints[i], paces[i]];
      if (print && wordsPerMinute) list.voices[id] = { ...print, wordsPerMinute };
    });
    await writeFile(join(incoming, LIST), `${JSON.stringify(list, null, 2)}\n`);
  } catch (error) {
    // What is wrong must not be taken for a finished download the next time.
    await rm(incoming, { recursive: true, force: true });
    throw error;
  }
  await putInPlace(incoming, dir, voices);
  say(`Installed in ${dir}. VOICE=kokoro has it speak.`);
}
