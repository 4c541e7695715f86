import type { VendorUsage, WriteEvent } from "../vendors/writer/writer.ts";
import { asService } from "@lampstand/database/as-service";
import type { Database, Transaction } from "@lampstand/database";
import { VENDOR_STARTS_PER_USER_PER_DAY } from "../../shared/constants.ts";
import type { Generation } from "./generation.ts";
import { StepError } from "./generation-step.privileged.ts";

export type Vendor = "writer" | "voice" | "image";

/** US cents in any 24 hours for the whole installation, by vendor; null: no limit (the built-in vendors cost nothing). */
export type DailyBudgets = Record<Vendor, number | null>;

export interface VendorStart {
  vendor: Vendor;
  engine: string;
  generation: Pick<Generation, "id" | "user_id">;
  budget: number | null;
  /** Highest expected cost in US cents, held against the budget until `settleVendorStart` stores the real one. */
  hold?: number | undefined;
}

/**
 * Records that a vendor is about to be started and returns the record's id. Throws `StepError` "over_budget" when the person or
 * the installation has used up the last 24 hours' budget. Every start counts, whatever its result; a resumed generation counts
 * once for its person.
 */
export async function recordVendorStart(tx: Transaction, start: VendorStart): Promise<string> {
  const { vendor, engine, generation, budget, hold = 0 } = start;
  // One check at a time for each vendor, or two starts could both take the last of the budget.
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

/** Stores the usage of a start, summed over its calls, and ends its hold. */
export async function settleVendorStart(db: Database, id: string, calls: readonly VendorUsage[]): Promise<void> {
  const sum = (of: (usage: VendorUsage) => number): number => calls.reduce((total, usage) => total + of(usage), 0);
  await asService(db, (tx) =>
    tx.query(
      `update public.vendor_starts set calls = $2, input_tokens = $3, output_tokens = $4, cents = $5, held_cents = 0 where id = $1`,
      [id, calls.length, sum((c) => Math.round(c.inputTokens)), sum((c) => Math.round(c.outputTokens)), sum((c) => c.cents)],
    ),
  );
}

/** Passes a writer's events on, without the usage events; their sum is stored at the end, also after an error. */
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
