import { z } from "zod";
import type { BillingOverview } from "../../shared/endpoints/billing.ts";
import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";

const row = z.object({
  generation_id: z.uuid(),
  title: z.string().nullable(),
  is_made: z.boolean(),
  at: z.date(),
  base_s: z.number().int(),
  extra_s: z.number().int(),
});

/** What the minutes of the present month went to, newest first. A deleted sermon is listed too, since its minutes stay used. */
export async function minutesBySermon(context: FunctionContext, userId: string): Promise<BillingOverview["minutesUsed"]> {
  const { rows } = await asService(context.db, (tx) => tx.query("select * from billing.minutes_by_sermon($1)", [userId]));
  return z
    .array(row)
    .parse(rows)
    .map(({ generation_id, title, is_made, at, base_s, extra_s }) => ({
      sermonId: generation_id,
      state: title !== null ? "kept" : is_made ? "deleted" : "making",
      title,
      date: at.toISOString(),
      seconds: base_s + extra_s,
      boughtSeconds: extra_s,
    }));
}
