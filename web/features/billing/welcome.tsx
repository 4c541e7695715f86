import { TRIAL_SERMONS } from "../../../shared/constants.ts";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { formatDay } from "../../lib/date.ts";
import { MONTHLY_PRICE } from "./plan.ts";

/** For who has just begun the trial: the next step and the first charge. It is gone with the first sermon. Stands below the form, since it comes when somebody may write already. */
export function Welcome({ status: { trial, trialEndsAt, nextChargeAt, cancelAt } }: { status: SubscriptionStatus }) {
  if (!trial.isInTrial || !trial.canGenerateToday || trial.generationsLeft < TRIAL_SERMONS) return null;
  const at = nextChargeAt ?? trialEndsAt;
  const charge = cancelAt
    ? "Nothing will be charged."
    : at && `Nothing is charged before ${formatDay(at)}; then it is ${MONTHLY_PRICE} a month, unless you cancel.`;
  return (
    <p className="mt-8 max-w-measure border-l-2 border-lamp pl-3 group-has-data-crisis/dashboard:hidden">
      Welcome. Write what is on your heart and press Generate Sermon: today&rsquo;s sermon is free. {charge}
    </p>
  );
}
