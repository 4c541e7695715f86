import { z } from "zod";
import * as endpoints from "../../shared/endpoints/billing.ts";
import type { SubscriptionStatus } from "../../shared/endpoints/billing.ts";
import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { implement } from "../endpoints/implement.ts";
import { finishedCheckout, fulfil } from "./fulfil.privileged.ts";
import { minutesRow, quotaInMinutes } from "./minutes.ts";
import { syncCustomer } from "./sync-customer.privileged.ts";

const row = z.object({
  access: z.object({
    subscribed: z.boolean(),
    in_trial: z.boolean(),
    trial_end: z.string().nullable(),
    trial_available: z.boolean(),
    status: z.string().nullable(),
    cancel_at: z.string().nullable(),
    grace_end: z.string().nullable(),
    frozen: z.boolean(),
  }),
  minutes: minutesRow,
  can_generate_today: z.boolean().nullable(),
  generations_left: z.number().nullable(),
  next_sermon_at: z.date().nullable(),
  next_charge_at: z.date().nullable(),
  owes_first_payment: z.boolean(),
});

/** A moment as PostgreSQL writes it in JSON, in the form of every answer of the functions. */
const isoTime = (moment: string | null): string | null => (moment === null ? null : new Date(moment).toISOString());

/**
 * Makes up for webhooks that are late or lost: looks up the user's open checkouts, and syncs, at most once a minute, a subscription that
 * has no minutes yet or whose period is over. Failures are logged, since the stored state can be used all the same.
 */
async function syncIfStale(context: FunctionContext, userId: string): Promise<void> {
  const { rows } = await asService(context.db, (tx) =>
    tx.query<{ session_id: string | null; customer: string | null }>(
      `select o.session_id, null as customer from billing.open_checkouts o where o.user_id = $1
       union all
       select null, c.stripe_customer_id from public.customers c, billing.minutes(c.id) m
       where c.id = $1 and coalesce(c.synced_at, '-infinity') < now() - interval '1 minute'
         and (m.base_s = 0 and (billing.access(c.id) ->> 'subscribed')::boolean
           or exists (select from public.subscriptions s where s.user_id = c.id and s.status in ('trialing', 'active', 'past_due')
             and least(s.period_end, s.cancel_at) < now()))`,
      [userId],
    ),
  );
  for (const { session_id, customer } of rows) {
    try {
      if (session_id) await fulfil(context, await finishedCheckout(context, session_id, userId));
      else if (customer) await syncCustomer(context, customer);
    } catch (error) {
      if (!(error instanceof FunctionError))
        context.log.warn({ err: error, checkout: session_id, customer }, "the payment provider could not be asked");
    }
  }
}

/** What the user may do now (docs/product.md#access). */
async function subscriptionStatus(context: FunctionContext, userId: string): Promise<SubscriptionStatus> {
  await syncIfStale(context, userId);
  const { rows } = await asService(context.db, (tx) =>
    tx.query(
      `select a.access, to_jsonb(m) as minutes, t.can_generate_today, t.generations_left,
         case when not t.can_generate_today and t.generations_left > 0
           then (a.access ->> 'trial_start')::timestamptz + (t.day + 1) * interval '24 hours' end as next_sermon_at,
         case when s.cancel_at is null
           then case s.status when 'trialing' then s.trial_end when 'active' then s.period_end end end as next_charge_at,
         billing.owes_first_payment($1) as owes_first_payment
       from (select billing.access($1) as access) a cross join billing.minutes($1) m left join public.trial_state($1) t on true
       left join lateral (
         select * from public.subscriptions own where own.user_id = $1 order by own.rank nulls last, own.period_end desc limit 1
       ) s on true`,
      [userId],
    ),
  );
  const { access, minutes, can_generate_today, generations_left, ...found } = row.parse(rows[0]);
  return {
    subscribed: access.subscribed,
    trial: { isInTrial: access.in_trial, canGenerateToday: can_generate_today ?? false, generationsLeft: generations_left ?? 0 },
    trialEndsAt: isoTime(access.trial_end),
    trialAvailable: access.trial_available,
    status: access.status,
    quota: access.subscribed ? quotaInMinutes(minutes) : null,
    cancelAt: isoTime(access.cancel_at),
    graceEndsAt: isoTime(access.grace_end),
    frozen: access.frozen,
    nextSermonAt: found.next_sermon_at?.toISOString() ?? null,
    nextChargeAt: found.next_charge_at?.toISOString() ?? null,
    canBuyMinutes: access.subscribed && !found.owes_first_payment,
  };
}

/**
 * POST check-subscription: what the signed-in user may do, or, with the service key, the user whom the body names. A customer id in the body
 * is ignored.
 */
export const checkSubscription = implement(endpoints.checkSubscription, async ({ context, userId }) =>
  subscriptionStatus(context, userId),
);
