import { asService } from "@lampstand/database/as-service";
import type { JobHandler } from "../jobs/jobs.ts";
import type { DrawOptions } from "./draw-image.privileged.ts";
import { drawImage } from "./draw-image.privileged.ts";
import type { SpeakOptions } from "./speak-sermon.privileged.ts";
import { speakSermon } from "./speak-sermon.privileged.ts";
import { voiceOrLater } from "./choose-voice.privileged.ts";
import { generationRow, type Generation } from "./generation.ts";
import { renewCover } from "./renew-cover.privileged.ts";
import { saveSermon } from "./save-sermon.ts";
import { createPartialText } from "./partial-text.ts";
import type { DailyBudgets } from "./vendor-start.privileged.ts";
import { writeText, type WriteTextOptions } from "./write-text.privileged.ts";

export type GenerationVendors = Omit<WriteTextOptions & SpeakOptions & DrawOptions, "budget"> & { budgets: DailyBudgets };

/**
 * Job `run-generation`: runs all steps of a generation: the text, then voice and image as soon as they have something to start with, then save. Where
 * no voice was named it ends after the picture, and is queued again (choose-voice.privileged.ts). Safe to run again at any point.
 */
export function runGeneration(vendors: GenerationVendors): JobHandler<"run-generation"> {
  const { db, budgets } = vendors;
  return async ({ generationId }, { signal }) => {
    const generation = await loadGeneration(vendors, generationId);
    if (!generation || generation.state !== "running") return;

    const partial = createPartialText();
    const noText = new AbortController();
    const writing = writeText({ ...vendors, budget: budgets.writer }, generation, partial, signal).then(
      (written) => {
        partial.end(written);
        if (!written) noText.abort();
        return written;
      },
      (error: unknown) => {
        partial.end(null);
        noText.abort(error);
        throw error;
      },
    );
    const either = AbortSignal.any([signal, noText.signal]);
    let picturePath: string | null = null;
    const draw = async (): ReturnType<typeof drawImage> => {
      const brief = await partial.image;
      const drawn = brief && (await drawImage({ ...vendors, budget: budgets.image }, generation, brief, either));
      picturePath = drawn?.path ?? null;
      return drawn;
    };
    const inputs = { text: writing, early: partial.blocks, picture: () => picturePath };
    const speak = (spoken: Generation) => speakSermon({ ...vendors, budget: budgets.voice }, spoken, inputs, either);
    // Waits for all steps even if one throws, so that no step runs on after the job has ended.
    const [text, voice, image] = await Promise.allSettled([
      writing,
      partial.begun.then((begun) => (begun && generation.voice_chosen ? speak(generation) : null)),
      draw(),
    ]);
    if (text.status === "rejected") throw text.reason;
    if (!text.value) return;
    if (voice.status === "rejected") throw voice.reason;
    if (image.status === "rejected") throw image.reason;
    let recording = voice.value;
    if (!generation.voice_chosen) {
      const chosen = await voiceOrLater(db, generationId);
      if (!chosen) return;
      recording = await speak({ ...generation, voice: chosen });
    }
    const { content } = text.value;
    const picture = image.value?.path ?? null;
    // A picture that was made again, or later, becomes the cover of the recording that the sermon has.
    const renewed =
      generation.saved_at && recording && picture
        ? await renewCover(vendors, generation, { content, recording, picture }, signal)
        : null;
    await saveSermon(db, generation, { content, audio: recording?.path ?? null, image: picture, renewed }, signal);
  };
}

async function loadGeneration(vendors: GenerationVendors, id: string): Promise<Generation | null> {
  return asService(vendors.db, async (tx) => {
    const rows = await tx.query(
      "select id, user_id, prompt, minutes, voice, voice_chosen, reading, region, state, saved_at from public.generations where id = $1",
      [id],
    );
    return rows.rows[0] ? generationRow.parse(rows.rows[0]) : null;
  });
}
