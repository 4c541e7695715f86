import type { ReactNode } from "react";
import { BASE_MINUTES, PRICE_LABEL, TRIAL_SERMONS } from "../../../shared/constants.ts";
import type { BillingOverview, SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { formatDay } from "../../lib/date.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CancelButton } from "./cancel-button.tsx";
import { DailyLimit } from "./daily-limit.tsx";
import { NextCharge } from "./next-charge.tsx";
import { SubscribeButton } from "./plan-card.tsx";
import { canCancel, isUnpaid, PLAN_NAMES, planOf, remainingMinutes } from "./plan.ts";
import type { Buyer } from "./start-checkout.ts";
import { UpgradeButton } from "./upgrade-button.tsx";

interface PlanSectionProps {
  status: SubscriptionStatus;
  buyer: Buyer;
  /** Undefined while loading, null when it failed to load. */
  overview: BillingOverview | null | undefined;
  onCancelled: () => void;
}

/** The current plan, what is left of it, and buttons to upgrade, subscribe or cancel. */
export function PlanSection({ status, buyer, overview, onCancelled }: PlanSectionProps) {
  const plan = planOf(status);
  // For frozen and unpaid plans, `PlanNotice` shows what to do instead.
  const canSubscribe = plan !== "premium" && !status.trial.isInTrial && !status.frozen && !isUnpaid(status);
  return (
    <div className="grid gap-6">
      {plan === "premium" ? <Premium status={status} overview={overview} /> : null}
      {plan === "trial" ? <Trial status={status} /> : null}
      {plan === "none" ? <NoPlan status={status} /> : null}
      {/* A frozen plan has no access, but is charged unless it is cancelled. */}
      {status.frozen && overview?.nextBillingDate ? (
        <DetailList>
          <Detail name="Next billing date">{formatDay(overview.nextBillingDate)}</Detail>
        </DetailList>
      ) : null}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {status.trial.isInTrial && !status.cancelAt ? <UpgradeButton buyer={buyer} /> : null}
        {canSubscribe ? <SubscribeButton status={status} buyer={buyer} /> : null}
        {canCancel(status) ? <CancelButton userId={buyer.userId} status={status} onCancelled={onCancelled} /> : null}
      </div>
    </div>
  );
}

function DetailList({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-10 gap-y-4 sm:grid-cols-[repeat(auto-fit,minmax(9rem,max-content))]">{children}</dl>;
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="text-lg">{children}</dd>
    </div>
  );
}

function Premium({ status, overview }: Pick<PlanSectionProps, "status" | "overview">) {
  const { quota, cancelAt, graceEndsAt } = status;
  const end = cancelAt ?? graceEndsAt;
  const nextCharge = status.nextChargeAt ?? overview?.nextBillingDate;
  return (
    <>
      <div className="grid gap-1">
        <p className="font-serif text-xl">{PLAN_NAMES.premium}</p>
        <p className="text-muted-foreground">
          {PRICE_LABEL}, {BASE_MINUTES} minutes of sermons each month
        </p>
      </div>
      <DetailList>
        {end ? (
          <Detail name="Access until">{formatDay(end)}</Detail>
        ) : (
          <Detail name="Next billing date">
            {nextCharge ? formatDay(nextCharge) : overview === undefined ? <Skeleton className="h-7 w-28" /> : "–"}
          </Detail>
        )}
        {quota ? <Detail name="Minutes left">{remainingMinutes(quota)}</Detail> : null}
      </DetailList>
      <NextCharge status={status} />
    </>
  );
}

function Trial({ status }: { status: SubscriptionStatus }) {
  const { trial, trialEndsAt } = status;
  return (
    <>
      <p className="font-serif text-xl">{PLAN_NAMES.trial}</p>
      <DetailList>
        <Detail name="Trial ends">{trialEndsAt ? formatDay(trialEndsAt) : "Not started"}</Detail>
        <Detail name="Remaining sermons">{trialEndsAt ? trial.generationsLeft : TRIAL_SERMONS}</Detail>
      </DetailList>
      <NextCharge status={status} />
      {trial.isInTrial && !trial.canGenerateToday ? (
        <p className="border-l-2 border-lamp pl-3">
          <DailyLimit status={status} />
        </p>
      ) : null}
      <div className="grid max-w-measure gap-1">
        <h3 className="text-lg">Limited Access</h3>
        <p className="text-muted-foreground">
          The trial has {TRIAL_SERMONS} sermons of five minutes, one each day. Premium has {BASE_MINUTES} minutes a month,
          whenever you need them, and sermons of ten minutes too.
        </p>
      </div>
    </>
  );
}

function NoPlan({ status }: { status: SubscriptionStatus }) {
  const { trialEndsAt, frozen } = status;
  const isSuspended = frozen || isUnpaid(status);
  return (
    <div className="grid gap-1">
      <p className="font-serif text-xl">{isSuspended ? "No access for now" : PLAN_NAMES.none}</p>
      <p className="max-w-measure text-muted-foreground">
        {trialEndsAt && !isSuspended ? `Your free trial ended on ${formatDay(trialEndsAt)}. ` : ""}
        Your sermons stay in your library.
        {isSuspended ? "" : ` Premium is ${PRICE_LABEL}, and you can cancel whenever you like.`}
      </p>
    </div>
  );
}
