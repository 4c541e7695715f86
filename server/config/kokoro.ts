import { join, resolve } from "node:path";
import { VOICES, type VoiceName } from "../../shared/voices.ts";
import { readVoiceFolder } from "./voice-folder.ts";

/** The voice that speaks by a model on this machine. */
export interface KokoroConfig {
  kind: "kokoro";
  /** The model's file. */
  model: string;
  /** The folder of the package that runs it. */
  runtime: string;
  threads: number;
  /** The file of each voice, and how fast the model is asked to speak with it. */
  voices: Record<VoiceName, { file: string; speed: number }>;
}

/** Of Kokoro's English voices those of the name's accent and sex that its makers grade best. */
export const KOKORO_VOICES: Readonly<Record<VoiceName, string>> = {
  John: "am_michael",
  Daniel: "bm_george",
  Sarah: "af_heart",
  Charlie: "bm_fable",
  Roger: "am_fenrir",
  Liam: "am_puck",
};

/** The folder of the model and its voices, unless VOICE_DIR names another. */
export const voiceDir = (given: string | undefined, dataDir: string): string => resolve(given ?? join(dataDir, "kokoro"));

/** What VOICE=kokoro speaks with, and one line for each thing that is missing or not as it was installed. */
export function readKokoro(value: {
  VOICE_DIR?: string | undefined;
  DATA_DIR: string;
  VOICE_THREADS: number;
  VOICE_IDS: Partial<Record<VoiceName, string>>;
}): { voice: KokoroConfig; problems: string[] } {
  const ids = { ...KOKORO_VOICES, ...value.VOICE_IDS };
  const { folder, problems } = readVoiceFolder(voiceDir(value.VOICE_DIR, value.DATA_DIR), Object.values(ids));
  const voices = Object.fromEntries(
    VOICES.map((name) => [name, folder.voices[ids[name]] ?? { file: "", speed: 1 }]),
  ) as KokoroConfig["voices"];
  return {
    voice: { kind: "kokoro", model: folder.model, runtime: folder.runtime, threads: value.VOICE_THREADS, voices },
    problems,
  };
}
