import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BILLING } from "../../../shared/messages/billing.ts";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { BillingHistory } from "./billing-history.tsx";
import { billingOverviewQuery } from "./billing-overview.ts";
import { failureText } from "./failure.ts";
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
    <div className="grid max-w-3xl gap-12">
      {status ? <PlanNotice status={status} buyer={buyer} /> : null}
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
          <Section title="Payment method">
            {overview.data ? <PaymentMethod overview={overview.data} /> : <Spinner label="Loading your card..." />}
          </Section>
          <Section title="Billing history">
            {overview.data ? <BillingHistory overview={overview.data} /> : <Spinner label="Loading your invoices..." />}
          </Section>
        </>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t pt-6" aria-label={title}>
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}
