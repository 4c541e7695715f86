import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import * as endpoints from "../../../shared/endpoints/billing.ts";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { CACHED_STATUS } from "../../../shared/messages/billing.ts";
import { callEndpoint } from "../../lib/call-endpoint.ts";
import { getConfig } from "../../lib/config.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { toast } from "../../ui/toast.tsx";

const CACHE_KEY = "subscription-status";
const CACHE_LIFETIME_MS = 60 * 60_000;
const RETRIES = 2;
const RETRY_DELAY_MS = 1000;
/** PostgREST's code for a missing single row: there is no customer before the first checkout. */
const NO_ROW = "PGRST116";

const cacheEntry = z.object({ data: endpoints.checkSubscription.answer, timestamp: z.number(), userId: z.string() });

const customerRow = z.object({ stripe_customer_id: z.string() });

const NOT_SUBSCRIBED: SubscriptionStatus = {
  subscribed: false,
  trial: { isInTrial: false, canGenerateToday: false, generationsLeft: 0 },
  trialEndsAt: null,
  trialAvailable: false,
  status: null,
  quota: null,
  cancelAt: null,
  graceEndsAt: null,
  frozen: false,
};

/** The user's cached status, if it is less than an hour old. */
export function readCachedStatus(userId: string): SubscriptionStatus | null {
  try {
    const entry = cacheEntry.parse(JSON.parse(localStorage.getItem(CACHE_KEY) ?? ""));
    return entry.userId === userId && Date.now() - entry.timestamp < CACHE_LIFETIME_MS ? entry.data : null;
  } catch {
    return null; // Nothing cached, storage unavailable, or written by another version.
  }
}

function cacheStatus(userId: string, data: SubscriptionStatus): void {
  try {
    localStorage.setItem(CACHE_KEY, JSON.stringify({ data, timestamp: Date.now(), userId } satisfies z.input<typeof cacheEntry>));
  } catch {
    // Storage is unavailable: there will be no fallback.
  }
}

/** Call after a purchase, since the cached status is outdated then. Signing out clears all storage anyway. */
export function clearCachedStatus(): void {
  try {
    localStorage.removeItem(CACHE_KEY);
  } catch {
    // Storage is unavailable: nothing was cached.
  }
}

async function readCustomerId(userId: string): Promise<string | undefined> {
  const customers = (await getSupabase()).from("customers");
  const { data, error, status } = await customers.select("stripe_customer_id").eq("id", userId).maybeSingle();
  if (error && error.code !== NO_ROW) throw status === 0 ? new TypeError(error.message) : error;
  return customerRow.safeParse(data).data?.stripe_customer_id;
}

async function fetchStatus(userId: string): Promise<SubscriptionStatus> {
  const stripeCustomerId = await readCustomerId(userId);
  const data = await callEndpoint(endpoints.checkSubscription, { userId, stripeCustomerId });
  cacheStatus(userId, data);
  // An operator's setting can override the subscribed status. It changes only what is shown; the server still checks the real status.
  const { subscribedOverride: subscribed } = await getConfig();
  return subscribed === undefined ? data : { ...data, subscribed };
}

export const subscriptionStatusQuery = (userId: string) =>
  queryOptions({
    queryKey: ["subscription-status", userId],
    queryFn: () => fetchStatus(userId),
    retry: RETRIES,
    retryDelay: RETRY_DELAY_MS,
  });

/** Nothing answered at all. The client's error is matched by name because its class is in a chunk that is loaded later. */
const isUnreachable = (error: Error): boolean => error instanceof TypeError || error.name === "FunctionsFetchError";

/**
 * The user's subscription status; undefined during the first fetch. If fetching fails, the status cached within the last hour, with a
 * toast about it, else not subscribed. Without a network the cached one, and undefined if there is none.
 */
export function useSubscriptionStatus(userId: string): SubscriptionStatus | undefined {
  const { data, error, isPaused } = useQuery(subscriptionStatusQuery(userId));
  useEffect(() => {
    if (error && readCachedStatus(userId)) toast(isUnreachable(error) ? CACHED_STATUS.unreachable : CACHED_STATUS.failed);
  }, [error, userId]);
  if (data) return data;
  if (isPaused) return readCachedStatus(userId) ?? undefined;
  return error ? (readCachedStatus(userId) ?? NOT_SUBSCRIBED) : undefined;
}
