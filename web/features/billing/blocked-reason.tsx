import type { ReactNode } from "react";
import { DEFAULT_DURATION } from "../../../shared/constants.ts";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { ACCESS } from "../../../shared/messages/billing.ts";
import { DailyLimit } from "./daily-limit.tsx";
import { isUnpaid, remainingMinutes } from "./plan.ts";

/** Why no sermon can be generated now; null when one can (docs/product.md#access). */
export function blockedReason(status: SubscriptionStatus): ReactNode {
  const { subscribed, trial, trialAvailable, frozen, quota, canBuyMinutes } = status;
  if (frozen) return ACCESS.frozen;
  // Others with too few minutes are offered more.
  if (subscribed && isUnpaid(status) && !canBuyMinutes && quota && remainingMinutes(quota) < DEFAULT_DURATION)
    return ACCESS.unpaid;
  if (subscribed) return null;
  if (trial.isInTrial) return trial.canGenerateToday ? null : <DailyLimit status={status} />;
  if (isUnpaid(status)) return ACCESS.unpaid;
  return trialAvailable ? ACCESS.startTrial : ACCESS.upgrade;
}
