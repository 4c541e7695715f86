import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Payments } from "../../server/vendors/payments/payments.ts";
import { runDeletion } from "../../server/account/run-deletion.privileged.ts";
import { startDeletion } from "../../server/account/start-deletion.privileged.ts";
import { reconcileBilling } from "../../server/billing/reconcile-billing.privileged.ts";
import { stripeEventTask } from "../../server/billing/stripe-event.privileged.ts";
import { subjectOf } from "../../server/vendors/payments/stripe-events.ts";
import { startAccounts, type TestAccounts } from "../support/account.ts";
import { FLOWS } from "../support/billing-flows.ts";
import { billingState, forgetBilling, type BillingState } from "../support/billing-state.ts";
import { signUpWithCustomer, type Customer } from "../support/customers.ts";
import { seededRandom } from "../../shared/seeded-random.ts";

/** `npm run soak` sets more rounds. */
const PERMUTATIONS = Math.min(Number(process.env["FUZZ_ROUNDS"] ?? 6), 500);
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_122);
/** Placeholder among the events: the deletion of the account. */
const DELETION = "deletion";
const signal = new AbortController().signal;

/** What the provider answered about one customer after a stage of the flow, and what had happened by then. */
interface Stage {
  payments: Payments;
  events: string[];
}

/** Records the provider's current answers, to be replayed later. */
async function record(
  { payments }: TestAccounts,
  { id }: Customer,
  disputeIds: string[],
  checkoutIds: string[],
): Promise<Payments> {
  const [subscriptions, invoices, purchases, refunds, disputes] = await Promise.all([
    payments.listSubscriptions(id),
    payments.listInvoices(id),
    payments.listPurchases(id),
    payments.listRefunds(id),
    payments.listDisputes(id),
  ]);
  const checkouts = await Promise.all(checkoutIds.map((checkout) => payments.retrieveCheckout(checkout)));
  expect(new Set(disputes.map((dispute) => dispute.id))).toEqual(new Set(disputeIds));
  const voided = new Set<string>();
  const recorded: Partial<Payments> = {
    listSubscriptions: async () => structuredClone(subscriptions),
    listInvoices: async () =>
      invoices.map((invoice) => structuredClone(voided.has(invoice.id) ? { ...invoice, status: "void" as const } : invoice)),
    voidInvoice: async (invoice) => void voided.add(invoice),
    listPurchases: async () => structuredClone(purchases),
    listRefunds: async () => structuredClone(refunds),
    listDisputes: async () => structuredClone(disputes),
    listOpenCheckouts: async () => [],
    subjectOf,
    forgetCards: async () => {},
    retrieveSubscription: async (wanted) => subscriptions.find((each) => each.id === wanted) ?? null,
    retrieveRefund: async (wanted) => refunds.find((each) => each.id === wanted) ?? null,
    retrieveDispute: async (wanted) => disputes.find((each) => each.id === wanted) ?? null,
    retrieveCheckout: async (wanted) => checkouts.find((each) => each?.id === wanted) ?? null,
  };
  return recorded as Payments;
}

// The flows at the same time, each in a database of its own; what is done with one of them in turn.
describe.concurrent.each(Object.entries(FLOWS))("%s", (_name, { steps, ...end }) => {
  let billing: TestAccounts;
  let customer: Customer;
  let email: string;
  let subscriptions: string[];
  /** The state after all events were received and none was processed; and the one after the queue has processed them. */
  let untouched: BillingState;
  let expected: BillingState;
  const stages: Stage[] = [];
  const handled = new Set<string>();
  const last = (): Stage => {
    const stage = stages.at(-1);
    if (!stage) throw new Error("no stage");
    return stage;
  };
  const state = () => billingState(billing, customer.userId, subscriptions);

  beforeAll(async () => {
    billing = await startAccounts();
    customer = await signUpWithCustomer(billing);
    email = (await billing.query<{ email: string }>("select email from auth.users"))[0]?.email ?? "";
    for (const [i, step] of steps.entries()) {
      await step(billing, customer);
      const deleted = end.deleted && i === steps.length - 1;
      if (deleted) await deleteAccount();
      await billing.eventsDelivered();
      const stored = await billing.query<{ id: string; type: string; object_id: string }>(
        "select id, type, object_id from billing.stripe_events order by received_at, created_at, id",
      );
      const about = (prefix: string) => [
        ...new Set(stored.filter(({ type }) => type.startsWith(prefix)).map((each) => each.object_id)),
      ];
      const payments = await record(billing, customer, about("charge.dispute."), about("checkout.session."));
      stages.push({ payments, events: [...stored.map(({ id }) => id), ...(deleted ? [DELETION] : [])] });
    }
    subscriptions = (await last().payments.listSubscriptions("")).map(({ id }) => id);
    untouched = await state();
    await billing.runJobs();
    expected = await state();
    billing.context.payments = last().payments;
  });
  afterAll(() => billing.close());

  async function deleteAccount(): Promise<void> {
    const sessionId = randomUUID();
    const { rowCount } = await billing.database.db.owner.query(
      "insert into auth.sessions (id, user_id, amr) select $1, id, '[]' from auth.users where id = $2",
      [sessionId, customer.userId],
    );
    if (rowCount === 0) return;
    await startDeletion(billing.context, { userId: customer.userId, sessionId, confirmation: email });
    for (;;) {
      const [due] = await billing.query<{ id: string }>("update public.account_deletions set due_at = now() returning id");
      if (!due) return;
      await runDeletion(billing.context)(due, { signal });
    }
  }

  /** Resets to the state before the first event. `seen`: events may count as covered by a sync that started after they arrived. */
  async function forget(seen: boolean): Promise<void> {
    handled.clear();
    // Ids of the database and the provider; several statements in one request.
    await billing.query(`
      insert into auth.users (id, email) values ('${customer.userId}', '${email}') on conflict do nothing;
      insert into public.customers (id, stripe_customer_id) values ('${customer.userId}', '${customer.id}') on conflict do nothing;
      update billing.stripe_events set processed_at = null, received_at = ${seen ? "clock_timestamp()" : "'infinity'"}`);
    await forgetBilling(billing);
  }

  async function handle(id: string): Promise<void> {
    if (id === DELETION) return deleteAccount();
    if (handled.has(id)) await billing.query("update billing.stripe_events set processed_at = null where id = $1", [id]);
    handled.add(id);
    await stripeEventTask(billing.context)({ id });
  }

  async function replay(order: readonly string[], seen = false): Promise<unknown> {
    await forget(seen);
    for (const id of order) await handle(id);
    return state();
  }

  describe("however its events are processed", { concurrent: false }, () => {
    test("it ends in the expected state if all events are received before any is processed", () => {
      expect(untouched.ledger).toBeNull();
      expect(last().events.length).toBeGreaterThan(15);
      const { access, minutes, ledger } = expected;
      expect(access).toMatchObject(end.access);
      expect(minutes.base_s + minutes.extra_s - minutes.used_s).toBe(end.left * 60);
      expect((ledger ?? []).map((entry) => entry.source_key.split(":")[0])).toEqual(end.entries);
      expect(expected.subscriptions?.[0]?.card_last4 ?? null).toBe(end.card);
    });

    test("every event twice ends in the same state", async () => {
      expect(await replay(last().events.flatMap((id) => [id, id]))).toEqual(expected);
      expect(await replay([...last().events, ...last().events])).toEqual(expected);
    });

    test("swapping any two successive events ends in the same state", async () => {
      const { events } = last();
      for (let i = 0; i + 1 < events.length; i++) {
        const exchanged = [events[i + 1] ?? "", events[i] ?? ""];
        await forget(true);
        // These two are never covered by an earlier sync, so both are processed.
        await billing.query("update billing.stripe_events set received_at = 'infinity' where id = any($1)", [exchanged]);
        for (const id of [...events.slice(0, i), ...exchanged, ...events.slice(i + 2)]) await handle(id);
        expect(await state(), `${i} and ${i + 1}`).toEqual(expected);
      }
    });

    test(`${PERMUTATIONS} orders end in the same state, with lost and repeated events among them`, async () => {
      for (let round = 0; round < PERMUTATIONS; round++) {
        const random = seededRandom(String(SEED + round));
        const order = last()
          .events.flatMap((id) => Array.from({ length: Math.floor(random() * 3) }, () => id))
          .map((id) => ({ id, at: random() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ id }) => id);
        // Ends with an event that names the customer: a dispute's event alone does not cause a sync of the subscription.
        const ending = [last().events[0] ?? "", ...(end.deleted && !order.includes(DELETION) ? [DELETION] : [])];
        expect(await replay([...order, ...ending], round % 3 !== 0), `seed ${SEED + round}`).toEqual(expected);
      }
    });

    test(`${PERMUTATIONS} ways to process events late, while the provider's state changes, end in the same state`, async () => {
      for (let round = 0; round < PERMUTATIONS; round++) {
        const random = seededRandom(String(SEED - 1 - round));
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

    test("a call to the provider that fails, whichever it is, leaves no partial state", async () => {
      const { payments, events } = last();
      for (let failsAt = 1; failsAt <= 6; failsAt++) {
        await forget(true);
        let calls = 0;
        billing.context.payments = new Proxy(payments, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name);
            // What an event's type means is known without asking.
            if (typeof value !== "function" || name === "subjectOf") return value;
            return (...given: unknown[]) =>
              ++calls === failsAt ? Promise.reject(new Error("the connection was lost")) : Reflect.apply(value, target, given);
          },
        });
        for (const id of events) await handle(id).catch(() => handle(id));
        expect(await state(), `the call ${failsAt}`).toEqual(expected);
      }
      billing.context.payments = payments;
    });

    test("without any event the hourly comparison ends in the same state", async () => {
      await forget(false);
      await reconcileBilling(billing.context)({}, { signal });
      if (end.deleted) await deleteAccount();
      expect(await state()).toEqual(expected);
    });

    test("all events at once end in the same state", async () => {
      await forget(false);
      await Promise.all(last().events.map((id) => handle(id)));
      expect(await state()).toEqual(expected);
    });
  });
});
