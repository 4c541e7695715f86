import { useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import { subscriptionStatusQuery } from "../features/billing/subscription-status.ts";
import { currentStep, type StepStatuses } from "../features/sermons/create/steps.ts";
import { useSermonNews } from "../features/sermons/create/use-sermon-news.ts";
import { TitlePrefix } from "./title-prefix.tsx";

/**
 * A line under the header while a sermon is made, except where that is shown anyway, and the news of its end. Not code that is loaded when it
 * is needed: a browser does not fetch a module again that it failed to fetch once, and then nobody would be told.
 */
export function RunningSermon({ userId }: { userId: string }) {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const { running, isUnseen } = useSermonNews(userId, () => void client.invalidateQueries(subscriptionStatusQuery(userId)));
  if (!running) return isUnseen ? <TitlePrefix prefix="Ready: " /> : null;
  const isShown = pathname === "/dashboard" || pathname === `/sermon/${running.id}`;
  return (
    <>
      <TitlePrefix prefix="In progress: " />
      {/* Fetches the sermon's page meanwhile: opening it then needs no code from the network. */}
      <Link to={`/sermon/${running.id}`} prefetch="render" hidden />
      {isShown ? null : <RunningLine steps={running.steps} />}
    </>
  );
}

function RunningLine({ steps }: { steps: StepStatuses }) {
  return (
    <aside aria-label="Sermon in progress" className="border-b bg-card print:hidden">
      <Link to="/dashboard" className="page flex min-h-11 flex-wrap items-center gap-x-3 py-2 hover:underline">
        <span className="size-2 shrink-0 animate-breathe rounded-full bg-lamp" aria-hidden />
        <span className="font-semibold">Your sermon is being written</span>
        <span className="text-muted-foreground max-sm:text-sm">{currentStep(steps)}</span>
      </Link>
    </aside>
  );
}
