import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { MinutesCard, type PurchaseState } from "./minutes-card.tsx";
import { SubscribeCard, TrialCard } from "./plan-card.tsx";
import { PlanNotice } from "./plan-notice.tsx";
import { isUnpaid } from "./plan.ts";
import type { Buyer } from "./start-checkout.ts";

interface DashboardPlanProps {
  status: SubscriptionStatus;
  buyer: Buyer;
  purchase: PurchaseState;
  onPurchase: (open: boolean) => void;
}

/** The dashboard's plan column: notices, remaining minutes or trial days, or the offer to subscribe. */
export function DashboardPlan({ status, buyer, purchase, onPurchase }: DashboardPlanProps) {
  const { subscribed, trial, quota, frozen } = status;
  return (
    <>
      <PlanNotice status={status} buyer={buyer} />
      {subscribed && quota ? (
        <MinutesCard userId={buyer.userId} status={status} quota={quota} purchase={purchase} onPurchase={onPurchase} />
      ) : null}
      {trial.isInTrial ? <TrialCard status={status} buyer={buyer} /> : null}
      {subscribed || trial.isInTrial || frozen || isUnpaid(status) ? null : <SubscribeCard status={status} buyer={buyer} />}
    </>
  );
}
