import type { ReactNode } from "react";
import { Link } from "react-router";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { cn } from "../../lib/cn.ts";
import { formatDay } from "../../lib/date.ts";
import { Button } from "../../ui/button.tsx";
import { useResumeSubscription } from "./change-subscription.ts";
import { usePortal } from "./provider-page.ts";
import { isUnpaid } from "./plan.ts";
import { useCheckout, type Buyer } from "./start-checkout.ts";

interface PlanNoticeProps {
  status: SubscriptionStatus;
  buyer: Buyer;
}

/** Notice about a frozen, unpaid or cancelled plan, with what can be done. Renders nothing otherwise. */
export function PlanNotice({ status, buyer }: PlanNoticeProps) {
  if (status.frozen) return <DisputeNotice />;
  if (isUnpaid(status)) return <UnpaidNotice status={status} buyer={buyer} />;
  return status.cancelAt ? <CancellationNotice status={status} cancelAt={status.cancelAt} userId={buyer.userId} /> : null;
}

function Notice({ title, urgent = false, children }: { title: string; urgent?: boolean; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className={cn("grid gap-3 rounded-md border border-l-4 bg-card p-5", urgent ? "border-l-destructive" : "border-l-lamp")}
    >
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

function DisputeNotice() {
  return (
    <Notice title="Your account is on hold" urgent>
      <p>
        Your bank has told us that a payment is disputed. Until that is settled there is no access, and nothing can be bought.
        Your sermons are kept.
      </p>
      <div>
        <Button asChild variant="outline">
          <Link to="/support">Contact support</Link>
        </Button>
      </div>
    </Notice>
  );
}

function UnpaidNotice({ status: { subscribed, graceEndsAt }, buyer }: PlanNoticeProps) {
  const invoice = useCheckout(buyer);
  const portal = usePortal();
  return (
    <Notice title="Your last payment failed" urgent>
      <p>
        {subscribed && graceEndsAt
          ? `You keep your access until ${formatDay(graceEndsAt)}, without new minutes. Pay the open invoice, or change your card and it is tried again.`
          : "Your access has ended. It is back as soon as the open invoice is paid."}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button disabled={invoice.isOpening} onClick={() => invoice.open()}>
          {invoice.isOpening ? "Opening invoice..." : "Pay now"}
        </Button>
        <Button variant="outline" disabled={portal.isOpening} onClick={() => portal.open()}>
          Change card
        </Button>
      </div>
    </Notice>
  );
}

function CancellationNotice({
  status: { status, quota },
  cancelAt,
  userId,
}: {
  status: SubscriptionStatus;
  cancelAt: string;
  userId: string;
}) {
  const resume = useResumeSubscription(userId);
  const hasBoughtMinutes = quota !== null && quota.additionalMinutes > 0;
  const planName = status === "trialing" ? "free trial" : "subscription";
  return (
    <Notice title={`Your ${planName} ends on ${formatDay(cancelAt)}`}>
      <p>
        {status === "trialing"
          ? "Until then nothing changes, and nothing will be charged."
          : "Until then nothing changes, and nothing more is charged."}{" "}
        Your sermons stay in your library, with their recordings.
        {hasBoughtMinutes ? " Bought minutes that are left stay yours too, for a time when you subscribe again." : ""}
      </p>
      <div>
        <Button variant="outline" disabled={resume.isPending} onClick={() => resume.mutate()}>
          {resume.isPending ? "Resuming..." : "Resume Subscription"}
        </Button>
      </div>
    </Notice>
  );
}
