import { z } from "zod";
import type { SubscriptionStatus } from "../../shared/endpoints/billing.ts";

/** A row of `billing.minutes`, in seconds: given for the period, bought (including what this period used of it), used. */
export const minutesRow = z.object({ base_s: z.number().int(), extra_s: z.number().int(), used_s: z.number().int() });

/**
 * The account in whole minutes. The remainder, `baseMinutes + additionalMinutes - minutesUsed`, is rounded down, and is 0 for an account
 * in debt.
 */
export function quotaInMinutes(account: z.output<typeof minutesRow>): NonNullable<SubscriptionStatus["quota"]> {
  const whole = (seconds: number): number => Math.max(0, Math.floor(seconds / 60));
  const all = whole(account.base_s + account.extra_s);
  const base = Math.min(whole(account.base_s), all);
  return {
    baseMinutes: base,
    additionalMinutes: all - base,
    minutesUsed: all - Math.min(all, whole(account.base_s + account.extra_s - account.used_s)),
  };
}
