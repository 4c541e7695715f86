import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import type { SubscriptionStatus } from "../../../shared/functions.ts";
import { PURCHASE } from "../../../shared/messages/billing.ts";
import { wait } from "../../lib/wait.ts";
import { toast } from "../../ui/toast.tsx";
import { clearCachedStatus, subscriptionStatusQuery } from "./subscription-status.ts";

const KEY = "awaited-purchase";
/** The provider's word may come after the person: half a minute is waited for it. */
const MAX_POLLS = 15;
const POLL_INTERVAL_MS = 2_000;

const pendingPurchase = z.object({ userId: z.string(), before: z.string() });

/** What a purchase changes. */
function purchaseFingerprint({ subscribed, trial, trialAvailable, quota }: SubscriptionStatus): string {
  return JSON.stringify([subscribed, trial.isInTrial, trialAvailable, quota ? quota.baseMinutes + quota.additionalMinutes : 0]);
}

/** Before leaving to pay: what there was, so that on the way back it shows what has come. */
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
    // A browser that keeps nothing shows the new plan when it is asked for again.
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
    // Storage is closed: nothing was kept.
  }
}

/** The status that shows what was purchaseFingerprint, or that it was refused; null when the wait is over. */
async function pollForPurchase(
  client: QueryClient,
  userId: string,
  before: string,
  signal: AbortSignal,
): Promise<SubscriptionStatus | null> {
  for (let look = 0; look < MAX_POLLS && !signal.aborted; look++) {
    const status = await client
      .fetchQuery({ ...subscriptionStatusQuery(userId), retry: false, staleTime: 0 })
      .catch(() => undefined);
    if (status && purchaseFingerprint(status) !== before) return status;
    await wait(POLL_INTERVAL_MS, signal);
  }
  return null;
}

/** After `paid`, asks for the status until the purchase shows; true meanwhile. After `given-up`, nothing is pendingPurchase any more. */
export function usePendingPurchase(userId: string, outcome: "paid" | "given-up" | null): boolean {
  const client = useQueryClient();
  const [before] = useState(() => (outcome === "paid" ? readPendingPurchase(userId) : null));
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (outcome) clearPendingPurchase();
    if (before === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    async function look(from: string) {
      const shown = await pollForPurchase(client, userId, from, signal);
      if (signal.aborted) return;
      setSettled(true);
      if (!shown) toast(PURCHASE.late);
      else if (!shown.subscribed && !shown.trial.isInTrial) toast(PURCHASE.trialRefused);
    }
    void look(before);
    return () => leaving.abort();
  }, [client, userId, outcome, before]);
  return before !== null && !isSettled;
}
