import { DEFAULT_VOICE, type VoiceName } from "../../shared/voices.ts";
import type { Database, Transaction } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { enqueue } from "../jobs/jobs.ts";

/** How long after its text a sermon waits for a voice to be named before it gets the default one. */
const WAIT_FOR_VOICE = "30 seconds";

interface Choice {
  voice: VoiceName;
  voice_chosen: boolean;
}

/** Locks the generation, so that the runner that stops to wait and the request that names a voice can't miss each other. */
async function lockChoice(tx: Transaction, generationId: string): Promise<Choice | undefined> {
  const { rows } = await tx.query<Choice>("select voice, voice_chosen from public.generations where id = $1 for update", [
    generationId,
  ]);
  return rows[0];
}

async function store(tx: Transaction, generationId: string, voice: VoiceName): Promise<void> {
  await tx.query("update public.generations set voice = $2, voice_chosen = true where id = $1", [generationId, voice]);
}

/**
 * Names the voice of a generation that was started without one, and has the runner go on if it waits for that. Returns the voice that
 * counts: the one that was named first.
 */
export async function chooseVoice(tx: Transaction, generationId: string, voice: VoiceName): Promise<VoiceName> {
  const found = await lockChoice(tx, generationId);
  if (!found || found.voice_chosen) return found?.voice ?? voice;
  await store(tx, generationId, voice);
  const working = await tx.query("select from public.generation_steps where generation_id = $1 and lease_until > now()", [
    generationId,
  ]);
  // A runner that is at work looks for the voice when its steps have ended.
  if (working.rowCount === 0) await enqueue(tx, "run-generation", { generationId });
  return voice;
}

/** The same in a transaction of its own. */
export async function nameVoice(db: Database, generationId: string, voice: VoiceName): Promise<VoiceName> {
  return asService(db, (tx) => chooseVoice(tx, generationId, voice));
}

/**
 * The voice to speak a finished text in. Null: none was named yet; the job is queued for the time when nobody can be expected to name one
 * any more.
 */
export async function voiceOrLater(db: Database, generationId: string): Promise<VoiceName | null> {
  return asService(db, async (tx) => {
    const found = await lockChoice(tx, generationId);
    if (!found || found.voice_chosen) return found?.voice ?? null;
    const { rows } = await tx.query<{ due: string; over: boolean }>(
      `select (finished_at + $2::interval)::text as due, finished_at + $2::interval <= now() as over
       from public.generation_steps where generation_id = $1 and kind = 'text'`,
      [generationId, WAIT_FOR_VOICE],
    );
    const waits = rows[0];
    if (waits && !waits.over) {
      await enqueue(tx, "run-generation", { generationId }, { runAt: waits.due });
      return null;
    }
    await store(tx, generationId, DEFAULT_VOICE);
    return DEFAULT_VOICE;
  });
}
