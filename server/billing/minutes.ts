import { z } from "zod";
import type { SubscriptionStatus } from "../../shared/functions.ts";

/** A row of `billing.minutes`: what the period gives, what was bought (used ones of this period included), what is used; in seconds. */
export const minutesRow = z.object({ base_s: z.number().int(), extra_s: z.number().int(), used_s: z.number().int() });

/**
 * The account in whole minutes. What is left, `baseMinutes + additionalMinutes - minutesUsed`, is exact but for the part of a last minute,
 * which is never shown; an account in debt has nothing left, and shows no less than that.
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
