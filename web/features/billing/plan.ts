import { PRICE_CENTS_PER_MONTH } from "../../../shared/constants.ts";
import type { SubscriptionStatus } from "../../../shared/functions.ts";
import { ACCESS } from "../../../shared/messages/billing.ts";

/** An amount in the currency's smallest unit, as it is written on a bill. */
export function money(amount: number, currency = "usd"): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount / 100);
}

export const MONTHLY_PRICE = money(PRICE_CENTS_PER_MONTH);

/** A trial is also what somebody has who has not started theirs. */
export function planOf({ subscribed, trial, trialAvailable }: SubscriptionStatus): "premium" | "trial" | "none" {
  if (subscribed) return "premium";
  return trial.isInTrial || trialAvailable ? "trial" : "none";
}

/** A renewal was not paid, and the provider goes on asking for it. */
export const isUnpaid = ({ status }: SubscriptionStatus): boolean => status === "past_due" || status === "unpaid";

/** Whether there is something to cancel: it runs, and no end is set. */
export function canCancel(subscription: SubscriptionStatus): boolean {
  const { status, cancelAt } = subscription;
  return cancelAt === null && (status === "active" || status === "trialing" || isUnpaid(subscription));
}

/** What is left for sermons (docs/product.md#minutes); the base is what this month has, none before it is paid. */
export function remainingMinutes({
  baseMinutes,
  additionalMinutes,
  minutesUsed,
}: NonNullable<SubscriptionStatus["quota"]>): number {
  return Math.max(0, baseMinutes + additionalMinutes - minutesUsed);
}

/** Why there can be no sermon now; null when there can (docs/product.md#access). */
export function blockedReason(status: SubscriptionStatus): string | null {
  const { subscribed, trial, trialAvailable, frozen } = status;
  if (frozen) return ACCESS.frozen;
  if (subscribed) return null;
  if (trial.isInTrial) return trial.canGenerateToday ? null : ACCESS.dailyLimit;
  if (isUnpaid(status)) return ACCESS.unpaid;
  return trialAvailable ? ACCESS.startTrial : ACCESS.upgrade;
}

/** What a plan is called on its own screen. */
export const PLAN_NAMES = { premium: "Active Premium Plan", trial: "Free Trial", none: "No active plan" } as const;
