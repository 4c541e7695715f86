import { VOICINGS_PER_SERMON } from "../../shared/constants.ts";
import type { VoiceName } from "../../shared/voices.ts";
import type { Database, Transaction } from "@lampstand/database";
import { reserveMinutes, type MinutesRequest } from "../billing/reserve-minutes.privileged.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { voiceOutput } from "./generation.ts";
import { reopenStep } from "./reopen-step.privileged.ts";

/**
 * Records a sermon again, which costs its minutes again. Throws a `FunctionError` after `VOICINGS_PER_SERMON` recordings that came
 * about, or when too few minutes are left.
 */
export async function retryVoice(db: Database, generationId: string, voice: VoiceName): Promise<void> {
  const serves = (output: unknown): boolean => voiceOutput.parse(output).voice === voice;
  const admit = async (tx: Transaction): Promise<void> => {
    const allowed = await tx.query<MinutesRequest & { free: boolean }>(
      `update public.generations g set voice = $2, voicings = voicings + 1
       where id = $1 and voicings - failed_voicings < $3 and text_sha256 is not null
       returning g.user_id as "userId", g.id as "generationId", g.voicings as voicing, g.minutes,
         g.rewrite_of is not null or exists (select from public.trial_uses t where t.generation_id = g.id) as free`,
      [generationId, voice, VOICINGS_PER_SERMON],
    );
    const recording = allowed.rows[0];
    if (!recording) throw new FunctionError(409, "voicings_used", "This sermon has been recorded as often as it can be.");
    // Sermons of the trial stay free, and those that were written anew because one missed.
    if (!recording.free) await reserveMinutes(tx, recording);
  };
  await reopenStep(db, generationId, "voice", { serves, admit });
}
