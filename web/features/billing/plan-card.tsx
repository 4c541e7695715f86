import { PRICE_LABEL, TRIAL_DAYS, TRIAL_SERMONS } from "../../../shared/constants.ts";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { formatDay } from "../../lib/date.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardFooter, CardHeader, CardTitle } from "../../ui/card.tsx";
import { DailyLimit } from "./daily-limit.tsx";
import { NextCharge } from "./next-charge.tsx";
import { useCheckout, type Buyer } from "./start-checkout.ts";
import { UpgradeButton } from "./upgrade-button.tsx";

interface PlanCardProps {
  status: SubscriptionStatus;
  buyer: Buyer;
}

/** For people in the trial: what is left of it. */
export function TrialCard({ status, buyer }: PlanCardProps) {
  const { trial, trialEndsAt, cancelAt } = status;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Free Trial Active</CardTitle>
        <p>
          {trial.generationsLeft} of {TRIAL_SERMONS} sermons remaining
        </p>
        {trialEndsAt ? <p className="text-muted-foreground">Trial ends {formatDay(trialEndsAt)}</p> : null}
        <NextCharge status={status} />
      </CardHeader>
      {/* Below that width it stands under the form's button, which is far above. */}
      {trial.canGenerateToday ? null : (
        <p className="border-l-2 border-lamp pl-3 max-lg:hidden">
          <DailyLimit status={status} />
        </p>
      )}
      {/* Not for a cancelled trial: the upgraded subscription would end with the trial all the same. */}
      {cancelAt ? null : (
        <CardFooter>
          <UpgradeButton buyer={buyer} variant="outline" />
        </CardFooter>
      )}
    </Card>
  );
}

/** For people without a plan: offers the trial or the subscription. */
export function SubscribeCard({ status, buyer }: PlanCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{status.trialAvailable ? `${TRIAL_DAYS} days free` : "Premium"}</CardTitle>
        <p className="text-muted-foreground">
          {status.trialAvailable
            ? `${TRIAL_SERMONS} sermons, one each day. After that ${PRICE_LABEL}, and you can cancel whenever you like.`
            : `A personal sermon whenever you need one, for ${PRICE_LABEL}.`}
        </p>
      </CardHeader>
      <CardFooter>
        <SubscribeButton status={status} buyer={buyer} />
      </CardFooter>
    </Card>
  );
}

/** Opens the checkout of the trial, or of the subscription if the trial has been used. */
export function SubscribeButton({ status, buyer }: PlanCardProps) {
  const checkout = useCheckout(buyer);
  const label = status.trialAvailable ? "Start Free Trial" : "Upgrade to Premium";
  return (
    <Button disabled={checkout.isOpening} onClick={() => checkout.open()}>
      {checkout.isOpening ? "Opening checkout..." : label}
    </Button>
  );
}
