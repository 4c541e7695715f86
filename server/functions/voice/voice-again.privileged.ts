import { VOICINGS_PER_SERMON } from "../../../shared/constants.ts";
import type { VoiceName } from "../../../shared/voices.ts";
import type { Database } from "../../db/database.ts";
import { asService } from "../../db/as-service.ts";
import { refuseWhileClosing } from "../account/closing.ts";
import { reserveMinutes, type MinutesRequest } from "../billing/reserve-minutes.privileged.ts";
import { FunctionError } from "../errors.ts";
import { enqueueGeneration } from "../sermons/start-generation.privileged.ts";

/**
 * Puts the voice step, and the saving after it, back to the runner, and takes its minutes again. Throws a `FunctionError` after the
 * second voicing, or when too few minutes are left.
 */
export async function voiceAgain(db: Database, generationId: string, voice: VoiceName): Promise<void> {
  await asService(db, async (tx) => {
    const found = await tx.query<{ user_id: string }>("select user_id from public.generations where id = $1", [generationId]);
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`generation:${found.rows[0]?.user_id}`]);
    if (found.rows[0]) await refuseWhileClosing(tx, found.rows[0].user_id);
    const other = await tx.query("select from public.generations where user_id = $1 and state = 'running'", [
      found.rows[0]?.user_id,
    ]);
    if (other.rowCount)
      throw new FunctionError(
        409,
        "generation_running",
        "Another sermon is being written for you. Please try again in a moment.",
      );
    const allowed = await tx.query<MinutesRequest & { trial: boolean }>(
      `update public.generations g set voice = $2, voicings = voicings + 1, state = 'running', finished_at = null
       where id = $1 and voicings < $3 and text_sha256 is not null
       returning g.user_id as "userId", g.id as "generationId", g.voicings as voicing, g.minutes,
         exists (select from public.trial_uses t where t.generation_id = g.id) as trial`,
      [generationId, voice, VOICINGS_PER_SERMON],
    );
    const recording = allowed.rows[0];
    if (!recording) throw new FunctionError(429, "voicings_used", "This sermon has been recorded as often as it can be.");
    // A sermon of the trial stays free.
    if (!recording.trial) await reserveMinutes(tx, recording);
    await tx.query(
      `update public.generation_steps set status = 'pending', attempt = 0, output = null, error_code = null, lease_until = null
       where generation_id = $1 and kind in ('voice', 'save')`,
      [generationId],
    );
    await enqueueGeneration(tx, generationId);
  });
}
