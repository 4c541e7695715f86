import { randomUUID } from "node:crypto";
import type { Database, Transaction } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { z } from "zod";
import { REWRITE_DAYS } from "../../shared/constants.ts";
import { rejectIfDeleting } from "../account/reject-if-deleting.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { generationRow } from "./generation.ts";
import { insertGeneration, limitStarts, refusals } from "./start-generation.privileged.ts";

export interface RewriteRequest {
  userId: string;
  /** The sermon that missed, which has its generation's id. */
  sermonId: string;
  /** Key of the reading that the new one follows. */
  reading: string;
  /** The theme of the one that missed. */
  missedTheme: string;
  locale?: string | undefined;
}

const refused = (code: string, message: string): FunctionError => new FunctionError(409, code, message);

const original = generationRow.pick({ prompt: true, minutes: true, voice: true }).extend({
  has_text: z.boolean(),
  is_rewrite: z.boolean(),
  is_rewritten: z.boolean(),
  is_recent: z.boolean(),
  is_frozen: z.boolean(),
});

/**
 * Starts a generation on the same topic, in the same voice and length, without a trial day or minutes, and counts the miss. Joins the one
 * that runs already. Returns its id. Throws a `FunctionError` when the sermon is not the person's, is too old, was written anew before, or
 * was itself written anew. One whose text failed may be asked for again.
 */
export async function rewriteGeneration(db: Database, request: RewriteRequest): Promise<string> {
  const { userId, sermonId, reading, locale } = request;
  return asService(db, async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`generation:${userId}`]);
    await rejectIfDeleting(tx, userId);
    const found = await tx.query(
      `select prompt, minutes, voice, text_sha256 is not null as has_text, rewrite_of is not null as is_rewrite,
         rewritten_at is not null as is_rewritten, created_at > now() - make_interval(days => $3) as is_recent,
         (billing.access($2) ->> 'frozen')::boolean as is_frozen
       from public.generations where id = $1 and user_id = $2 and state <> 'withheld'`,
      [sermonId, userId, REWRITE_DAYS],
    );
    if (!found.rows[0])
      throw new FunctionError(404, "sermon_not_found", "Only sermons that were written for you can be written anew.");
    const { prompt, minutes, voice, ...sermon } = original.parse(found.rows[0]);

    const running = await tx.query<{ id: string; same: boolean }>(
      "select id, rewrite_of is not distinct from $2 as same from public.generations where user_id = $1 and state = 'running'",
      [userId, sermonId],
    );
    if (running.rows[0]?.same) return running.rows[0].id;
    if (!sermon.has_text) throw refused("no_text", "This sermon has no text yet.");
    if (sermon.is_rewrite) throw refused("rewrite_of_rewrite", "This sermon has been written anew already.");
    if (sermon.is_rewritten)
      throw refused("already_rewritten", "This sermon has been written anew already. You find it in My Sermons.");
    if (!sermon.is_recent) throw refused("rewrite_over", `A sermon can be written anew for ${REWRITE_DAYS} days.`);
    if (sermon.is_frozen)
      throw new FunctionError(403, "account_frozen", "A payment of yours is disputed. Please contact support to continue.");
    if (running.rows[0]) throw refusals.running();
    await limitStarts(tx, userId);

    const id = randomUUID();
    await countMiss(tx, sermonId, request.missedTheme);
    await tx.query("update public.generations set rewritten_at = now() where id = $1", [sermonId]);
    await insertGeneration(tx, { id, userId, prompt, minutes, voice, reading, locale, rewriteOf: sermonId });
    return id;
  });
}

/** Adds the miss to its day's and theme's count, unless it was counted when a first try failed. */
async function countMiss(tx: Transaction, sermonId: string, theme: string): Promise<void> {
  await tx.query(
    `insert into public.missed_readings as m (theme)
     select $2 where not exists (select from public.generations where rewrite_of = $1)
     on conflict (day, theme) do update set count = m.count + 1`,
    [sermonId, theme],
  );
}
