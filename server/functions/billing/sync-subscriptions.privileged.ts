import type { ProviderSubscription } from "../../adapters/payments/payments.ts";
import { asService } from "../../db/as-service.ts";
import type { Transaction } from "../../db/transaction.ts";
import type { FunctionContext } from "../context.ts";

/** `refused`: another subscription has had this person's, mailbox's or card's trial; the new one has been ended. */
export type TrialOutcome = "none" | "started" | "already" | "refused";

interface Synced {
  trial: TrialOutcome;
  /** A subscription exists that charges or will charge. */
  live: boolean;
}

const LIVE: ReadonlySet<ProviderSubscription["status"]> = new Set(["trialing", "active", "past_due", "unpaid", "paused"]);

/** Everyone who changes a user's billing holds this until their transaction ends, so that what was fetched last is stored last. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query("select billing.lock_user($1)", [userId]);
}

async function startTrial(tx: Transaction, userId: string, subscription: ProviderSubscription): Promise<TrialOutcome> {
  if (subscription.trialStart === null || !LIVE.has(subscription.status)) return "none";
  const { rows } = await tx.query<{ outcome: TrialOutcome }>(
    "select billing.start_trial($1, $2, to_timestamp($3), $4, $5) as outcome",
    [
      userId,
      subscription.id,
      subscription.trialStart,
      subscription.card?.fingerprint ?? null,
      subscription.metadata["referral_code"]?.slice(0, 64) ?? null,
    ],
  );
  return rows[0]?.outcome ?? "none";
}

async function save(tx: Transaction, userId: string, subscription: ProviderSubscription): Promise<void> {
  await tx.query(
    `insert into public.subscriptions (id, user_id, status, price_id, period_start, period_end, trial_start, trial_end, cancel_at,
       ended_at, card_brand, card_last4, synced_at)
     values ($1, $2, $3, $4, to_timestamp($5), to_timestamp($6), to_timestamp($7), to_timestamp($8), to_timestamp($9),
       to_timestamp($10), $11, $12, now())
     on conflict (id) do update set status = excluded.status, price_id = excluded.price_id, period_start = excluded.period_start,
       period_end = excluded.period_end, trial_start = excluded.trial_start, trial_end = excluded.trial_end,
       cancel_at = excluded.cancel_at, ended_at = excluded.ended_at, card_brand = excluded.card_brand,
       card_last4 = excluded.card_last4, synced_at = excluded.synced_at`,
    [
      subscription.id,
      userId,
      subscription.status,
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
 * Fetches the customer's subscriptions and stores them, starting the trial that one of them gives. The caller holds `lockUser`;
 * any number of repetitions in any order end in the provider's state. Throws `PaymentsError`.
 */
export async function syncSubscriptions(
  context: FunctionContext,
  tx: Transaction,
  userId: string,
  customerId: string,
): Promise<Synced> {
  const synced: Synced = { trial: "none", live: false };
  // Oldest first: of two trials the first one counts.
  for (let subscription of (await context.payments.listSubscriptions(customerId)).toReversed()) {
    const trial = await startTrial(tx, userId, subscription);
    if (trial === "refused") subscription = await context.payments.cancelSubscription(subscription.id);
    await save(tx, userId, subscription);
    if (trial !== "none") synced.trial = trial;
    synced.live ||= LIVE.has(subscription.status);
  }
  return synced;
}

/** `syncSubscriptions` for whoever this customer is; nothing for a customer that is not ours. */
export async function syncCustomer(context: FunctionContext, customerId: string): Promise<void> {
  await asService(context.db, async (tx) => {
    const { rows } = await tx.query<{ id: string }>("select id from public.customers where stripe_customer_id = $1", [
      customerId,
    ]);
    const userId = rows[0]?.id;
    if (!userId) return;
    await lockUser(tx, userId);
    await syncSubscriptions(context, tx, userId, customerId);
  });
}
