import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { PURCHASE } from "../../../shared/messages/billing.ts";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { parseStoredSession } from "../../features/auth/stored-state.ts";
import { blockedReason } from "../../features/billing/blocked-reason.tsx";
import { usePendingPurchase } from "../../features/billing/pending-purchase.ts";
import { DashboardPlan } from "../../features/billing/dashboard-plan.tsx";
import type { PurchaseState } from "../../features/billing/minutes-card.tsx";
import { PlanNotUpToDate } from "../../features/billing/plan-not-up-to-date.tsx";
import { remainingMinutes } from "../../features/billing/plan.ts";
import { PurchaseArrived } from "../../features/billing/purchase-arrived.tsx";
import type { Buyer } from "../../features/billing/start-checkout.ts";
import { subscriptionStatusQuery, useSubscriptionStatus } from "../../features/billing/subscription-status.ts";
import { Welcome } from "../../features/billing/welcome.tsx";
import { ContinueListening } from "../../features/sermons/listening/continue-listening.tsx";
import { CreateSermon } from "../../features/sermons/create/create-sermon.tsx";
import { WaitingForm } from "../../features/sermons/create/waiting-form.tsx";
import { useBrowserValue } from "../../lib/hydrated.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/toast.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () =>
  pageTitle("Create Your Sermon", "Write what is on your heart. A sermon is written for it, spoken, and given a picture.");

/** The form is HTML before any script, and stays while the session is being read (shell/waiting-screen.ts). */
export const handle = { waiting: <DashboardWaiting /> };

/** Result of a checkout, from `?success=` on return from the payment provider. Shows one toast and removes the parameter. */
function usePurchaseOutcome(): "paid" | "cancelled" | null {
  const [search, setSearch] = useSearchParams();
  const success = search.get("success");
  const [outcome] = useState<"paid" | "cancelled" | null>(() =>
    success === "true" ? "paid" : success === "false" ? "cancelled" : null,
  );
  useEffect(() => {
    if (success !== "true" && success !== "false") return;
    toast(success === "true" ? PURCHASE.successful : PURCHASE.cancelled);
    setSearch(
      (now) => {
        now.delete("success");
        return now;
      },
      { replace: true },
    );
  }, [success, setSearch]);
  return outcome;
}

export default function Dashboard() {
  const { user } = useAuth();
  return <Frame>{user ? <DashboardContent key={user.id} buyer={{ userId: user.id, email: user.email ?? "" }} /> : null}</Frame>;
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Screen title="Create Your Sermon" lead="Write what is on your heart, in your own words.">
      {children}
    </Screen>
  );
}

const storedUserId = () => parseStoredSession()?.user.id ?? null;

function DashboardWaiting() {
  const userId = useBrowserValue(storedUserId, null);
  return (
    <Frame>
      <div className={COLUMNS}>
        <WaitingForm userId={userId} />
      </div>
    </Frame>
  );
}

const COLUMNS = "grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-14";

function DashboardContent({ buyer }: { buyer: Buyer }) {
  const { userId } = buyer;
  const client = useQueryClient();
  const plan = useSubscriptionStatus(userId);
  const { status } = plan;
  const { isConfirming, hasArrived } = usePendingPurchase(userId, usePurchaseOutcome());
  const form = useRef<HTMLDivElement>(null);
  const [purchase, setPurchase] = useState<PurchaseState>({ open: false });
  return (
    <div className={`group/dashboard ${COLUMNS}`}>
      <div ref={form}>
        <CreateSermon
          userId={userId}
          subscribed={status?.subscribed ?? false}
          refused={status ? blockedReason(status) : null}
          isRefusalShown={status?.trial.isInTrial ?? false}
          remainingMinutes={status?.subscribed && status.quota ? remainingMinutes(status.quota) : null}
          onTooFewMinutes={(needed) => setPurchase({ open: true, needed })}
          onCounted={() => client.invalidateQueries(subscriptionStatusQuery(userId))}
        />
        {status ? <Welcome status={status} /> : null}
        <ContinueListening userId={userId} />
      </div>
      {status || plan.failed ? (
        // Hidden while the crisis panel is shown.
        <aside
          aria-label="Your plan"
          className="grid content-start gap-4 group-has-data-crisis/dashboard:hidden lg:sticky lg:top-6"
        >
          {isConfirming ? <Spinner label={PURCHASE.confirming} /> : null}
          {hasArrived && status?.subscribed && status.quota ? <PurchaseArrived quota={status.quota} form={form} /> : null}
          <PlanNotUpToDate reading={plan} />
          {status ? (
            <DashboardPlan status={status} buyer={buyer} purchase={purchase} onPurchase={(open) => setPurchase({ open })} />
          ) : null}
        </aside>
      ) : null}
    </div>
  );
}
