import { format } from "date-fns";
import { Link } from "react-router";
import { PRICE_LABEL, TRIAL_DAYS, TRIAL_SERMONS } from "../../../shared/constants.ts";
import type { SubscriptionStatus } from "../../../shared/functions.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardFooter, CardHeader, CardTitle } from "../../ui/card.tsx";
import { useCheckout } from "./start-checkout.ts";

interface PlanCardProps {
  status: SubscriptionStatus;
  email: string;
}

/** Beside the form for whoever has no subscription: what is left of the trial, or how to begin. Subscribers see nothing. */
export function PlanCard({ status, email }: PlanCardProps) {
  if (status.subscribed) return null;
  return status.trial.isInTrial ? <TrialCard status={status} /> : <JoinCard status={status} email={email} />;
}

function TrialCard({ status: { trial, trialEndsAt } }: { status: SubscriptionStatus }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Free Trial Active</CardTitle>
        <p>
          {trial.generationsLeft} of {TRIAL_SERMONS} sermons remaining
        </p>
        {trialEndsAt ? <p className="text-muted-foreground">Trial ends {format(trialEndsAt, "MMM d, yyyy")}</p> : null}
      </CardHeader>
      {trial.canGenerateToday ? null : <p className="border-l-2 border-lamp pl-3">Daily limit reached. Try again tomorrow.</p>}
      <CardFooter>
        <Button asChild variant="outline">
          <Link to="/subscription-billing">Upgrade to Premium</Link>
        </Button>
      </CardFooter>
    </Card>
  );
}

function JoinCard({ status, email }: PlanCardProps) {
  const checkout = useCheckout(email);
  const label = status.trialAvailable ? "Start Free Trial" : "Upgrade to Premium";
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
        <Button disabled={checkout.isPending || checkout.isSuccess} onClick={() => checkout.mutate()}>
          {checkout.isPending || checkout.isSuccess ? "Opening checkout..." : label}
        </Button>
      </CardFooter>
    </Card>
  );
}
