import type { ProviderRefund, ProviderSubscription, ProviderSubscriptionStatus } from "../vendors/payments/payments.ts";

/** Statuses of a subscription that charges or will charge. The one that gives most access comes first, as in SQL `billing.access`. */
const CURRENT: readonly ProviderSubscriptionStatus[] = ["active", "past_due", "trialing", "unpaid", "paused"];

/** Whether a subscription of this status charges or will charge. */
export function isCurrent(status: ProviderSubscriptionStatus): boolean {
  return CURRENT.includes(status);
}

/** The customer's current subscription; if there are several, the one that gives most access. */
export function currentSubscription(subscriptions: readonly ProviderSubscription[]): ProviderSubscription | undefined {
  return CURRENT.flatMap((status) => subscriptions.filter((one) => one.status === status))[0];
}

/** Whether the subscription is over for good, so that there is nothing left to cancel. */
export function hasEnded(status: ProviderSubscriptionStatus): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** The plan that the billing page names for a subscription of this status. */
export function planOfStatus(status: ProviderSubscriptionStatus | undefined): "trial" | "premium" | null {
  if (status === "trialing") return "trial";
  return status === "active" || status === "past_due" ? "premium" : null;
}

/** Whether the refund gives money back: one that failed or was canceled does not. */
export function isEffectiveRefund({ status }: ProviderRefund): boolean {
  return status !== "failed" && status !== "canceled";
}

/** Whether a dispute of this status has taken money from us: an inquiry (`warning_...`) or a prevented dispute has not. */
export function hasMovedMoney(disputeStatus: string): boolean {
  return disputeStatus !== "prevented" && !disputeStatus.startsWith("warning_");
}
