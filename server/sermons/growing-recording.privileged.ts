import type { Database, Transaction } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import type { Block } from "../../shared/sermon-text.ts";
import type { RecordingPart } from "../vendors/voice/voice.ts";
import { notify, type StepRun } from "./generation-step.privileged.ts";
import { growingTag } from "./tag-recording.ts";

interface GrowingRecording {
  /** Stores what comes next. What can't be stored ends this: the finished recording does not need it. */
  grow(part: RecordingPart): void;
  /** Resolves when everything is stored. */
  stored(): Promise<void>;
}

/**
 * Keeps the parts of a recording while it is made, so that it is heard before it is finished (growing-recording-routes.ts). Fenced by the attempt
 * of the voice step: what an earlier one left is taken away, and one that lost its lease changes nothing.
 */
export function growingRecording(db: Database, run: StepRun, blocks: Promise<readonly Block[]>): GrowingRecording {
  let number = 0;
  let end = 0;
  let ended = false;
  let storing = Promise.resolve();

  async function begin(tx: Transaction, part: RecordingPart, tag: Uint8Array): Promise<void> {
    const step = "s.generation_id = $1 and s.kind = 'voice' and s.attempt = $2 and s.status = 'in-progress'";
    await tx.query(
      `delete from public.growing_recordings r where r.generation_id = $1 and exists (select from public.generation_steps s where ${step})`,
      [run.generationId, run.attempt],
    );
    await tx.query(
      `insert into public.growing_recordings (generation_id, attempt, seconds, bytes)
       select s.generation_id, s.attempt, $3, $4 from public.generation_steps s where ${step}`,
      [run.generationId, run.attempt, part.seconds, tag.length + part.bytes],
    );
  }

  async function store(part: RecordingPart): Promise<void> {
    const tag = number === 0 ? growingTag(await blocks) : new Uint8Array();
    const sound = Buffer.concat([tag, part.frames]);
    await asService(db, async (tx) => {
      if (number === 0) await begin(tx, part, tag);
      const added = await tx.query<{ bytes: number }>(
        `insert into public.growing_recording_parts (generation_id, number, starts_at, sound, sentences)
         select r.generation_id, $3, $4, $5, $6 from public.growing_recordings r join public.generation_steps s
           on s.generation_id = r.generation_id and s.kind = 'voice' and s.attempt = r.attempt and s.status = 'in-progress'
         where r.generation_id = $1 and r.attempt = $2 for key share of r
         returning (select bytes from public.growing_recordings where generation_id = $1)`,
        [run.generationId, run.attempt, number, end, sound, JSON.stringify(part.sentences)],
      );
      const bytes = added.rows[0]?.bytes ?? 0;
      // The lease was lost, or it is longer than was promised: who hears it goes on with another attempt or the finished one.
      if (end + sound.length > bytes) await drop(tx);
      await notify(tx, run.generationId);
    });
    number++;
    end += sound.length;
  }

  async function drop(tx: Transaction): Promise<void> {
    ended = true;
    await tx.query("delete from public.growing_recordings where generation_id = $1 and attempt = $2", [
      run.generationId,
      run.attempt,
    ]);
  }

  return {
    grow(part) {
      storing = storing
        .then(() => (ended || run.signal.aborted ? undefined : store(part)))
        .catch(async () => {
          ended = true;
          await asService(db, drop).catch(() => {});
        });
    },
    stored: () => storing,
  };
}

/** So long after it began one is heard; then whoever hears it goes on with the finished file. */
const KEPT = "15 minutes";

/** Job `sweep-growing-recordings`, each minute: deletes those that began a while ago. */
export async function sweepGrowingRecordings(db: Database): Promise<void> {
  await asService(db, (tx) => tx.query("delete from public.growing_recordings where began_at < now() - $1::interval", [KEPT]));
}
