import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import {
  PaymentsError,
  type Payments,
  type ProviderCheckout,
  type ProviderDispute,
  type ProviderInvoice,
  type ProviderRefund,
  type ProviderSubscription,
} from "../vendors/payments/payments.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { syncCustomer } from "./sync-customer.privileged.ts";

const DAY = 86_400;
const start = Math.floor(Date.now() / 1000) - 5 * DAY;

/** The provider's objects of one customer; a test changes them between two syncs. */
interface Provider {
  subscriptions: ProviderSubscription[];
  invoices: ProviderInvoice[];
  purchases: ProviderCheckout[];
  refunds: ProviderRefund[];
  unlisted: ProviderRefund[];
  disputes: ProviderDispute[];
}

let database: TestDatabase;
let provider: Provider;
let userId: string;
let customerId: string;
let context: FunctionContext;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { rows } = await database.db.owner.query<{ id: string }>(
    "insert into auth.users (email) values (gen_random_uuid() || '@example.com') returning id",
  );
  userId = rows[0]?.id ?? "";
  customerId = `cus_${userId}`;
  await database.db.owner.query("insert into public.customers (id, stripe_customer_id) values ($1, $2)", [userId, customerId]);
  provider = { subscriptions: [subscription()], invoices: [invoice(0)], purchases: [], refunds: [], unlisted: [], disputes: [] };
  const payments: Partial<Payments> = {
    listSubscriptions: async () => provider.subscriptions,
    retrieveSubscription: async () => null,
    listInvoices: async () => provider.invoices,
    listPurchases: async () => provider.purchases,
    listRefunds: async () => provider.refunds,
    retrieveRefund: async (id) => provider.unlisted.find((one) => one.id === id) ?? null,
    listDisputes: async () => provider.disputes,
  };
  // Only what syncing uses.
  const used: Partial<FunctionContext> = { db: database.db, payments: payments as Payments };
  context = used as FunctionContext;
});

const mine = (id: string): string => `${id}_${userId}`;
function subscription(changes: Partial<ProviderSubscription> = {}): ProviderSubscription {
  return {
    id: mine("sub"),
    customerId,
    status: "active",
    priceId: "price_1",
    amount: 1499,
    periodStart: start,
    periodEnd: start + 30 * DAY,
    trialStart: null,
    trialEnd: null,
    cancelAt: null,
    endedAt: null,
    card: null,
    metadata: {},
    ...changes,
  };
}
function invoice(n: number, changes: Partial<ProviderInvoice> = {}): ProviderInvoice {
  const periodStart = start + n * 30 * DAY;
  return {
    id: mine(`in_${n}`),
    number: null,
    status: "paid",
    amountPaid: 1499,
    amountDue: 1499,
    currency: "usd",
    created: periodStart,
    paidAt: periodStart,
    customerId,
    subscriptionId: mine("sub"),
    hostedUrl: null,
    pdfUrl: null,
    billingReason: "subscription_cycle",
    paymentIntentIds: [mine(`pi_${n}`)],
    lines: [{ id: mine(`il_${n}`), periodStart, periodEnd: periodStart + 30 * DAY, amount: 1499, priceId: "price_1" }],
    ...changes,
  };
}
function purchase(minutes: number, changes: Partial<ProviderCheckout> = {}): ProviderCheckout {
  return {
    id: mine("cs"),
    status: "complete",
    paymentStatus: "paid",
    mode: "payment",
    created: start,
    url: null,
    clientReferenceId: userId,
    customerId,
    subscriptionId: null,
    paymentIntentId: mine("pi_m"),
    invoiceId: null,
    quantity: minutes,
    amountTotal: minutes * 100,
    currency: "usd",
    metadata: {},
    ...changes,
  };
}
const refund = (of: string, amount: number): ProviderRefund => ({
  id: mine(`re_${of}_${amount}`),
  paymentIntentId: mine(of),
  amount,
  failed: false,
});
const dispute = (of: string, state: ProviderDispute["state"]): ProviderDispute => ({
  id: mine("dp"),
  customerId,
  paymentIntentId: mine(of),
  amount: 1499,
  state,
});

/** Syncs twice, since a repetition must change nothing, and returns the remaining minutes and the access. */
async function synced(): Promise<{ left: number; subscribed: boolean }> {
  await syncCustomer(context, customerId);
  await syncCustomer(context, customerId);
  const { rows } = await database.db.owner.query<{ left: number; subscribed: boolean }>(
    `select (base_s + extra_s - used_s) / 60.0::float8 as left, (billing.access($1) ->> 'subscribed')::boolean as subscribed
     from billing.minutes($1)`,
    [userId],
  );
  if (!rows[0]) throw new Error("no account");
  return rows[0];
}

test("a paid invoice gives the minutes of its period; nothing else of an invoice does", async () => {
  expect(await synced()).toEqual({ left: 60, subscribed: true });
  const line = { id: "il", periodStart: start + 40 * DAY, periodEnd: start + 70 * DAY, amount: 0, priceId: "price_1" };
  provider.invoices = [
    invoice(1, { status: "open", amountPaid: 0 }),
    invoice(2, { amountPaid: 0 }),
    invoice(3, { subscriptionId: null }),
    invoice(4, { status: "void" }),
    invoice(5, { lines: [line] }),
    invoice(0),
  ];
  expect(await synced()).toMatchObject({ left: 60 });
  const { rows } = await database.db.owner.query("select period_start from billing.quota_periods where user_id = $1", [userId]);
  expect(rows).toHaveLength(1);
});

test("an active subscription without a paid invoice has access and no minutes", async () => {
  provider.invoices = [];
  expect(await synced()).toEqual({ left: 0, subscribed: true });
});

test("a purchase counts once it is paid, and only for whom it was opened", async () => {
  provider.purchases = [
    purchase(10, { paymentStatus: "unpaid" }),
    purchase(20, { clientReferenceId: "somebody else" }),
    purchase(30, { quantity: null }),
  ];
  expect(await synced()).toMatchObject({ left: 60 });
  provider.purchases = [purchase(10)];
  expect(await synced()).toMatchObject({ left: 70 });
});

test("a refund takes its share, and one that fails later gives it back, listed or not", async () => {
  provider.purchases = [purchase(10)];
  for (const gone of ["listed", "not listed"]) {
    const failing = { ...refund("pi_0", 1499), id: mine(`re_${gone}`) };
    provider.refunds = [refund("pi_m", 500), failing];
    expect(await synced(), gone).toMatchObject({ left: 5 });
    const failed = { ...failing, failed: true };
    provider.refunds = gone === "listed" ? [failed, refund("pi_m", 500)] : [refund("pi_m", 500)];
    provider.unlisted = [failed];
    expect(await synced(), gone).toMatchObject({ left: 65 });
  }
  provider.refunds = [refund("pi_m", 500), refund("pi_unknown", 500)];
  expect(await synced()).toMatchObject({ left: 65 });
});

test("a refund that is not listed any more stays taken, unless the provider says that it failed", async () => {
  provider.refunds = [refund("pi_0", 1499)];
  expect(await synced()).toMatchObject({ left: 0 });
  // Payments of a deleted customer are not those of the new one.
  for (const unlisted of [[], [refund("pi_0", 1499)]]) {
    Object.assign(provider, { refunds: [], unlisted });
    expect(await synced()).toMatchObject({ left: 0 });
  }
});

test.for([
  ["an inquiry", "inquiry", 60, true],
  ["open", "open", 0, false],
  ["lost", "lost", 0, false],
  ["won", "won", 60, true],
] as const)("a dispute that is %s (%s) leaves %i minutes, and access: %s", async ([, state, left, subscribed]) => {
  provider.disputes = [dispute("pi_0", state)];
  expect(await synced()).toEqual({ left, subscribed });
});

test("a dispute that is won later gives everything back", async () => {
  provider.disputes = [dispute("pi_0", "open")];
  await synced();
  provider.disputes = [dispute("pi_0", "won")];
  expect(await synced()).toEqual({ left: 60, subscribed: true });
});

test("a payment that is refunded and disputed takes no more than it gave", async () => {
  provider.refunds = [refund("pi_0", 1000)];
  provider.disputes = [dispute("pi_0", "lost")];
  expect(await synced()).toEqual({ left: 0, subscribed: false });
});

test("the grace of a failed renewal counts from the first invoice that was not paid", async () => {
  const failing = (n: number) => invoice(n, { status: "open", amountPaid: 0, created: start - 10 * DAY + n * 30 * DAY });
  provider.subscriptions = [subscription({ status: "past_due" })];
  provider.invoices = [failing(0)];
  expect(await synced()).toMatchObject({ subscribed: false });
  // After a payment the next failure has its own date.
  provider.invoices = [invoice(1, { status: "open", amountPaid: 0 }), invoice(0)];
  expect(await synced()).toMatchObject({ subscribed: true });
  // An open invoice from before a later paid one does not count either.
  provider.invoices = [invoice(2, { status: "open", amountPaid: 0 }), invoice(1), failing(0)];
  expect(await synced()).toMatchObject({ subscribed: true });
});

test("a subscription that the provider no longer knows is over", async () => {
  await synced();
  provider.subscriptions = [];
  expect(await synced()).toMatchObject({ subscribed: false });
});

test("a referral is recorded with the first code and earned by the first paid invoice", async () => {
  provider.subscriptions = [subscription({ metadata: { referral_code: "FRIEND" } })];
  provider.purchases = [purchase(1, { metadata: { referral_code: "LATER" } })];
  provider.invoices = [];
  await synced();
  provider.invoices = [invoice(1), invoice(0), invoice(-1, { amountPaid: 0 })];
  await synced();
  const { rows } = await database.db.owner.query(
    "select code, earned_by_invoice as by from billing.referrals where user_id = $1",
    [userId],
  );
  expect(rows).toEqual([{ code: "FRIEND", by: mine("in_0") }]);
});

test("a provider that fails half way changes nothing", async () => {
  context.payments.listDisputes = () => Promise.reject(new PaymentsError("unavailable", "down"));
  await expect(syncCustomer(context, customerId)).rejects.toThrow("down");
  const { rows } = await database.db.owner.query(
    "select synced_at, (select count(*)::int from public.subscriptions where user_id = $1) as subscriptions from public.customers where id = $1",
    [userId],
  );
  expect(rows).toEqual([{ synced_at: null, subscriptions: 0 }]);
});

test("a customer that is not ours is nobody's business", async () => {
  context.payments.listSubscriptions = () => Promise.reject(new Error("asked"));
  await expect(syncCustomer(context, "cus_of_another_shop")).resolves.toBeUndefined();
});
