import { z } from "zod";
import { asService } from "../../db/as-service.ts";
import type { JobHandler } from "../../jobs/queue.ts";
import type { DrawOptions } from "../images/draw-image.job.ts";
import { drawImage } from "../images/draw-image.job.ts";
import type { SpeakOptions } from "../voice/speak-sermon.job.ts";
import { speakSermon } from "../voice/speak-sermon.job.ts";
import { generationRow, type Generation } from "./generation.ts";
import { notify } from "./generation-step.job.ts";
import { saveSermon } from "./save-sermon.job.ts";
import type { DailyBudgets } from "./vendor-start.job.ts";
import { writeText, type WriteTextOptions } from "./write-text.job.ts";

export type GenerationVendors = Omit<WriteTextOptions & SpeakOptions & DrawOptions, "budget"> & { budgets: DailyBudgets };

export const RUN_GENERATION = "run-generation";
const payloadSchema = z.object({ generationId: z.uuid() });

/** The one runner of generations: text, then voice and image side by side, then save. Safe to run again at any point. */
export function runGeneration(vendors: GenerationVendors): JobHandler {
  const { db, budgets } = vendors;
  return async (payload, { signal }) => {
    const { generationId } = payloadSchema.parse(payload);
    const generation = await read(vendors, generationId);
    if (!generation || generation.state !== "running") return;

    const text = await writeText({ ...vendors, budget: budgets.writer }, generation, signal);
    if (!text) return end(vendors, generation, "failed");

    const [voice, image] = await settleBoth(
      speakSermon({ ...vendors, budget: budgets.voice }, generation, text.content, signal),
      drawImage({ ...vendors, budget: budgets.image }, generation, text.image, signal),
    );
    await saveSermon(db, generation, { content: text.content, audio: voice?.path ?? null, image: image?.path ?? null }, signal);
    await end(vendors, generation, "finished");
  };
}

/** Waits for both even when one throws, so that no step goes on behind a job that has ended. */
async function settleBoth<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (a.status === "rejected") throw a.reason;
  if (b.status === "rejected") throw b.reason;
  return [a.value, b.value];
}

async function read(vendors: GenerationVendors, id: string): Promise<Generation | null> {
  return asService(vendors.db, async (tx) => {
    const rows = await tx.query(
      "select id, user_id, prompt, minutes, voice, state, saved_at from public.generations where id = $1",
      [id],
    );
    return rows.rows[0] ? generationRow.parse(rows.rows[0]) : null;
  });
}

async function end(vendors: GenerationVendors, generation: Generation, state: "finished" | "failed"): Promise<void> {
  await asService(vendors.db, async (tx) => {
    await tx.query("update public.generations set state = $2, finished_at = now() where id = $1 and state = 'running'", [
      generation.id,
      state,
    ]);
    if (state === "failed") {
      // Nothing was delivered: the day is given back, and whoever waits for the later steps is answered.
      await tx.query("delete from public.trial_uses where generation_id = $1 and delivered_at is null", [generation.id]);
      await tx.query(
        `update public.generation_steps set status = 'error', error_code = 'no_text', finished_at = now()
         where generation_id = $1 and status = 'pending'`,
        [generation.id],
      );
    }
    await notify(tx, generation.id);
  });
}
