import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import * as endpoints from "../../../shared/endpoints/billing.ts";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { BILLING, NOT_LOGGED_IN } from "../../../shared/messages/billing.ts";
import { callEndpoint, FunctionRefusal } from "../../lib/call-endpoint.ts";
import { toast } from "../../ui/toast.tsx";
import { billingOverviewQuery } from "./billing-overview.ts";
import { failureText, isNotLoggedIn, requireSession } from "./failure.ts";
import { isUnpaid } from "./plan.ts";
import { clearCachedStatus, subscriptionStatusQuery } from "./subscription-status.ts";

interface Change {
  /** Resolves to when the access ends now; undefined where that is not known. */
  call: () => Promise<string | null | undefined>;
  done: string;
  failed: string;
  notLoggedIn: string;
  onDone?: () => void;
}

function useSubscriptionChange(userId: string, { call, done, failed, notLoggedIn, onDone }: Change) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await requireSession();
      return call();
    },
    onSuccess: (cancelAt) => {
      clearCachedStatus();
      // Before it is read again, which can fail: what was agreed to is not shown as undone.
      client.setQueryData(subscriptionStatusQuery(userId).queryKey, (known) =>
        known && cancelAt !== undefined ? { ...known, cancelAt } : known,
      );
      void client.invalidateQueries(subscriptionStatusQuery(userId));
      void client.invalidateQueries(billingOverviewQuery(userId));
      toast({ title: BILLING.successTitle, description: done });
      onDone?.();
    },
    onError: (error) => {
      const message = isNotLoggedIn(error)
        ? { title: NOT_LOGGED_IN.title, description: notLoggedIn }
        : { title: BILLING.errorTitle, description: failureText(error, { failed }) };
      toast({ ...message, variant: "destructive" });
    },
  });
}

// The answer counts as one without `cancelAt` too, because the status is fetched again and contains it.
const cancelled = z.partial(endpoints.cancelSubscription.answer, { cancelAt: true });

async function cancel(): Promise<string | undefined> {
  const { success, error, cancelAt } = await callEndpoint(endpoints.cancelSubscription, {}, cancelled);
  if (!success) throw new FunctionRefusal(200, { code: "not_cancelled", message: error ?? BILLING.cancelFailed });
  return cancelAt;
}

function cancellationMessage(status: SubscriptionStatus): string {
  if (status.frozen) return BILLING.cancelledOnHold;
  if (status.status === "trialing") return BILLING.trialCancelled;
  return isUnpaid(status) ? BILLING.endedAtOnce : BILLING.cancelled;
}

/** Cancels at the end of the paid period or trial; an unpaid subscription ends at once. */
export function useCancelSubscription(userId: string, status: SubscriptionStatus, onCancelled: () => void) {
  return useSubscriptionChange(userId, {
    call: cancel,
    done: cancellationMessage(status),
    failed: BILLING.cancelFailed,
    notLoggedIn: NOT_LOGGED_IN.cancel,
    onDone: onCancelled,
  });
}

/** Reverts a cancellation that has not taken effect yet. */
export function useResumeSubscription(userId: string) {
  return useSubscriptionChange(userId, {
    call: () => callEndpoint(endpoints.resumeSubscription, {}).then(() => null),
    done: BILLING.resumed,
    failed: BILLING.resumeFailed,
    notLoggedIn: NOT_LOGGED_IN.resume,
  });
}
