import type { VendorUsage, WriteEvent } from "../vendors/writer/writer.ts";
import { asService } from "@lampstand/database/as-service";
import type { Database, Transaction } from "@lampstand/database";
import { VENDOR_STARTS_PER_USER_PER_DAY } from "../../shared/constants.ts";
import type { Generation } from "./generation.ts";
import { StepError } from "./generation-step.job.ts";

export type Vendor = "writer" | "voice" | "image";

/** US cents in any 24 hours for the whole installation, for each vendor; null: unbounded (what runs here costs nothing). */
export type DailyBudgets = Record<Vendor, number | null>;

export interface VendorStart {
  vendor: Vendor;
  engine: string;
  generation: Pick<Generation, "id" | "user_id">;
  budget: number | null;
  /** US cents that it may cost, held against the budget until `settleVendorStart` says what it did. */
  hold?: number | undefined;
}

/**
 * Records that a vendor is about to be started and answers the record's id, or throws `StepError` "over_budget" when this person or
 * the installation has had today's share. Counts whatever comes of it; for a person, a resumed generation is not a second one.
 */
export async function recordVendorStart(tx: Transaction, start: VendorStart): Promise<string> {
  const { vendor, engine, generation, budget, hold = 0 } = start;
  // One count at a time for each vendor, or two starts could both be the last.
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`vendor:${vendor}`]);
  const counted = await tx.query<{ mine: string; cents: number }>(
    `select count(distinct generation_id) filter (where engine = $2 and user_id = $3 and generation_id <> $4) as mine,
       coalesce(sum(cents + held_cents), 0)::float8 as cents
     from public.vendor_starts where vendor = $1 and at > now() - interval '24 hours'`,
    [vendor, engine, generation.user_id, generation.id],
  );
  const { mine, cents } = counted.rows[0] ?? { mine: "0", cents: 0 };
  if (Number(mine) >= VENDOR_STARTS_PER_USER_PER_DAY) throw new StepError("over_budget");
  if (budget !== null && (cents >= budget || cents + hold > budget)) throw new StepError("over_budget");
  const recorded = await tx.query<{ id: string }>(
    `insert into public.vendor_starts (vendor, engine, user_id, generation_id, held_cents) values ($1, $2, $3, $4, $5) returning id`,
    [vendor, engine, generation.user_id, generation.id, hold],
  );
  return recorded.rows[0]?.id ?? "";
}

/** Stores what a start took, over all its calls, and ends its hold. */
export async function settleVendorStart(db: Database, id: string, calls: readonly VendorUsage[]): Promise<void> {
  const sum = (of: (usage: VendorUsage) => number): number => calls.reduce((total, usage) => total + of(usage), 0);
  await asService(db, (tx) =>
    tx.query(
      `update public.vendor_starts set calls = $2, input_tokens = $3, output_tokens = $4, cents = $5, held_cents = 0 where id = $1`,
      [id, calls.length, sum((c) => Math.round(c.inputTokens)), sum((c) => Math.round(c.outputTokens)), sum((c) => c.cents)],
    ),
  );
}

/** Hands on what a writer tells, but for the usage: that is stored when it has ended, whichever way. */
export async function* withUsageRecording(
  db: Database,
  id: string,
  events: AsyncIterable<WriteEvent>,
): AsyncGenerator<Exclude<WriteEvent, { type: "usage" }>> {
  const calls: VendorUsage[] = [];
  try {
    for await (const event of events)
      if (event.type === "usage") calls.push(event.usage);
      else yield event;
  } finally {
    await settleVendorStart(db, id, calls);
  }
}
