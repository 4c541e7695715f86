import type { User } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { PRICE_LABEL } from "../../../shared/constants.ts";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { PLAN_NAMES, planOf } from "../../features/billing/plan.ts";
import { nextChargeText } from "../../features/billing/next-charge.tsx";
import { PlanNotUpToDate } from "../../features/billing/plan-not-up-to-date.tsx";
import { useSubscriptionStatus, type PlanReading } from "../../features/billing/subscription-status.ts";
import { PodcastFeed } from "../../features/podcast/podcast-feed.tsx";
import { BibleChoice } from "../../features/profile/bible-choice.tsx";
import { profileQuery } from "../../features/profile/profile.ts";
import { ThemeChoice } from "../../features/profile/theme-choice.tsx";
import { formatDay } from "../../lib/date.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardDescription, CardFooter, CardHeader, CardTitle } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { SiteLink } from "../../shell/site-link.tsx";

const OnThisDevice = lazy(() => import("../../features/sermons/kept/on-this-device.tsx"));

export const meta = () => pageTitle("Profile");

export default function Profile() {
  const { user } = useAuth();
  return user ? <ProfileContent user={user} /> : null;
}

function ProfileContent({ user }: { user: User }) {
  const { data: profile, isPending } = useQuery(profileQuery(user.id));
  const reading = useSubscriptionStatus(user.id);
  const plan = reading.status && planOf(reading.status);
  const name = profile?.full_name || user.email;
  return (
    <div className="grid gap-10">
      <div className="flex flex-wrap items-center gap-5">
        <Avatar src={profile?.avatar_url} className="size-20" />
        <div className="grid min-w-0 gap-1">
          <h1 dir="auto" className="text-3xl wrap-anywhere md:text-4xl">
            {isPending ? <Loading label="Your profile" /> : name}
          </h1>
          <p className="text-lg text-muted-foreground">
            {plan ? (
              plan === "premium" ? (
                "Premium Member"
              ) : (
                PLAN_NAMES[plan]
              )
            ) : reading.failed ? null : (
              <Loading label="Your plan" />
            )}
          </p>
        </div>
      </div>
      <div className="grid items-start gap-6 md:grid-cols-2 lg:grid-cols-3">
        <Billing plan={plan} reading={reading} />
        <Card className="h-full">
          <CardHeader>
            <CardTitle>Account Settings</CardTitle>
            <CardDescription>
              Your name and picture, and your plan. Password, devices and your data are under{" "}
              <Link to="/security" className="link">
                Security
              </Link>
              .
            </CardDescription>
          </CardHeader>
          <CardFooter className="mt-auto">
            <LinkButton to="/edit-profile" label="Edit Profile" />
            <LinkButton to="/subscription-billing" label="Manage Subscription" />
          </CardFooter>
        </Card>
        <Card className="h-full">
          <CardHeader>
            <CardTitle>{"Support & Resources"}</CardTitle>
            <CardDescription>
              Write to us about anything. We answer within 24 hours. Common questions are answered under{" "}
              <Link to="/support" className="link">
                {"Help & Support"}
              </Link>
              .
            </CardDescription>
          </CardHeader>
          <CardFooter className="mt-auto">
            <LinkButton to="/contact" label="Contact Support" />
            <LinkButton to="/support" label="Help Center" />
          </CardFooter>
        </Card>
      </div>
      <div className="grid gap-10 border-t pt-8 md:grid-cols-2">
        {profile ? <BibleChoice userId={user.id} /> : null}
        <ThemeChoice />
      </div>
      <PodcastFeed userId={user.id} />
      <Suspense>
        <OnThisDevice userId={user.id} />
      </Suspense>
    </div>
  );
}

function Loading({ label }: { label: string }) {
  return (
    <>
      <span className="sr-only">{label}</span>
      <Skeleton className="my-1 h-[1em] w-48" />
    </>
  );
}

function LinkButton({ to, label }: { to: string; label: string }) {
  return (
    <Button asChild variant="outline">
      <SiteLink to={to}>{label}</SiteLink>
    </Button>
  );
}

/** What is charged next, or until when a cancelled plan lasts. */
function nextStep(status: SubscriptionStatus): string | null {
  const { cancelAt, subscribed, trial } = status;
  const charge = nextChargeText(status);
  return cancelAt && (subscribed || trial.isInTrial) ? `Cancelled, ends on ${formatDay(cancelAt)}. ${charge}` : charge;
}

const ANCHOR = "billing";

function Billing({ plan, reading }: { plan: keyof typeof PLAN_NAMES | undefined; reading: PlanReading }) {
  const { hash } = useLocation();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The browser scrolls to the anchor before the guard renders this page, so do it here.
    if (hash !== `#${ANCHOR}`) return;
    card.current?.scrollIntoView({ block: "start" });
    card.current?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <Card ref={card} id={ANCHOR} tabIndex={-1} className="h-full scroll-mt-6">
      <CardHeader>
        <CardTitle>{"Subscription & Billing"}</CardTitle>
        <CardDescription>Current plan</CardDescription>
        {plan ? <p className="text-lg">{PLAN_NAMES[plan]}</p> : null}
        {plan || reading.failed ? null : <Loading label="Your plan" />}
        {reading.status ? <p className="text-muted-foreground">{nextStep(reading.status)}</p> : null}
        <PlanNotUpToDate reading={reading} />
        {plan === "premium" && !reading.status?.cancelAt ? <p className="text-muted-foreground">{PRICE_LABEL}</p> : null}
      </CardHeader>
      <CardFooter className="mt-auto">
        <LinkButton to="/subscription-billing" label="Manage Subscription" />
      </CardFooter>
    </Card>
  );
}
