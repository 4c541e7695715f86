import { Suspense } from "react";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardFooter, CardHeader, CardTitle } from "../../ui/card.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { NextCharge } from "./next-charge.tsx";
import { remainingMinutes } from "./plan.ts";

const PurchaseDialog = lazyPart(() => import("./purchase-dialog.tsx"));

export interface PurchaseState {
  open: boolean;
  /** Length of the sermon for which the remaining minutes are not enough. */
  needed?: number;
}

interface MinutesCardProps {
  userId: string;
  status: SubscriptionStatus;
  quota: NonNullable<SubscriptionStatus["quota"]>;
  purchase: PurchaseState;
  onPurchase: (open: boolean) => void;
}

/** For subscribers: the minutes left this month, with a button to buy more. */
export function MinutesCard({ userId, status, quota, purchase, onPurchase }: MinutesCardProps) {
  const left = remainingMinutes(quota);
  const all = quota.baseMinutes + quota.additionalMinutes;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Minutes left</CardTitle>
        <p>
          <span className="font-serif text-4xl">{left}</span> <span className="text-muted-foreground">of {all}</span>
        </p>
        <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-muted">
          <div className="h-full bg-primary" style={{ width: `${all ? (left / all) * 100 : 0}%` }} />
        </div>
        <p className="text-sm text-muted-foreground">
          {quota.minutesUsed} used
          {quota.additionalMinutes > 0 ? `, ${quota.additionalMinutes} bought in addition` : ""}
        </p>
        {/* Beside a cancelled one stands the notice that says so. */}
        {status.cancelAt ? null : <NextCharge status={status} />}
      </CardHeader>
      <CardFooter className="empty:hidden">
        {status.canBuyMinutes ? (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => onPurchase(true)}>
            Buy more minutes
          </Button>
        ) : null}
        {status.canBuyMinutes && purchase.open ? (
          <Suspense fallback={null}>
            <PurchaseDialog userId={userId} left={left} needed={purchase.needed} onClose={() => onPurchase(false)} />
          </Suspense>
        ) : null}
      </CardFooter>
    </Card>
  );
}
