import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
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

export interface PlanReading {
  /** Undefined while nothing is known: during the first fetch, or when it failed and nothing is cached. */
  status: SubscriptionStatus | undefined;
  /** The last fetch failed, and no later one has succeeded: `status`, if there is one, is of an earlier time. */
  failed: boolean;
  isFetching: boolean;
  retry: () => void;
}

/** From when on the trial's next sermon is free it is so here too, without a reload; the rest of the plan is fetched again then. */
function useNextSermon(status: SubscriptionStatus | undefined, refetch: () => Promise<unknown>): SubscriptionStatus | undefined {
  const at = status?.nextSermonAt ?? null;
  const [reached, setReached] = useState<string | null>(null);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(
      () => {
        setReached(at);
        void refetch();
      },
      Math.max(0, Date.parse(at) - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [at, refetch]);
  if (!status || at === null || reached !== at) return status;
  return { ...status, trial: { ...status.trial, canGenerateToday: true }, nextSermonAt: null };
}

/**
 * The user's subscription status. If fetching fails, the last one that this page has fetched, else the one cached within the last hour,
 * with a toast about it; without a network the cached one. Never one that nobody has told us (docs/product.md#cached-status).
 */
export function useSubscriptionStatus(userId: string): PlanReading {
  const { data, error, errorUpdateCount, isFetching, isPaused, refetch } = useQuery(subscriptionStatusQuery(userId));
  useEffect(() => {
    if (error && readCachedStatus(userId)) toast(isUnreachable(error) ? CACHED_STATUS.unreachable : CACHED_STATUS.failed);
  }, [error, userId]);
  // A query without data forgets its error when it is fetched again.
  const failed = error !== null || (!data && errorUpdateCount > 0);
  const known = data ?? (failed || isPaused ? (readCachedStatus(userId) ?? undefined) : undefined);
  const status = useNextSermon(known, refetch);
  return { status, failed, isFetching, retry: () => void refetch() };
}
