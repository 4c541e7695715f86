import { PRICE_CENTS_PER_MONTH } from "../../../shared/constants.ts";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { ACCESS } from "../../../shared/messages/billing.ts";

/** Formats an amount given in the currency's smallest unit. */
export function money(amount: number, currency = "usd"): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount / 100);
}

export const MONTHLY_PRICE = money(PRICE_CENTS_PER_MONTH);

/** The plan's name for display; "trial" includes people who can still start theirs. */
export function planOf({ subscribed, trial, trialAvailable }: SubscriptionStatus): "premium" | "trial" | "none" {
  if (subscribed) return "premium";
  return trial.isInTrial || trialAvailable ? "trial" : "none";
}

/** A renewal failed, and the provider keeps retrying it. */
export const isUnpaid = ({ status }: SubscriptionStatus): boolean => status === "past_due" || status === "unpaid";

/** Whether there is a running subscription without an end date. */
export function canCancel(subscription: SubscriptionStatus): boolean {
  const { status, cancelAt } = subscription;
  return cancelAt === null && (status === "active" || status === "trialing" || isUnpaid(subscription));
}

/** Minutes left for sermons (docs/product.md#minutes). `baseMinutes` is 0 until the month is paid. */
export function remainingMinutes({
  baseMinutes,
  additionalMinutes,
  minutesUsed,
}: NonNullable<SubscriptionStatus["quota"]>): number {
  return Math.max(0, baseMinutes + additionalMinutes - minutesUsed);
}

/** Why no sermon can be generated now; null when one can (docs/product.md#access). */
export function blockedReason(status: SubscriptionStatus): string | null {
  const { subscribed, trial, trialAvailable, frozen } = status;
  if (frozen) return ACCESS.frozen;
  if (subscribed) return null;
  if (trial.isInTrial) return trial.canGenerateToday ? null : ACCESS.dailyLimit;
  if (isUnpaid(status)) return ACCESS.unpaid;
  return trialAvailable ? ACCESS.startTrial : ACCESS.upgrade;
}

/** Plan names on the billing page and the profile. */
export const PLAN_NAMES = { premium: "Active Premium Plan", trial: "Free Trial", none: "No active plan" } as const;
