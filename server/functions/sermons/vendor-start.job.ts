import type { Transaction } from "../../db/transaction.ts";
import { VENDOR_STARTS_PER_USER_PER_DAY } from "../../../shared/constants.ts";
import type { Generation } from "./generation.ts";
import { StepError } from "./generation-step.job.ts";

export type Vendor = "writer" | "voice" | "image";

/** Starts in any 24 hours for the whole installation, for each vendor; null: unbounded (what runs here costs nothing). */
export type DailyBudgets = Record<Vendor, number | null>;

/**
 * Records that a vendor is about to be started, or throws `StepError` "over_budget" when this person or the installation has
 * had today's share. Counts whatever comes of it; for a person, a resumed generation is not a second one.
 */
export async function recordVendorStart(
  tx: Transaction,
  start: { vendor: Vendor; engine: string; generation: Pick<Generation, "id" | "user_id">; budget: number | null },
): Promise<void> {
  // One count at a time for each vendor, or two starts could both be the last.
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`vendor:${start.vendor}`]);
  const counted = await tx.query<{ mine: string; all: string }>(
    `select count(distinct generation_id) filter (where user_id = $3 and generation_id <> $4) as mine, count(*) as all
     from public.vendor_starts where vendor = $1 and engine = $2 and at > now() - interval '24 hours'`,
    [start.vendor, start.engine, start.generation.user_id, start.generation.id],
  );
  const { mine, all } = counted.rows[0] ?? { mine: "0", all: "0" };
  if (Number(mine) >= VENDOR_STARTS_PER_USER_PER_DAY) throw new StepError("over_budget");
  if (start.budget !== null && Number(all) >= start.budget) throw new StepError("over_budget");
  await tx.query("insert into public.vendor_starts (vendor, engine, user_id, generation_id) values ($1, $2, $3, $4)", [
    start.vendor,
    start.engine,
    start.generation.user_id,
    start.generation.id,
  ]);
}
