import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BILLING } from "../../../shared/messages/billing.ts";
import { cn } from "../../lib/cn.ts";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { BillingHistory } from "./billing-history.tsx";
import { billingOverviewQuery } from "./billing-overview.ts";
import { failureText } from "./failure.ts";
import { MinutesUsed } from "./minutes-used.tsx";
import { PaymentMethod } from "./payment-method.tsx";
import { PlanNotUpToDate } from "./plan-not-up-to-date.tsx";
import { PlanNotice } from "./plan-notice.tsx";
import { PlanSection } from "./plan-section.tsx";
import type { Buyer } from "./start-checkout.ts";
import { useSubscriptionStatus } from "./subscription-status.ts";

interface BillingScreenProps {
  buyer: Buyer;
  onCancelled: () => void;
}

/** The user's plan, card and invoices. */
export function BillingScreen({ buyer, onCancelled }: BillingScreenProps) {
  const reading = useSubscriptionStatus(buyer.userId);
  const { status } = reading;
  const overview = useQuery(billingOverviewQuery(buyer.userId));
  const loadedOverview = overview.data ?? (overview.isError ? null : undefined);
  return (
    <div className="grid items-start gap-12 lg:grid-cols-2 lg:gap-x-16">
      {status ? (
        <div className="lg:col-span-2 empty:hidden">
          <PlanNotice status={status} buyer={buyer} />
        </div>
      ) : null}
      <Section title="Current plan">
        <PlanNotUpToDate reading={reading} />
        {status ? (
          <PlanSection status={status} buyer={buyer} overview={loadedOverview} onCancelled={onCancelled} />
        ) : reading.failed ? null : (
          <Spinner label="Loading your plan..." />
        )}
      </Section>
      {overview.isError && !overview.data ? (
        <div role="alert" className="grid justify-items-start gap-3 border-t pt-6">
          <p className="text-destructive">{failureText(overview.error, { failed: BILLING.overviewFailed })}</p>
          <Button variant="outline" disabled={overview.isFetching} onClick={() => void overview.refetch()}>
            Try Again
          </Button>
        </div>
      ) : (
        <>
          <div className="grid gap-12">
            <Section title="Payment method">
              {overview.data ? <PaymentMethod overview={overview.data} /> : <Spinner label="Loading your card..." />}
            </Section>
            {status?.quota ? (
              <Section title="Minutes used">
                {overview.data ? <MinutesUsed used={overview.data.minutesUsed} /> : <Spinner label="Loading your minutes..." />}
              </Section>
            ) : null}
          </div>
          <Section title="Billing history" isWide>
            {overview.data ? <BillingHistory overview={overview.data} /> : <Spinner label="Loading your invoices..." />}
          </Section>
        </>
      )}
    </div>
  );
}

interface SectionProps {
  title: string;
  /** Over both columns. */
  isWide?: boolean;
  children: ReactNode;
}

function Section({ title, isWide = false, children }: SectionProps) {
  return (
    <section className={cn("grid gap-4 border-t pt-6", isWide && "lg:col-span-2")} aria-label={title}>
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}
