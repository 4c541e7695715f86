import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BASE_MINUTES } from "../../../shared/constants.ts";
import { FunctionRefusal } from "../../lib/call-endpoint.ts";
import { Button } from "../../ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "../../ui/dialog.tsx";
import { billingOverviewQuery } from "./billing-overview.ts";
import { cardName } from "./card-name.ts";
import { usePortal } from "./provider-page.ts";
import { MONTHLY_PRICE } from "./plan.ts";
import { useCheckout, type Buyer } from "./start-checkout.ts";

/** Confirms the charge that ends the trial (docs/decisions/008-upgrade-in-the-trial.md). */
export default function UpgradeDialog({ buyer, onClose }: { buyer: Buyer; onClose: () => void }) {
  const [declined, setDeclined] = useState<string>();
  const card = useQuery(billingOverviewQuery(buyer.userId)).data?.card;
  const portal = usePortal();
  const upgrade = useCheckout(buyer, {
    endTrial: true,
    onFailure: (error) => {
      const isDeclined = error instanceof FunctionRefusal && error.code === "card_declined";
      setDeclined(isDeclined ? error.message : undefined);
      return isDeclined;
    },
  });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Upgrade to Premium?</DialogTitle>
          <DialogDescription>
            <strong className="text-foreground">{MONTHLY_PRICE} will be charged now</strong>, to{" "}
            {card ? cardName(card) : "your card"}. Your free trial ends, and your first month begins today: {BASE_MINUTES} minutes
            of sermons, five or ten minutes each. It renews every month until you cancel.
          </DialogDescription>
        </DialogHeader>
        {declined ? (
          <div className="grid justify-items-start gap-2 border-l-2 border-destructive pl-3">
            <p role="alert" className="text-destructive">
              {declined}
            </p>
            <Button variant="link" className="px-0" disabled={portal.isOpening} onClick={() => portal.open()}>
              Update payment method
            </Button>
          </div>
        ) : null}
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline" disabled={upgrade.isOpening}>
              Stay in the trial
            </Button>
          </DialogClose>
          <Button disabled={upgrade.isOpening} aria-busy={upgrade.isOpening} onClick={() => upgrade.open()}>
            {upgrade.isOpening ? "Upgrading..." : `Pay ${MONTHLY_PRICE} now`}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
