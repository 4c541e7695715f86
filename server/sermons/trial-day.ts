import { TEXTS_PER_TRIAL_DAY } from "../../shared/constants.ts";
import type { Transaction } from "@lampstand/database";
import { sha256 } from "./generation.ts";

/**
 * Takes a trial day for a generation. If a text on the same topic failed in the last 24 hours after its day was counted, that day
 * is used again; else today's is taken. False when there is none.
 */
export async function takeTrialDay(
  tx: Transaction,
  { userId, prompt, generationId }: { userId: string; prompt: string; generationId: string },
): Promise<boolean> {
  const continued = await tx.query(
    `update public.trial_uses u set generation_id = $2 from public.generations g
     where u.user_id = $1 and u.delivered_at is null and u.texts_begun between 1 and $4 - 1
       and g.id = u.generation_id and g.state = 'failed' and g.prompt_sha256 = $3 and g.created_at > now() - interval '24 hours'`,
    [userId, generationId, sha256(prompt), TEXTS_PER_TRIAL_DAY],
  );
  if (continued.rowCount === 1) return true;
  const taken = await tx.query(
    `insert into public.trial_uses (user_id, day, generation_id)
     select $1, t.day, $2 from public.trial_state($1) t where t.can_generate_today
     on conflict do nothing`,
    [userId, generationId],
  );
  return taken.rowCount === 1;
}

/** Counts the day as used, because a section of the text was shown. */
export async function countTrialDay(tx: Transaction, generationId: string): Promise<void> {
  await tx.query(
    `with day as (
       update public.trial_uses set texts_begun = texts_begun + 1 where generation_id = $1 returning user_id, texts_begun
     )
     update public.profiles p set trial_generations_used = p.trial_generations_used + 1 from day
     where p.id = day.user_id and day.texts_begun = 1`,
    [generationId],
  );
}

/** Marks the day as delivered, because the text is complete. */
export async function endTrialDay(tx: Transaction, generationId: string): Promise<void> {
  const ended = await tx.query<{ texts_begun: number }>(
    "update public.trial_uses set delivered_at = now() where generation_id = $1 and delivered_at is null returning texts_begun",
    [generationId],
  );
  // A text can be delivered at once, with no section shown before it.
  if (ended.rows[0]?.texts_begun === 0) await countTrialDay(tx, generationId);
}

/** Gives the day back after a failed text, unless a section was shown. */
export async function releaseTrialDay(tx: Transaction, generationId: string): Promise<void> {
  await tx.query("delete from public.trial_uses where generation_id = $1 and delivered_at is null and texts_begun = 0", [
    generationId,
  ]);
}

/** Gives the day back even if a section was shown. */
export async function refundTrialDay(tx: Transaction, generationId: string): Promise<void> {
  await tx.query(
    `with day as (delete from public.trial_uses where generation_id = $1 and delivered_at is null returning user_id, texts_begun)
     update public.profiles p set trial_generations_used = p.trial_generations_used - 1 from day
     where p.id = day.user_id and day.texts_begun > 0 and p.trial_generations_used > 0`,
    [generationId],
  );
}
