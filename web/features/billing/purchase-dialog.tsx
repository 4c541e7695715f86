import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { PRICE_CENTS_PER_MINUTE, PURCHASE_MINUTES } from "../../../shared/constants.ts";
import * as endpoints from "../../../shared/endpoints/billing.ts";
import { BILLING, NOT_LOGGED_IN } from "../../../shared/messages/billing.ts";
import { callEndpoint } from "../../lib/call-endpoint.ts";
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
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";
import { storePendingPurchase } from "./pending-purchase.ts";
import { money } from "./plan.ts";
import { useProviderPage } from "./provider-page.ts";

const { min, max, default: defaultMinutes } = PURCHASE_MINUTES;

interface PurchaseDialogProps {
  userId: string;
  left: number;
  /** Length of the sermon for which `left` is not enough. */
  needed: number | undefined;
  onClose: () => void;
}

function parseMinutes(typed: string): number | null {
  const minutes = Number(typed);
  return typed.trim() && Number.isInteger(minutes) && minutes >= min && minutes <= max ? minutes : null;
}

/** Opens the checkout for additional minutes. */
function usePurchaseMinutes(userId: string) {
  const client = useQueryClient();
  return useProviderPage({
    open: (purchase: { minutes: number; referralCode?: string }) => callEndpoint(endpoints.purchaseAdditionalMinutes, purchase),
    failed: BILLING.purchaseFailed,
    noUrl: BILLING.noCheckoutUrl,
    notLoggedIn: NOT_LOGGED_IN.purchase,
    onLeave: () => storePendingPurchase(client, userId),
  });
}

/** Asks how many minutes to buy, shows the price and opens the checkout. */
export default function PurchaseDialog({ userId, left, needed, onClose }: PurchaseDialogProps) {
  const [typed, setTyped] = useState(String(defaultMinutes));
  const [referralCode, setReferralCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const purchase = usePurchaseMinutes(userId);
  const minutes = parseMinutes(typed);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (purchase.isOpening) return;
    if (minutes === null) {
      setProblem(`Please enter a whole number from ${min} to ${max}`);
      return toast({
        title: BILLING.invalidAmountTitle,
        description: BILLING.invalidAmount,
        variant: "destructive",
        local: true,
      });
    }
    setProblem(undefined);
    purchase.open({ minutes, ...(referralCode.trim() && { referralCode: referralCode.trim() }) });
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent>
        <form noValidate className="grid gap-5" onSubmit={submit}>
          <DialogHeader>
            <DialogTitle>Purchase additional minutes</DialogTitle>
            <DialogDescription>
              {needed === undefined
                ? "They are added to the minutes of your month, and stay yours until you have used them."
                : `This sermon needs ${needed} minutes, and you have ${left} left. Minutes you buy stay yours until you have used them.`}
            </DialogDescription>
          </DialogHeader>
          <Field label="Minutes" hint={`${money(PRICE_CENTS_PER_MINUTE)} each, from ${min} to ${max}`} error={problem}>
            <Input
              type="number"
              inputMode="numeric"
              min={min}
              max={max}
              step={1}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <Field label="Referral code (optional)">
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              value={referralCode}
              onChange={(event) => setReferralCode(event.target.value)}
            />
          </Field>
          <p className="flex items-baseline justify-between border-t pt-4">
            <span>Total</span>
            <output className="font-serif text-2xl">{minutes === null ? "–" : money(minutes * PRICE_CENTS_PER_MINUTE)}</output>
          </p>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline" disabled={purchase.isOpening}>
                Not now
              </Button>
            </DialogClose>
            <Button type="submit" disabled={purchase.isOpening} aria-busy={purchase.isOpening}>
              {purchase.isOpening ? "Opening checkout..." : "Continue to payment"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
