import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import { checkSubscription, subscriptionStatus, type SubscriptionStatus } from "../../../shared/functions.ts";
import { CACHED_STATUS } from "../../../shared/messages/billing.ts";
import { callFunction } from "../../lib/call-function.ts";
import { getConfig } from "../../lib/config.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { toast } from "../../ui/toast.tsx";

const CACHE_KEY = "subscription-status";
const CACHE_LIFETIME_MS = 60 * 60_000;
const RETRIES = 2;
const RETRY_DELAY_MS = 1000;
/** PostgREST's code for a single row that is not there: nobody has a customer before their first checkout. */
const NO_ROW = "PGRST116";

const cacheEntry = z.object({ data: subscriptionStatus, timestamp: z.number(), userId: z.string() });

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

/** The last answer for this user, unless it is older than an hour. */
export function readCachedStatus(userId: string): SubscriptionStatus | null {
  try {
    const entry = cacheEntry.parse(JSON.parse(localStorage.getItem(CACHE_KEY) ?? ""));
    return entry.userId === userId && Date.now() - entry.timestamp < CACHE_LIFETIME_MS ? entry.data : null;
  } catch {
    return null; // Nothing kept, storage refused, or written by another version.
  }
}

function cacheStatus(userId: string, data: SubscriptionStatus): void {
  try {
    localStorage.setItem(CACHE_KEY, JSON.stringify({ data, timestamp: Date.now(), userId } satisfies z.input<typeof cacheEntry>));
  } catch {
    // A browser that keeps nothing has no fall-back.
  }
}

/** After a purchase the last answer must not stand in for the next. Signing out clears it with everything that is stored. */
export function clearCachedStatus(): void {
  try {
    localStorage.removeItem(CACHE_KEY);
  } catch {
    // Storage is closed: nothing was kept.
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
  const data = await callFunction("check-subscription", { userId, stripeCustomerId }, checkSubscription.answer);
  cacheStatus(userId, data);
  // An operator's setting can override the subscribed status. It changes what is shown; what is allowed, the server decides.
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

/** Nothing answered at all; the client's class is told by its name, since it is loaded late. */
const isUnreachable = (error: Error): boolean => error instanceof TypeError || error.name === "FunctionsFetchError";

/**
 * What the user may do: undefined while it is first asked. When it can't be asked, the last answer of this hour with a word about it,
 * else not subscribed.
 */
export function useSubscriptionStatus(userId: string): SubscriptionStatus | undefined {
  const { data, error } = useQuery(subscriptionStatusQuery(userId));
  useEffect(() => {
    if (error && readCachedStatus(userId)) toast(isUnreachable(error) ? CACHED_STATUS.unreachable : CACHED_STATUS.failed);
  }, [error, userId]);
  if (data) return data;
  return error ? (readCachedStatus(userId) ?? NOT_SUBSCRIBED) : undefined;
}
