import type { SupabaseClient } from "@supabase/supabase-js";
import type { z } from "zod";
import { VOICE_TEXT_MAX_CHARS } from "../../../shared/constants.ts";
import { readSermon } from "../../../shared/sermon-text.ts";
import type { Database } from "../../db/database.ts";
import { asService } from "../../db/as-service.ts";
import { VoiceError, type Voice } from "../../adapters/voice/voice.ts";
import { voiceOutput, type Generation } from "../sermons/generation.ts";
import { runStep, StepError } from "../sermons/generation-step.job.ts";
import { mediaPath, timingsPath } from "../sermons/media-path.ts";
import { storeMedia } from "../sermons/store-media.job.ts";
import { recordVendorStart } from "../sermons/vendor-start.job.ts";

export interface SpeakOptions {
  db: Database;
  supabase: SupabaseClient;
  voice: Voice;
  budget: number | null;
}

/** The first part of a text that is too long for one call, cut at a sentence's end (spec section 5). */
export function voiceablePart(content: string): string {
  if (content.length <= VOICE_TEXT_MAX_CHARS) return content;
  const part = content.slice(0, VOICE_TEXT_MAX_CHARS);
  const end = Math.max(...[".", "!", "?"].map((mark) => part.lastIndexOf(`${mark} `)), part.lastIndexOf("\n\n"));
  return end > 0 ? part.slice(0, end + 1) : part;
}

/** The voice step: speaks the stored text, keeps the MP3 and its word timings side by side, and settles its minutes with them. */
export async function speakSermon(
  options: SpeakOptions,
  generation: Generation,
  content: string,
  signal: AbortSignal,
): Promise<z.output<typeof voiceOutput> | null> {
  const { db, voice } = options;
  return runStep(db, { generationId: generation.id, kind: "voice", output: voiceOutput, signal }, async (run) => {
    await asService(db, (tx) =>
      recordVendorStart(tx, { vendor: "voice", engine: voice.engine, generation, budget: options.budget }),
    );
    const request = { blocks: readSermon(voiceablePart(content)), voice: generation.voice };
    const spoken = await voice.speak(request, run.signal).catch((error: unknown) => {
      if (error instanceof VoiceError) throw new StepError(error.code, { cause: error });
      throw error;
    });
    const path = mediaPath(generation, "mp3");
    await storeMedia(options, generation, "sermon-audio", [
      { path, body: spoken.mp3, contentType: "audio/mpeg" },
      {
        path: timingsPath(path),
        body: new TextEncoder().encode(JSON.stringify(spoken.timings)),
        contentType: "application/json",
      },
    ]);
    return {
      output: { path, voice: spoken.voice, seconds: spoken.seconds },
      together: async (tx) => {
        await tx.query("select billing.settle($1, $2)", [generation.id, Math.ceil(spoken.seconds)]);
      },
    };
  });
}
