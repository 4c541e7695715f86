import { useState } from "react";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { formatDay } from "../../lib/date.ts";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { useCancelSubscription } from "./change-subscription.ts";
import { isUnpaid, MONTHLY_PRICE } from "./plan.ts";

/** What cancelling means for this plan. */
function consequence(subscription: SubscriptionStatus): string {
  const { status, trialEndsAt, frozen } = subscription;
  if (frozen)
    return "Your account stays on hold until the dispute is settled. After the current billing period nothing more is charged.";
  if (status === "trialing") {
    const end = trialEndsAt ? `its end on ${formatDay(trialEndsAt)}` : "its end";
    return `Your free trial goes on until ${end}. You are not charged ${MONTHLY_PRICE} then, and nothing else.`;
  }
  if (isUnpaid(subscription))
    return "Your last payment failed, so there is no paid month to keep: your access ends at once, and nothing more is charged.";
  return "You will keep your access until the end of the current billing period. After that nothing more is charged.";
}

interface CancelButtonProps {
  userId: string;
  status: SubscriptionStatus;
  onCancelled: () => void;
}

/** Cancels the subscription after a confirmation (docs/product.md#cancelling). */
export function CancelButton({ userId, status, onCancelled }: CancelButtonProps) {
  const [open, setOpen] = useState(false);
  const cancel = useCancelSubscription(userId, status, onCancelled);
  return (
    <AlertDialog open={open} onOpenChange={setOpen}>
      <AlertDialogTrigger asChild>
        <Button variant="outline">Cancel Subscription</Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Cancel Subscription?</AlertDialogTitle>
          <AlertDialogDescription>{consequence(status)}</AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel disabled={cancel.isPending}>Keep Subscription</AlertDialogCancel>
          <AlertDialogAction
            disabled={cancel.isPending}
            aria-busy={cancel.isPending}
            onClick={(event) => {
              // Keep the dialog open until the server has answered.
              event.preventDefault();
              cancel.mutate(undefined, { onSettled: () => setOpen(false) });
            }}
          >
            {cancel.isPending ? "Cancelling..." : "Yes, Cancel"}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
