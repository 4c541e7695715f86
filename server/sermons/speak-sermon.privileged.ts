import type { SupabaseClient } from "@supabase/supabase-js";
import type { z } from "zod";
import { VOICE_TEXT_MAX_CHARS } from "../../shared/constants.ts";
import { readSermon, type Block } from "../../shared/sermon-text.ts";
import type { Database, Transaction } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { VoiceError, type RecordingPart, type SpeakRequest, type Spoken, type Voice } from "../vendors/voice/voice.ts";
import type { VendorUsage } from "../vendors/writer/writer.ts";
import { voiceOutput, type Generation } from "./generation.ts";
import { runStep, StepError } from "./generation-step.privileged.ts";
import { growingRecording } from "./growing-recording.privileged.ts";
import { mediaPath, timingsPath } from "./media-path.ts";
import { recordingCover } from "./recording-cover.ts";
import { storeMedia } from "./store-media.privileged.ts";
import { tagRecording } from "./tag-recording.ts";
import { recordVendorStart, settleVendorStart } from "./vendor-start.privileged.ts";

export interface SpeakOptions {
  db: Database;
  supabase: SupabaseClient;
  voice: Voice;
  budget: number | null;
}

/** The first part of a text that is too long for one call, cut at a sentence's end (docs/product.md#steps). */
export function voiceablePart(content: string): string {
  if (content.length <= VOICE_TEXT_MAX_CHARS) return content;
  const part = content.slice(0, VOICE_TEXT_MAX_CHARS);
  const end = Math.max(...[".", "!", "?"].map((mark) => part.lastIndexOf(`${mark} `)), part.lastIndexOf("\n\n"));
  return end > 0 ? part.slice(0, end + 1) : part;
}

/** Speaks, and stores the usage, also after an error. */
async function speakRecordingUsage(
  db: Database,
  voice: Voice,
  start: string,
  request: SpeakRequest,
  signal: AbortSignal,
): Promise<Spoken> {
  const calls: VendorUsage[] = [];
  try {
    return await voice.speak({ ...request, onUsage: (usage) => void calls.push(usage) }, signal);
  } catch (error) {
    if (error instanceof VoiceError) throw new StepError(error.code, { cause: error });
    throw error;
  } finally {
    await settleVendorStart(db, start, calls);
  }
}

/** What the voice step takes from the steps beside it. */
export interface SpeakInputs {
  text: Promise<{ content: string } | null>;
  early: AsyncIterable<Block>;
  /** The path of the sermon's picture once it is there, for the recording's cover; nobody waits for it. */
  picture: () => string | null;
}

/**
 * The voice step: speaks the text, starting with its first paragraphs while the rest is still being written, lets it be heard while it
 * grows, once the text is finished, stores the MP3 and its word timings, and settles the reserved minutes. It ends after the text step; if that one fails, `signal` aborts this one.
 */
export async function speakSermon(
  options: SpeakOptions,
  generation: Generation,
  { text, early, picture }: SpeakInputs,
  signal: AbortSignal,
): Promise<z.output<typeof voiceOutput> | null> {
  const { db, supabase, voice } = options;
  const onFailure = async (tx: Transaction): Promise<void> =>
    void (await tx.query("update public.generations set failed_voicings = failed_voicings + 1 where id = $1", [generation.id]));
  return runStep(db, { generationId: generation.id, kind: "voice", output: voiceOutput, signal, onFailure }, async (run) => {
    const hold = voice.hold?.(generation.minutes);
    const start = await asService(db, (tx) =>
      recordVendorStart(tx, { vendor: "voice", engine: voice.engine, generation, budget: options.budget, hold }),
    );
    const content = text.then((written) => {
      if (!written) throw new StepError("no_text");
      return written.content;
    });
    const blocks = content.then((whole) => readSermon(voiceablePart(whole)));
    // If the voice fails before the text is complete, nobody awaits this promise; its rejection must not be unhandled.
    blocks.catch(() => {});
    const growing = growingRecording(db, run, blocks);
    const request = { blocks, early, voice: generation.voice, onPart: (part: RecordingPart) => growing.grow(part) };
    const spoken = await speakRecordingUsage(db, voice, start, request, run.signal);
    const whole = await content;
    const picturePath = picture();
    const cover = picturePath ? await recordingCover(supabase, picturePath) : null;
    const file = tagRecording({ mp3: spoken.mp3, blocks: await blocks, timings: spoken.timings, cover });
    const path = mediaPath(generation, "mp3");
    await growing.stored();
    const times = new TextEncoder().encode(JSON.stringify(spoken.timings));
    const files = [
      { path, body: file, contentType: "audio/mpeg" },
      { path: timingsPath(path), body: times, contentType: "application/json" },
    ];
    await storeMedia(options, generation, "sermon-audio", files, run);
    return {
      output: {
        path,
        voice: spoken.voice,
        seconds: spoken.seconds,
        partial: voiceablePart(whole).length < whole.length,
        cover: cover && picturePath,
      },
      alsoInTransaction: async (tx) => {
        await tx.query("select billing.settle($1, $2)", [generation.id, Math.ceil(spoken.seconds)]);
      },
    };
  });
}
