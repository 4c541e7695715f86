import type { SupabaseClient } from "@supabase/supabase-js";
import type { z } from "zod";
import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { ImageError, type Illustrator } from "../vendors/image/image.ts";
import type { ImageBrief } from "../vendors/writer/writer.ts";
import { imageOutput, type Generation } from "./generation.ts";
import { runStep, StepError } from "./generation-step.privileged.ts";
import { lastScenes } from "./last-scenes.ts";
import { mediaPath } from "./media-path.ts";
import { storeMedia } from "./store-media.privileged.ts";
import { recordVendorStart, settleVendorStart } from "./vendor-start.privileged.ts";

export interface DrawOptions {
  db: Database;
  supabase: SupabaseClient;
  illustrator: Illustrator;
  budget: number | null;
}

/** The image step: makes the picture of the writer's image brief, of no scene that the person has had lately. */
export async function drawImage(
  options: DrawOptions,
  generation: Generation,
  brief: ImageBrief,
  signal: AbortSignal,
): Promise<z.output<typeof imageOutput> | null> {
  const { db, illustrator } = options;
  return runStep(db, { generationId: generation.id, kind: "image", output: imageOutput, signal }, async (run) => {
    const { start, seen } = await asService(db, async (tx) => {
      const id = await recordVendorStart(tx, {
        vendor: "image",
        engine: illustrator.engine,
        generation,
        budget: options.budget,
        hold: illustrator.hold,
      });
      return { start: id, seen: await lastScenes(tx, generation) };
    });
    const picture = await illustrator.draw({ ...brief, seen }, run.signal).catch((error: unknown) => {
      if (!(error instanceof ImageError)) throw error;
      // A failed picture may have been charged, so its hold on the budget stays.
      throw new StepError(error.code, { cause: error });
    });
    await settleVendorStart(db, start, picture.usage ? [picture.usage] : []);
    const path = mediaPath(generation, "webp");
    await storeMedia(options, generation, "sermon-images", [{ path, body: picture.webp, contentType: "image/webp" }], run);
    return { output: { path, alt: picture.alt, scene: picture.scene } };
  });
}
