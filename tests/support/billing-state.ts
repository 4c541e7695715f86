import type { TestBilling } from "./billing.ts";

/** Everything stored about a user's billing. Tests read the fields below; the others are only compared as a whole. */
export interface BillingState {
  access: object;
  minutes: { base_s: number; extra_s: number; used_s: number };
  ledger: { source_key: string }[] | null;
  subscriptions: { card_last4: string | null }[] | null;
}

/** Reads a user's state, without the times of writing. Trial claims are found by subscription, because they outlive the account. */
export async function billingState(
  { query }: Pick<TestBilling, "query">,
  userId: string,
  subscriptionIds: readonly string[],
): Promise<BillingState> {
  const [row] = await query<BillingState>(
    `select billing.access($1) as access, (select to_jsonb(m) from billing.minutes($1) m) as minutes,
       (select jsonb_agg(to_jsonb(s) - 'synced_at' order by s.id) from public.subscriptions s where s.user_id = $1) as subscriptions,
       (select jsonb_agg(to_jsonb(q) order by q.period_start) from billing.quota_periods q where q.user_id = $1) as periods,
       (select jsonb_agg(to_jsonb(l) - 'at' order by l.source_key) from billing.minute_ledger l where l.user_id = $1) as ledger,
       (select jsonb_agg(to_jsonb(d) order by d.id) from billing.disputes d where d.user_id = $1) as disputes,
       (select jsonb_agg(to_jsonb(r) - 'recorded_at' - 'earned_at') from billing.referrals r where r.user_id = $1) as referrals,
       (select jsonb_agg(c.kind order by c.kind) from billing.trial_claims c where c.subscription_id = any($2)) as claims,
       (select to_jsonb(p) - 'updated_at' from public.profiles p where p.id = $1) as profile`,
    [userId, subscriptionIds],
  );
  if (!row) throw new Error("no state");
  return row;
}

/** Deletes what processing the events has stored, for all users. Accounts, customers and the events themselves stay. */
export async function forgetBilling({ query }: Pick<TestBilling, "query">): Promise<void> {
  await query(`
    delete from billing.trial_claims;
    delete from public.subscriptions;
    delete from billing.minute_ledger;
    delete from billing.quota_accounts;
    delete from billing.disputes;
    delete from billing.referrals;
    update public.profiles set trial_start_date = null, referral_code = null;
    update public.customers set synced_at = null, checked_at = null`);
}
