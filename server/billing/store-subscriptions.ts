import type { Transaction } from "@lampstand/database";
import {
  isOver,
  isRunning,
  neverStarted,
  rankOf,
  type SubscriptionStatus,
  type ProviderSubscription,
} from "../vendors/payments/payments.ts";
import type { Comparison, FetchedBilling } from "./fetch-billing.ts";

/** `refused`: this user, mailbox or card has had its trial with another subscription; the new one is to be ended. */
export type TrialOutcome = "none" | "started" | "already" | "refused";

/** Stores the referral code of a checkout, unless the user has one already or it is their own. */
export async function recordReferral(tx: Transaction, userId: string, metadata: Record<string, string>): Promise<void> {
  const code = referralCode(metadata);
  if (code) await tx.query("select billing.record_referral($1, $2)", [userId, code]);
}

function referralCode(metadata: Record<string, string>): string | null {
  return metadata["referral_code"]?.slice(0, 64) ?? null;
}

async function startTrial(tx: Transaction, userId: string, subscription: ProviderSubscription): Promise<TrialOutcome> {
  if (subscription.trialStart === null || neverStarted(subscription.status)) return "none";
  const { rows } = await tx.query<{ outcome: TrialOutcome }>(
    "select billing.start_trial($1, $2, to_timestamp($3), $4, $5) as outcome",
    [
      userId,
      subscription.id,
      subscription.trialStart,
      subscription.card?.fingerprint ?? null,
      referralCode(subscription.metadata),
    ],
  );
  // A trial that is over by now was claimed above all the same, or late events would give a second one. It is not refused any more, since
  // its first month has been charged.
  const outcome = isRunning(subscription.status) ? (rows[0]?.outcome ?? "none") : "none";
  return outcome === "refused" && subscription.status !== "trialing" ? "none" : outcome;
}

/**
 * Starts the trial that one of the subscriptions includes, of several the oldest, and reads what else the provider is to be asked. A claim holds
 * whenever it was fetched, so it needs no ticket. The caller holds `lockUser`. Idempotent.
 */
export async function compareWithStored(
  tx: Transaction,
  userId: string,
  subscriptions: readonly ProviderSubscription[],
): Promise<Comparison & { trial: TrialOutcome }> {
  let trial: TrialOutcome = "none";
  const refused: string[] = [];
  for (const subscription of subscriptions.toReversed()) {
    const outcome = await startTrial(tx, userId, subscription);
    if (outcome === "refused") refused.push(subscription.id);
    if (outcome !== "none") trial = outcome;
  }
  const stored = await tx.query<{ id: string; status: SubscriptionStatus }>(
    "select id, status from public.subscriptions where user_id = $1 and id <> all($2)",
    [userId, subscriptions.map(({ id }) => id)],
  );
  const taken = await tx.query<{ key: string }>("select billing.refunds_taken($1) as key", [userId]);
  return {
    trial,
    refused,
    unlisted: stored.rows.filter(({ status }) => !isOver(status)).map(({ id }) => id),
    over: stored.rows.filter(({ status }) => isOver(status)).map(({ id }) => id),
    refunds: taken.rows.map(({ key }) => key.slice("refund:".length)),
  };
}

async function save(tx: Transaction, userId: string, subscription: ProviderSubscription): Promise<void> {
  await tx.query(
    `insert into public.subscriptions (id, user_id, status, rank, price_id, period_start, period_end, trial_start, trial_end, cancel_at,
       ended_at, card_brand, card_last4, synced_at)
     values ($1, $2, $3, $4, $5, to_timestamp($6), to_timestamp($7), to_timestamp($8), to_timestamp($9), to_timestamp($10),
       to_timestamp($11), $12, $13, now())
     on conflict (id) do update set status = excluded.status, rank = excluded.rank, price_id = excluded.price_id,
       period_start = excluded.period_start, period_end = excluded.period_end, trial_start = excluded.trial_start,
       trial_end = excluded.trial_end, cancel_at = excluded.cancel_at, ended_at = excluded.ended_at, card_brand = excluded.card_brand,
       card_last4 = excluded.card_last4, synced_at = excluded.synced_at`,
    [
      subscription.id,
      userId,
      subscription.status,
      rankOf(subscription.status),
      subscription.priceId,
      subscription.periodStart,
      subscription.periodEnd,
      subscription.trialStart,
      subscription.trialEnd,
      subscription.cancelAt,
      subscription.endedAt,
      subscription.card?.brand ?? null,
      subscription.card?.last4 ?? null,
    ],
  );
}

/**
 * Stores the subscriptions. One that the provider does not have any more is over. The caller holds `lockUser`, and nothing newer is stored.
 */
export async function storeSubscriptions(
  tx: Transaction,
  userId: string,
  { subscriptions }: FetchedBilling,
  { unlisted }: Comparison,
): Promise<void> {
  // Oldest first: of several referral codes the first one counts.
  for (const subscription of subscriptions.toReversed()) {
    await save(tx, userId, subscription);
    await recordReferral(tx, userId, subscription.metadata);
  }
  await tx.query(
    `update public.subscriptions set status = 'canceled', rank = $3, ended_at = coalesce(ended_at, now()), synced_at = now()
     where id = any($1) and id <> all($2)`,
    [unlisted, subscriptions.map(({ id }) => id), rankOf("canceled")],
  );
}
