import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Payments } from "../../server/adapters/payments/payments.ts";
import { reconcileBilling } from "../../server/functions/billing/reconcile-billing.job.ts";
import { stripeEventTask } from "../../server/functions/billing/stripe-event.job.ts";
import { startBilling, type TestBilling } from "../support/billing.ts";
import { openSubscription, signUpWithCustomer, type Customer } from "../support/customers.ts";

/** `npm run soak` asks for the long form. */
const PERMUTATIONS = Math.min(Number(process.env["FUZZ_ROUNDS"] ?? 12), 500);
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_122);
const DAY = 86_400;

// mulberry32: a small seeded generator, so that a failing order can be repeated.
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What the provider answered about one customer after a stage of the flow, and the events that it had sent by then. */
interface Stage {
  payments: Payments;
  events: string[];
}

/** All that is kept of a person; what the tests do not look into is compared whole. */
interface State {
  access: object;
  minutes: { base_s: number; extra_s: number; used_s: number };
  ledger: { source_key: string }[] | null;
}

type Step = (billing: TestBilling, customer: Customer) => Promise<unknown>;

const commands = (billing: TestBilling) => billing.sandbox.commands;
const pass =
  (days: number): Step =>
  (billing, { id }) =>
    commands(billing).advanceTime(id, days * DAY);
async function newestCharge(billing: TestBilling, { id }: Customer): Promise<string> {
  const { data } = await billing.stripe.charges.list({ customer: id, limit: 1 });
  return data[0]?.id ?? "";
}
async function subscriptionOf(billing: TestBilling, { id }: Customer): Promise<string> {
  return (await billing.payments.listSubscriptions(id))[0]?.id ?? "";
}

/** What happens, and what is left of it in the end: the minutes, what is allowed, and by which entries the minutes came about. */
const FLOWS: Record<string, { steps: Step[]; left: number; access: object; entries: string[] }> = {
  "a trial, its first charge, a renewal that fails and recovers, and a cancellation": {
    left: 60,
    access: { subscribed: false, in_trial: false, trial_available: false, status: "canceled", frozen: false },
    entries: ["invoice", "invoice"],
    steps: [
      (billing, customer) => openSubscription(billing, customer, { trialDays: 3, referralCode: "FRIEND" }),
      pass(3.1),
      async (billing, customer) => {
        await commands(billing).failNextRenewal(await subscriptionOf(billing, customer));
        await commands(billing).advanceTime(customer.id, 32 * DAY);
      },
      async (billing, customer) => {
        const open = (await billing.payments.listInvoices(customer.id)).find(({ status }) => status === "open");
        if (open) await billing.stripe.invoices.pay(open.id);
      },
      async (billing, customer) => billing.payments.scheduleCancellation(await subscriptionOf(billing, customer)),
      pass(32),
    ],
  },
  "a month paid at once, minutes, a refund in parts, and a dispute that is won": {
    left: 75,
    access: { subscribed: true, status: "active", frozen: false },
    entries: ["dispute", "dispute", "invoice", "payment", "refund", "refund"],
    steps: [
      (billing, customer) => openSubscription(billing, customer, { trialDays: null }),
      async (billing, customer) => {
        const checkout = await billing.payments.createPaymentCheckout({
          ...customer.urls,
          userId: customer.userId,
          customerId: customer.id,
          minutes: 30,
          attempt: "minutes",
          metadata: { referral_code: "LATER" },
        });
        await billing.pay(checkout.url ?? "");
      },
      async (billing, customer) => commands(billing).refund(await newestCharge(billing, customer), 1000),
      async (billing, customer) => commands(billing).refund(await newestCharge(billing, customer), 500),
      async (billing, customer) => commands(billing).dispute((await charges(billing, customer)).at(-1) ?? ""),
      async (billing, customer) => {
        const [dispute] = await billing.payments.listDisputes(customer.id);
        await commands(billing).closeDispute(dispute?.id ?? "", "won");
      },
    ],
  },
  "an upgrade in the trial that is refunded, and a dispute that is lost": {
    left: 0,
    access: { subscribed: false, status: "active", frozen: true },
    entries: ["dispute", "invoice", "invoice", "refund"],
    steps: [
      (billing, customer) => openSubscription(billing, customer, { trialDays: 3 }),
      async (billing, customer) => billing.payments.endTrialNow(await subscriptionOf(billing, customer)),
      async (billing, customer) => commands(billing).refund(await newestCharge(billing, customer)),
      pass(32),
      async (billing, customer) => commands(billing).dispute(await newestCharge(billing, customer)),
      async (billing, customer) => {
        const [dispute] = await billing.payments.listDisputes(customer.id);
        await commands(billing).closeDispute(dispute?.id ?? "", "lost");
      },
    ],
  },
};

async function charges(billing: TestBilling, { id }: Customer): Promise<string[]> {
  return (await billing.stripe.charges.list({ customer: id })).data.map((charge) => charge.id);
}

/** The provider as it answers now, to be asked again later without it. */
async function record(billing: TestBilling, { id }: Customer, disputeIds: string[], checkoutIds: string[]): Promise<Payments> {
  const { payments } = billing;
  const [subscriptions, invoices, purchases, refunds, disputes] = await Promise.all([
    payments.listSubscriptions(id),
    payments.listInvoices(id),
    payments.listPurchases(id),
    payments.listRefunds(id),
    payments.listDisputes(id),
  ]);
  const checkouts = await Promise.all(checkoutIds.map((checkout) => payments.retrieveCheckout(checkout)));
  expect(new Set(disputes.map((dispute) => dispute.id))).toEqual(new Set(disputeIds));
  const recorded: Partial<Payments> = {
    listSubscriptions: async () => structuredClone(subscriptions),
    listInvoices: async () => structuredClone(invoices),
    listPurchases: async () => structuredClone(purchases),
    listRefunds: async () => structuredClone(refunds),
    listDisputes: async () => structuredClone(disputes),
    retrieveSubscription: async (wanted) => subscriptions.find((each) => each.id === wanted) ?? null,
    retrieveDispute: async (wanted) => disputes.find((each) => each.id === wanted) ?? null,
    retrieveCheckout: async (wanted) => checkouts.find((each) => each?.id === wanted) ?? null,
  };
  return recorded as Payments;
}

describe.each(Object.entries(FLOWS))("%s", (_name, { steps, ...end }) => {
  let billing: TestBilling;
  let customer: Customer;
  /** After all events were received and none was processed, and after the queue has made up for that. */
  let untouched: State;
  let expected: State;
  const stages: Stage[] = [];
  const last = (): Stage => {
    const stage = stages.at(-1);
    if (!stage) throw new Error("no stage");
    return stage;
  };

  beforeAll(async () => {
    billing = await startBilling();
    customer = await signUpWithCustomer(billing);
    for (const step of steps) {
      await step(billing, customer);
      await billing.eventsDelivered();
      const stored = await billing.query<{ id: string; type: string; object_id: string }>(
        "select id, type, object_id from billing.stripe_events order by received_at, created_at, id",
      );
      const about = (prefix: string) => [
        ...new Set(stored.filter(({ type }) => type.startsWith(prefix)).map((each) => each.object_id)),
      ];
      const payments = await record(billing, customer, about("charge.dispute."), about("checkout.session."));
      stages.push({ payments, events: stored.map(({ id }) => id) });
    }
    untouched = await state();
    await billing.runJobs();
    expected = await state();
    billing.context.payments = last().payments;
  });
  afterAll(() => billing.close());

  /** All that is kept of this person, without the times at which it was written. */
  async function state(): Promise<State> {
    const [row] = await billing.query<State>(
      `select billing.access($1) as access, (select to_jsonb(m) from billing.minutes($1) m) as minutes,
         (select jsonb_agg(to_jsonb(s) - 'synced_at' order by s.id) from public.subscriptions s where s.user_id = $1) as subscriptions,
         (select jsonb_agg(to_jsonb(q) order by q.period_start) from billing.quota_periods q where q.user_id = $1) as periods,
         (select jsonb_agg(to_jsonb(l) - 'at' order by l.source_key) from billing.minute_ledger l where l.user_id = $1) as ledger,
         (select jsonb_agg(to_jsonb(d) order by d.id) from billing.disputes d where d.user_id = $1) as disputes,
         (select jsonb_agg(to_jsonb(r) - 'recorded_at' - 'earned_at') from billing.referrals r where r.user_id = $1) as referrals,
         (select to_jsonb(p) - 'updated_at' from public.profiles p where p.id = $1) as profile`,
      [customer.userId],
    );
    if (!row) throw new Error("no state");
    return row;
  }

  /** As it was before the first event. `seen`: events may be known to be covered by a sync that began after they came. */
  async function forget(seen: boolean): Promise<void> {
    for (const sql of [
      "delete from billing.trial_claims where subscription_id in (select id from public.subscriptions where user_id = $1)",
      "delete from public.subscriptions where user_id = $1",
      "delete from billing.minute_ledger where user_id = $1",
      "delete from billing.quota_accounts where user_id = $1",
      "delete from billing.disputes where user_id = $1",
      "delete from billing.referrals where user_id = $1",
      "update public.profiles set trial_start_date = null, referral_code = null where id = $1",
      "update public.customers set synced_at = null, checked_at = null where id = $1",
    ])
      await billing.query(sql, [customer.userId]);
    await billing.query(
      `update billing.stripe_events set processed_at = null, received_at = ${seen ? "clock_timestamp()" : "'infinity'"}`,
    );
  }

  async function handle(id: string): Promise<void> {
    await billing.query("update billing.stripe_events set processed_at = null where id = $1", [id]);
    await stripeEventTask(billing.context)({ id });
  }

  async function replay(order: readonly string[], seen = false): Promise<unknown> {
    await forget(seen);
    for (const id of order) await handle(id);
    return state();
  }

  test("it ends as it should, although the process stopped between receiving the events and processing them", () => {
    expect(untouched.ledger).toBeNull();
    expect(last().events.length).toBeGreaterThan(15);
    const { access, minutes, ledger } = expected;
    expect(access).toMatchObject(end.access);
    expect(minutes.base_s + minutes.extra_s - minutes.used_s).toBe(end.left * 60);
    expect(ledger?.map((entry) => entry.source_key.split(":")[0])).toEqual(end.entries);
  });

  test("every event twice ends in the same state", async () => {
    expect(await replay(last().events.flatMap((id) => [id, id]))).toEqual(expected);
    expect(await replay([...last().events, ...last().events])).toEqual(expected);
  });

  test("any two neighbours exchanged end in the same state", async () => {
    const { events } = last();
    for (let i = 0; i + 1 < events.length; i++) {
      const order = events.with(i, events[i + 1] ?? "").with(i + 1, events[i] ?? "");
      expect(await replay(order, i % 4 !== 0), `${i} and ${i + 1}`).toEqual(expected);
    }
  });

  test(`${PERMUTATIONS} orders end in the same state, with lost and repeated events among them`, async () => {
    for (let round = 0; round < PERMUTATIONS; round++) {
      const random = seeded(SEED + round);
      const order = last()
        .events.flatMap((id) => Array.from({ length: Math.floor(random() * 3) }, () => id))
        .map((id) => ({ id, at: random() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ id }) => id);
      // Not a dispute's event alone, which says nothing of the subscription's: one that names its customer comes at last.
      expect(await replay([...order, last().events[0] ?? ""], round % 3 !== 0), `seed ${SEED + round}`).toEqual(expected);
    }
  });

  test(`${PERMUTATIONS} ways of being late, while the provider goes on, end in the same state`, async () => {
    for (let round = 0; round < PERMUTATIONS; round++) {
      const random = seeded(SEED - 1 - round);
      await forget(true);
      const waiting: string[] = [];
      for (const [i, stage] of stages.entries()) {
        billing.context.payments = stage.payments;
        const fresh = stage.events.slice(stages[i - 1]?.events.length ?? 0);
        await billing.query("update billing.stripe_events set received_at = clock_timestamp() where id = any($1)", [fresh]);
        waiting.push(...fresh);
        // Some are handled now, in any order, the rest later.
        for (let n = Math.floor(random() * waiting.length); n > 0; n--)
          await handle(waiting.splice(Math.floor(random() * waiting.length), 1)[0] ?? "");
      }
      for (const id of waiting.toSorted(() => random() - 0.5)) await handle(id);
      expect(await state(), `seed ${SEED - 1 - round}`).toEqual(expected);
    }
  });

  test("a provider that fails at any moment leaves nothing half done", async () => {
    const { payments, events } = last();
    for (let failsAt = 1; failsAt <= 6; failsAt++) {
      await forget(false);
      let calls = 0;
      billing.context.payments = new Proxy(payments, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== "function") return value;
          return (...given: unknown[]) =>
            ++calls === failsAt ? Promise.reject(new Error("the connection was lost")) : Reflect.apply(value, target, given);
        },
      });
      for (const id of events) await handle(id).catch(() => handle(id));
      expect(await state(), `the call ${failsAt}`).toEqual(expected);
    }
    billing.context.payments = payments;
  });

  test("without a single event the hourly comparison ends in the same state", async () => {
    await forget(false);
    await reconcileBilling(billing.context)({}, { signal: new AbortController().signal });
    expect(await state()).toEqual(expected);
  });

  test("all events at once end in the same state", async () => {
    await forget(false);
    await Promise.all(last().events.map((id) => handle(id)));
    expect(await state()).toEqual(expected);
  });
});
