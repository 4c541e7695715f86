import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { PURCHASE } from "../../../shared/messages/billing.ts";
import { wait } from "../../lib/wait.ts";
import { toast } from "../../ui/toast.tsx";
import { clearCachedStatus, subscriptionStatusQuery } from "./subscription-status.ts";

const KEY = "awaited-purchase";
/** The provider's webhook may arrive after the person returns: poll for half a minute. */
const MAX_POLLS = 15;
const POLL_INTERVAL_MS = 2_000;

const pendingPurchase = z.object({ userId: z.string(), before: z.string() });

/** The parts of the status that a purchase changes, for comparison. */
function purchaseFingerprint({ subscribed, trial, trialAvailable, quota }: SubscriptionStatus): string {
  return JSON.stringify([subscribed, trial.isInTrial, trialAvailable, quota ? quota.baseMinutes + quota.additionalMinutes : 0]);
}

/** Call before redirecting to the payment page: stores the current status, to detect the change on return. */
export function storePendingPurchase(client: QueryClient, userId: string): void {
  clearCachedStatus();
  const status = client.getQueryData(subscriptionStatusQuery(userId).queryKey);
  if (!status) return;
  try {
    sessionStorage.setItem(
      KEY,
      JSON.stringify({ userId, before: purchaseFingerprint(status) } satisfies z.input<typeof pendingPurchase>),
    );
  } catch {
    // Storage is unavailable: the new plan is shown at the next refetch.
  }
}

function readPendingPurchase(userId: string): string | null {
  try {
    const { userId: owner, before } = pendingPurchase.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ""));
    return owner === userId ? before : null;
  } catch {
    return null;
  }
}

function clearPendingPurchase(): void {
  clearCachedStatus();
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable: nothing was stored.
  }
}

/** Polls until the status differs from `before`; null if it did not change in time. */
async function pollForPurchase(
  client: QueryClient,
  userId: string,
  before: string,
  signal: AbortSignal,
): Promise<SubscriptionStatus | null> {
  for (let poll = 0; poll < MAX_POLLS && !signal.aborted; poll++) {
    const status = await client
      .fetchQuery({ ...subscriptionStatusQuery(userId), retry: false, staleTime: 0 })
      .catch(() => undefined);
    if (status && purchaseFingerprint(status) !== before) return status;
    await wait(POLL_INTERVAL_MS, signal);
  }
  return null;
}

/** After "paid", polls until the purchase shows in the status. After "cancelled", forgets the purchase. */
export function usePendingPurchase(
  userId: string,
  outcome: "paid" | "cancelled" | null,
): { isConfirming: boolean; hasArrived: boolean } {
  const client = useQueryClient();
  const [before] = useState(() => (outcome === "paid" ? readPendingPurchase(userId) : null));
  const [end, setEnd] = useState<"arrived" | "late" | null>(null);
  useEffect(() => {
    if (outcome) clearPendingPurchase();
    if (before === null) return;
    const unmounted = new AbortController();
    const { signal } = unmounted;
    async function poll(from: string) {
      const status = await pollForPurchase(client, userId, from, signal);
      if (signal.aborted) return;
      setEnd(status ? "arrived" : "late");
      if (!status) toast(PURCHASE.late);
      else if (!status.subscribed && !status.trial.isInTrial) toast(PURCHASE.trialRefused);
    }
    void poll(before);
    return () => unmounted.abort();
  }, [client, userId, outcome, before]);
  return { isConfirming: before !== null && end === null, hasArrived: end === "arrived" };
}
