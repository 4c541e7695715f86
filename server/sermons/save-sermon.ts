import type { Database, Transaction } from "@lampstand/database";
import { saveOutput, type Generation } from "./generation.ts";
import { runStep } from "./generation-step.privileged.ts";
import { timingsPath } from "./media-path.ts";
import type { RenewedRecording } from "./renew-cover.privileged.ts";

export interface SermonMedia {
  content: string;
  audio: string | null;
  image: string | null;
  /** The recording under the address that it has from now on, with another cover. */
  renewed: RenewedRecording | null;
}

/** How long somebody may go on hearing the former file, which plays while its sermon gets another cover. */
const GRACE = "1 hour";

/** Puts the file with the new cover in the place of the former one, which goes by the deletion outbox. */
async function exchangeRecording(
  tx: Transaction,
  generationId: string,
  former: string,
  { path, cover }: RenewedRecording,
): Promise<void> {
  await tx.query("update public.generation_steps set output = output || $2 where generation_id = $1 and kind = 'voice'", [
    generationId,
    JSON.stringify({ path, cover }),
  ]);
  await tx.query("update public.sermons set audio_url = $2 where id = $1 and audio_url = $3", [generationId, path, former]);
  await tx.query("update public.media_deletions set at = now() + $2::interval where path = any($1)", [
    [former, timingsPath(former)],
    GRACE,
  ]);
}

/**
 * The save step. The sermon has the generation's id, so the browser's own insert finds this row instead of adding another. Later
 * saves only update it: a sermon that was deleted is not created again.
 */
export async function saveSermon(db: Database, generation: Generation, media: SermonMedia, signal: AbortSignal): Promise<void> {
  const finish = async (tx: Transaction): Promise<void> => {
    await tx.query("update public.generations set state = 'finished', finished_at = now() where id = $1", [generation.id]);
  };
  const step = { generationId: generation.id, kind: "save", output: saveOutput, signal, onFailure: finish } as const;
  await runStep(db, step, async () => ({
    output: { sermonId: generation.id },
    alsoInTransaction: async (tx) => {
      await finish(tx);
      const values = [generation.id, media.audio, media.image];
      if (generation.saved_at) {
        await tx.query(
          "update public.sermons set audio_url = coalesce($2, audio_url), image_url = coalesce($3, image_url) where id = $1",
          values,
        );
        if (media.audio && media.renewed) await exchangeRecording(tx, generation.id, media.audio, media.renewed);
        return;
      }
      await tx.query("update public.generations set saved_at = now() where id = $1", [generation.id]);
      await tx.query(
        `insert into public.sermons (id, audio_url, image_url, user_id, title, content) values ($1, $2, $3, $4, $5, $6)
         on conflict (id) do update set audio_url = coalesce(excluded.audio_url, sermons.audio_url), image_url = coalesce(excluded.image_url, sermons.image_url)`,
        [...values, generation.user_id, generation.prompt, media.content],
      );
    },
  }));
}
