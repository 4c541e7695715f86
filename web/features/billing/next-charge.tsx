import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { formatDay } from "../../lib/date.ts";
import { MONTHLY_PRICE } from "./plan.ts";

/** What is charged next and when, or that nothing is; null where that is said by a notice, or nothing is known. */
export function nextChargeText({ subscribed, trial, trialEndsAt, nextChargeAt, cancelAt }: SubscriptionStatus): string | null {
  if (trial.isInTrial) {
    if (cancelAt) return "Nothing will be charged.";
    const at = nextChargeAt ?? trialEndsAt;
    return at && `Then ${MONTHLY_PRICE} on ${formatDay(at)}, and every month until you cancel.`;
  }
  if (!subscribed) return null;
  if (cancelAt) return "Nothing more will be charged.";
  return nextChargeAt && `Then ${MONTHLY_PRICE} on ${formatDay(nextChargeAt)}, for the next month.`;
}

/** The same as a paragraph; nothing where there is nothing to say. */
export function NextCharge({ status }: { status: SubscriptionStatus }) {
  const text = nextChargeText(status);
  return text ? <p className="text-muted-foreground">{text}</p> : null;
}
