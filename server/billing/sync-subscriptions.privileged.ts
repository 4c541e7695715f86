import type { ProviderSubscription } from "../vendors/payments/payments.ts";
import type { Transaction } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";

/** `refused`: another subscription has had this person's, mailbox's or card's trial; the new one has been ended. */
export type TrialOutcome = "none" | "started" | "already" | "refused";

export interface Synced {
  trial: TrialOutcome;
  /** A subscription exists that charges or will charge. */
  live: boolean;
}

const LIVE: ReadonlySet<ProviderSubscription["status"]> = new Set(["trialing", "active", "past_due", "unpaid", "paused"]);

/** Everyone who changes a user's billing holds this until their transaction ends, so that what was fetched last is stored last. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query("select billing.lock_user($1)", [userId]);
}

/** Keeps the referral code that a checkout carried, unless one is kept already or it is the person's own. */
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
  const outcome = LIVE.has(subscription.status) ? (rows[0]?.outcome ?? "none") : "none";
  // One that is over by now is claimed all the same, or events that came late would give a second trial; but it can't be refused any more:
  // its month has been charged.
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

/** What the provider no longer lists, as for a customer that was deleted there: asked for one by one, and over if it is gone. */
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
  const subscriptions = await context.payments.listSubscriptions(customerId);
  // Oldest first: of two trials the first one counts, and of two referral codes.
  for (let subscription of subscriptions.toReversed()) {
    const trial = await startTrial(tx, userId, subscription);
    if (trial === "refused") subscription = await context.payments.cancelSubscription(subscription.id);
    await save(tx, userId, subscription);
    await recordReferral(tx, userId, subscription.metadata);
    if (trial !== "none") synced.trial = trial;
    synced.live ||= LIVE.has(subscription.status);
  }
  await saveUnlisted(
    context,
    tx,
    userId,
    subscriptions.map(({ id }) => id),
  );
  return synced;
}
