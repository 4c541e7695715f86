import { useEffect, useState } from "react";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { ACCESS } from "../../../shared/messages/billing.ts";
import { dayAndHour } from "../../lib/date.ts";
import { MONTHLY_PRICE } from "./plan.ts";

/** The present time, renewed at each midnight: what is tomorrow becomes today. */
function useToday(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    const timer = setTimeout(() => setNow(new Date()), Math.max(1_000, midnight.getTime() - Date.now()));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

/** For who has had today's sermon of the trial: that it is so, and what comes next (docs/product.md#trial-days). */
export function DailyLimit({ status: { trial, nextSermonAt, trialEndsAt, cancelAt } }: { status: SubscriptionStatus }) {
  const now = useToday();
  const next = nextSermonAt === null ? null : dayAndHour(nextSermonAt, now);
  const end = trial.generationsLeft === 0 && trialEndsAt !== null ? dayAndHour(trialEndsAt, now) : null;
  // The days of the trial begin at its own hour, so the next one can begin later today.
  const isTomorrow = next ? next.day === "tomorrow" : !end;
  return (
    <>
      <span>{isTomorrow ? ACCESS.dailyLimit : ACCESS.dailyLimitToday}</span>{" "}
      {next ? <span>{`Your next sermon is free ${next.day} from ${next.hour}.`}</span> : null}
      {end ? (
        <span>
          {`It was the last sermon of your trial, which ends ${end.day} at ${end.hour}. `}
          {cancelAt ? "Nothing will be charged." : `Then Premium begins, with ${MONTHLY_PRICE} a month.`}
        </span>
      ) : null}
    </>
  );
}
