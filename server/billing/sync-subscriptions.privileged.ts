import type { ProviderSubscription } from "../vendors/payments/payments.ts";
import type { Transaction } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { isCurrent } from "./provider-statuses.ts";

/** `refused`: this user, mailbox or card has had its trial with another subscription; the new one has been ended. */
export type TrialOutcome = "none" | "started" | "already" | "refused";

export interface Synced {
  trial: TrialOutcome;
  /** Whether the customer has a current subscription (provider-statuses.ts). */
  hasCurrent: boolean;
}

/**
 * Locks the user's billing until the transaction ends. Whoever changes it fetches and stores under this lock, so that an older state
 * never overwrites a newer one.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query("select billing.lock_user($1)", [userId]);
}

/** Stores the referral code of a checkout, unless the user has one already or it is their own. */
export async function recordReferral(tx: Transaction, userId: string, metadata: Record<string, string>): Promise<void> {
  const code = referralCode(metadata);
  if (code) await tx.query("select billing.record_referral($1, $2)", [userId, code]);
}

function referralCode(metadata: Record<string, string>): string | null {
  return metadata["referral_code"]?.slice(0, 64) ?? null;
}

async function startTrial(tx: Transaction, userId: string, subscription: ProviderSubscription): Promise<TrialOutcome> {
  if (subscription.trialStart === null || subscription.status.startsWith("incomplete")) return "none";
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
  const outcome = isCurrent(subscription.status) ? (rows[0]?.outcome ?? "none") : "none";
  return outcome === "refused" && subscription.status !== "trialing" ? "none" : outcome;
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
 * Updates stored subscriptions that the provider no longer lists, as those of a deleted customer. Each is fetched by id, and marked as
 * canceled if the provider does not have it.
 */
async function saveUnlisted(context: FunctionContext, tx: Transaction, userId: string, listed: string[]): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from public.subscriptions where user_id = $1 and status not in ('canceled', 'incomplete_expired') and id <> all($2)`,
    [userId, listed],
  );
  for (const { id } of rows) {
    const subscription = await context.payments.retrieveSubscription(id);
    if (subscription) await save(tx, userId, subscription);
    else
      await tx.query(
        "update public.subscriptions set status = 'canceled', ended_at = coalesce(ended_at, now()), synced_at = now() where id = $1",
        [id],
      );
  }
}

/**
 * Fetches the customer's subscriptions and stores them, and starts the trial that one of them includes. The caller holds `lockUser`.
 * Idempotent. Throws `PaymentsError`.
 */
export async function syncSubscriptions(
  context: FunctionContext,
  tx: Transaction,
  userId: string,
  customerId: string,
): Promise<Synced> {
  const synced: Synced = { trial: "none", hasCurrent: false };
  const subscriptions = await context.payments.listSubscriptions(customerId);
  // Oldest first: of several trials or referral codes the first one counts.
  for (let subscription of subscriptions.toReversed()) {
    const trial = await startTrial(tx, userId, subscription);
    if (trial === "refused") subscription = await context.payments.cancelSubscription(subscription.id);
    await save(tx, userId, subscription);
    await recordReferral(tx, userId, subscription.metadata);
    if (trial !== "none") synced.trial = trial;
    synced.hasCurrent ||= isCurrent(subscription.status);
  }
  await saveUnlisted(
    context,
    tx,
    userId,
    subscriptions.map(({ id }) => id),
  );
  return synced;
}
