import { PRICE_CENTS_PER_MONTH } from "../../../shared/constants.ts";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";

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

/** Plan names on the billing page and the profile. */
export const PLAN_NAMES = { premium: "Active Premium Plan", trial: "Free Trial", none: "No active plan" } as const;
