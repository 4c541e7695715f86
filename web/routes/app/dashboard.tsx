import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { SubscriptionStatus } from "../../../shared/functions.ts";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { PlanCard } from "../../features/billing/plan-card.tsx";
import { subscriptionStatusQuery, useSubscriptionStatus } from "../../features/billing/subscription-status.ts";
import { CreateSermon } from "../../features/sermons/create/create-sermon.tsx";
import { sermonListQuery } from "../../features/sermons/sermon-list.ts";
import { toast } from "../../ui/toast.tsx";
import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Create Your Sermon");

/** Coming back from the payment provider: one message, and an address without it. */
function usePurchaseMessage() {
  const [search, setSearch] = useSearchParams();
  const success = search.get("success");
  useEffect(() => {
    if (success !== "true" && success !== "false") return;
    toast(
      success === "true"
        ? { title: "Purchase Successful", description: "Thank you. Your plan is up to date." }
        : { title: "Purchase Cancelled", description: "Nothing was charged." },
    );
    setSearch(
      (now) => {
        now.delete("success");
        return now;
      },
      { replace: true },
    );
  }, [success, setSearch]);
}

function refusal({ subscribed, trial, trialAvailable }: SubscriptionStatus): string | null {
  if (subscribed || (trial.isInTrial && trial.canGenerateToday)) return null;
  if (trial.isInTrial) return "Daily limit reached. Try again tomorrow.";
  return trialAvailable ? "Start your free trial to generate sermons." : "Upgrade to Premium to generate sermons.";
}

export default function Dashboard() {
  const { user } = useAuth();
  usePurchaseMessage();
  return (
    <Screen title="Create Your Sermon" lead="Write what is on your heart, in your own words.">
      {user ? <Desk userId={user.id} email={user.email ?? ""} /> : null}
    </Screen>
  );
}

function Desk({ userId, email }: { userId: string; email: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const status = useSubscriptionStatus(userId);
  return (
    <div className="group/desk grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-14">
      <CreateSermon
        userId={userId}
        subscribed={status?.subscribed ?? false}
        refused={status ? refusal(status) : null}
        onCounted={() => void client.invalidateQueries(subscriptionStatusQuery(userId))}
        onSermon={({ id, sermon }) => {
          void client.invalidateQueries(sermonListQuery(userId));
          void navigate(`/sermon/${id ?? "new"}`, { state: sermon });
        }}
      />
      {status ? (
        // Nothing is offered beside a word of help.
        <aside aria-label="Your plan" className="group-has-data-crisis/desk:hidden lg:sticky lg:top-6 lg:self-start">
          <PlanCard status={status} email={email} />
        </aside>
      ) : null}
    </div>
  );
}
