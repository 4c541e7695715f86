import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { BillingOverview, SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import {
  answers,
  calls,
  offline,
  waitOptions,
  testUser,
  SESSION_KEY,
  storeSession,
  toasts,
  visit,
} from "../../features/auth/test-backend.tsx";
import {
  formerSubscriber,
  inTrial,
  neverSubscribed,
  noOverview,
  overview,
  subscriber,
} from "../../features/billing/test-plans.ts";
import SubscriptionBilling from "./subscription-billing.tsx";

const PAGE = "https://pay.example/page";
const assign = vi.fn<typeof location.assign>();

const errorResponse = (status: number, code: string, message: string) => Response.json({ code, message }, { status });
const badGateway = () => new Response("gateway", { status: 502 });
const toFunction = (name: string) => calls.filter(({ to }) => to === `POST /functions/v1/${name}`).map(({ body }) => body);

beforeEach(() => {
  vi.clearAllMocks();
  location.assign = assign;
  storeSession();
  answers.set("GET /rest/v1/customers", () => Response.json([{ stripe_customer_id: "cus_1" }]));
});

function open(status: SubscriptionStatus, billing: BillingOverview = overview) {
  answers.set("POST /functions/v1/check-subscription", () => Response.json(status));
  answers.set("POST /functions/v1/billing-overview", () => Response.json(billing));
  return visit("/subscription-billing", [
    { path: "/subscription-billing", element: <SubscriptionBilling /> },
    { path: "/dashboard", element: "The dashboard" },
  ]);
}
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const valueOf = async (name: string) => (await screen.findByText(name)).nextSibling?.textContent;
const plan = async () => within(await screen.findByRole("region", { name: "Current plan" }));

test("a subscriber sees plan, next billing date, card and minutes", async () => {
  open(subscriber);
  await screen.findByText("Active Premium Plan");
  await expect.poll(() => valueOf("Next billing date"), waitOptions).toBe("Dec 24, 2026");
  expect(await valueOf("Minutes left")).toBe("45");
  expect(screen.getByText(/^Visa ending in 4242/).textContent).toContain("04/40");
  expect(screen.getByRole("button", { name: "Update payment method" })).toBeDefined();
  expect(screen.getByText("No billing history available.")).toBeDefined();
  expect(screen.queryByText("Limited Access")).toBeNull();
  expect(toFunction("check-subscription")).toEqual([{ userId: testUser.id, stripeCustomerId: "cus_1" }]);
});

test("a user in the trial sees its end, the sermons left and the upgrade button", async () => {
  open({ ...inTrial, trial: { isInTrial: true, canGenerateToday: false, generationsLeft: 2 } });
  await screen.findByText("Free Trial");
  expect(await valueOf("Trial ends")).toBe("Nov 24, 2026");
  expect(await valueOf("Remaining sermons")).toBe("2");
  for (const text of [/^Daily limit reached/, "Limited Access", "Upgrade to Premium", "Cancel Subscription"])
    expect(screen.getByText(text)).toBeDefined();
});

test.each([
  ["the trial", inTrial, "Then $14.99 on Nov 24, 2026, and every month until you cancel."],
  ["a paid month", subscriber, "Then $14.99 on Dec 24, 2026, for the next month."],
])("beside %s stands what is charged next, also when the provider can't be asked", async (_, status, text) => {
  open(status);
  answers.set("POST /functions/v1/billing-overview", badGateway);
  expect(await (await plan()).findByText(text)).toBeDefined();
});

test("the minutes of the month are listed by sermon, and so are those of a deleted one", async () => {
  const used = { sermonId: "8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f", date: "2026-12-02T12:00:00Z" };
  open(subscriber, {
    ...overview,
    minutesUsed: [
      { ...used, state: "making", title: null, seconds: 600, boughtSeconds: 0 },
      { ...used, state: "kept", title: "rest", seconds: 292, boughtSeconds: 112 },
      { ...used, state: "deleted", title: null, seconds: 300, boughtSeconds: 0 },
    ],
  });
  const list = within(await screen.findByRole("region", { name: "Minutes used" }));
  expect((await list.findAllByRole("listitem")).map((line) => line.textContent)).toEqual([
    "Dec 2, 2026A sermon that is being made10 min",
    "Dec 2, 2026rest4 min 52 s1 min 52 s bought",
    "Dec 2, 2026A deleted sermon5 min",
  ]);
  expect(list.getByRole("link", { name: "rest" }).getAttribute("href")).toBe(`/sermon/${used.sermonId}`);
  expect(list.getByText(/^Together 19 min 52 s/)).toBeDefined();
});

test("a trial that was not started says so and opens the checkout", async () => {
  answers.set("POST /functions/v1/create-checkout-session", () => Response.json({ url: PAGE, checkoutUrl: PAGE }));
  open(neverSubscribed, noOverview);
  expect(await valueOf("Trial ends")).toBe("Not started");
  expect((await plan()).queryByRole("button", { name: "Cancel Subscription" })).toBeNull();
  await press("Start Free Trial");
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(PAGE), waitOptions);
  expect(toFunction("create-checkout-session")).toEqual([{ email: testUser.email }]);
});

test("a user whose plan has ended sees this and can subscribe again", async () => {
  open(formerSubscriber, noOverview);
  await screen.findByText("No active plan");
  expect(screen.getByText(/^Your free trial ended on Nov 24, 2026/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Upgrade to Premium" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Update payment method" })).toBeNull();
});

test("invoices and purchases are listed with links; an open invoice has a link to pay", async () => {
  const invoice = {
    id: "in_2",
    number: "A-2",
    minutes: null,
    date: "2026-12-24T12:00:00Z",
    amount: 1499,
    refunded: 0,
    currency: "usd",
  } as const;
  open(subscriber, {
    ...overview,
    invoices: [
      { ...invoice, status: "open", url: "https://pay.example/in_2" },
      { ...invoice, id: "cs_1", number: null, minutes: 30, amount: 3000, status: "paid", url: null },
      { ...invoice, id: "cs_2", number: null, minutes: 10, amount: 1000, refunded: 400, status: "paid", url: null },
      { ...invoice, id: "cs_3", number: null, minutes: 1, amount: 100, refunded: 100, status: "paid", url: null },
      { ...invoice, id: "in_1", number: "A-1", amount: 0, status: "paid", url: "https://pay.example/in_1" },
    ],
  });
  const history = within(await screen.findByRole("region", { name: "Billing history" }));
  await history.findByText("30 additional minutes");
  expect(history.getAllByRole("listitem").map((line) => line.textContent)).toEqual([
    "Dec 24, 2026Premium, one month$14.99UnpaidPay invoice",
    "Dec 24, 202630 additional minutes$30.00Paid",
    "Dec 24, 202610 additional minutes$10.00$4.00 refunded",
    "Dec 24, 20261 additional minute$1.00Refunded",
    "Dec 24, 2026Free trial$0.00PaidView invoice",
  ]);
  expect(history.getByRole("link", { name: "Pay invoice A-2 of Dec 24, 2026" }).getAttribute("href")).toBe(
    "https://pay.example/in_2",
  );
});

test("an upgrade that waits for the bank's confirmation is not shown as unpaid", async () => {
  const waiting = { id: "in_2", number: "A-2", minutes: null, date: "2026-11-22T12:00:00Z", amount: 1499, refunded: 0 };
  open(inTrial, {
    ...overview,
    plan: "trial",
    invoices: [{ ...waiting, currency: "usd", status: "open", url: "https://pay.example/in_2" }],
  });
  const line = within(await screen.findByRole("region", { name: "Billing history" }));
  expect((await line.findByRole("listitem")).textContent).toBe(
    "Nov 22, 2026Upgrade to Premium$14.99Not confirmedConfirm payment",
  );
  expect(line.getByRole("link", { name: "Confirm payment A-2 of Nov 22, 2026" })).toBeDefined();
});

test("if billing details can't be loaded, an error with a retry button is shown beside the plan", async () => {
  open(subscriber);
  answers.set("POST /functions/v1/billing-overview", () =>
    errorResponse(502, "payments_rejected", "Could not load your billing details. Please try again."),
  );
  expect((await screen.findByRole("alert")).textContent).toContain("Could not load your billing details. Please try again.");
  expect(screen.getByText("Active Premium Plan")).toBeDefined();
  answers.set("POST /functions/v1/billing-overview", () => Response.json(overview));
  await press("Try Again");
  await screen.findByText(/^Visa ending in 4242/);
});

test("the card is changed in the provider's portal", async () => {
  answers.set("POST /functions/v1/create-customer-portal-session", () => Response.json({ url: PAGE }));
  open(subscriber);
  await press("Update payment method");
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(PAGE), waitOptions);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Opening billing portal..." }).disabled).toBe(true);
  // The Back button restores the page from the back-forward cache.
  fireEvent(window, Object.assign(new Event("pageshow"), { persisted: true }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Update payment method" }).disabled).toBe(false),
  );
});

test.each([
  ["the portal", "Update payment method", badGateway, "Could not access billing portal. Please try again."],
  ["the portal", "Update payment method", () => errorResponse(409, "no_customer", "No account yet."), "No account yet."],
  [
    "the portal",
    "Update payment method",
    () => errorResponse(503, "x", "secret"),
    "Could not access billing portal. Please try again.",
  ],
  ["the portal", "Update payment method", () => Response.json({}), "No portal URL received. Please try again."],
  ["the checkout", "Upgrade to Premium", badGateway, "Could not create checkout session. Please try again."],
  ["the checkout", "Upgrade to Premium", offline, "Could not create checkout session. Please try again."],
  ["the checkout", "Upgrade to Premium", () => Response.json({}), "No checkout URL received. Please try again."],
  ["the checkout", "Upgrade to Premium", () => errorResponse(429, "too_many_checkouts", "Please wait."), "Please wait."],
])("if %s can't be opened, the reason is shown (%#)", async (_, button, answer, description) => {
  answers.set("POST /functions/v1/create-customer-portal-session", answer);
  answers.set("POST /functions/v1/create-checkout-session", answer);
  open({ ...formerSubscriber, trialAvailable: false });
  await press(button);
  await expect.poll(toasts, waitOptions).toEqual([["Error", description]]);
  expect(assign).not.toHaveBeenCalled();
});

test("an exception without a message is shown as an unexpected error", async () => {
  open(formerSubscriber, overview);
  const button = await screen.findByRole("button", { name: "Upgrade to Premium" });
  assign.mockImplementationOnce(() => {
    throw new Error("blocked");
  });
  answers.set("POST /functions/v1/create-checkout-session", () => Response.json({ url: PAGE, checkoutUrl: PAGE }));
  fireEvent.click(button);
  await expect.poll(toasts, waitOptions).toEqual([["Error", "An unexpected error occurred. Please try again."]]);
});

test("without a session the checkout redirects to the sign-up", async () => {
  open(formerSubscriber, overview);
  await screen.findByText("No active plan");
  localStorage.removeItem(SESSION_KEY);
  await press("Upgrade to Premium");
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/sign-up"), waitOptions);
  expect(toFunction("create-checkout-session")).toEqual([]);
});

test("without a session the card and the subscription can't be changed", async () => {
  open(subscriber);
  await screen.findByText(/^Visa ending in 4242/);
  localStorage.removeItem(SESSION_KEY);
  await press("Update payment method");
  await press("Cancel Subscription");
  await press("Yes, Cancel");
  await expect.poll(toasts, waitOptions).toEqual([
    ["Not logged in", "You need to be logged in to update your payment method."],
    ["Not logged in", "You need to be logged in to cancel your subscription."],
  ]);
  expect(toFunction("cancel-subscription")).toEqual([]);
});

const CANCELLED = "Your subscription has been canceled. You'll have access until the end of your billing period.";

test.each([
  ["a paid month", subscriber, /until the end of the current billing period/, CANCELLED],
  ["the trial", inTrial, /goes on until its end on Nov 24, 2026\. You are not charged \$14\.99/, /nothing is charged\.$/],
  ["an account on hold", { ...formerSubscriber, status: "active", frozen: true }, /stays on hold/, /nothing more is charged\.$/],
  ["an unpaid month", { ...subscriber, status: "past_due" }, /ends at once/, /your access has ended/],
  [
    "a month whose payment is no longer retried",
    { ...formerSubscriber, status: "unpaid" },
    /ends at once/,
    /your access has ended/,
  ],
])("cancelling in %s explains the effect first, then opens the dashboard", async (_, status, before, after) => {
  answers.set("POST /functions/v1/cancel-subscription", () => Response.json({ success: true, cancelAt: "2026-12-24T12:00:00Z" }));
  open(status);
  await press("Cancel Subscription");
  const dialog = within(await screen.findByRole("alertdialog", { name: "Cancel Subscription?" }));
  expect(dialog.getByText(before)).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Keep Subscription" }));
  expect(toFunction("cancel-subscription")).toEqual([]);
  await press("Cancel Subscription");
  await press("Yes, Cancel");
  await screen.findByText("The dashboard");
  expect(toasts()).toEqual([["Success", expect.stringMatching(/^Your subscription has been canceled/)]]);
  expect(toasts()[0]?.[1]).toMatch(after);
});

test.each([
  [() => Response.json({ success: false, error: "Not now." }), "Not now."],
  [() => Response.json({ success: false }), "Could not cancel subscription. Please try again."],
  [() => errorResponse(409, "no_subscription", "You have no subscription."), "You have no subscription."],
  [badGateway, "Could not cancel subscription. Please try again."],
])("a failed cancellation shows the reason and stays on the page (%#)", async (answer, description) => {
  answers.set("POST /functions/v1/cancel-subscription", answer);
  const router = open(subscriber);
  await press("Cancel Subscription");
  await press("Yes, Cancel");
  await expect.poll(toasts, waitOptions).toEqual([["Error", description]]);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(router.state.location.pathname).toBe("/subscription-billing");
});

test("a scheduled cancellation shows its date and can be reverted", async () => {
  answers.set("POST /functions/v1/resume-subscription", () => Response.json({ success: true }));
  open({ ...subscriber, cancelAt: "2026-12-24T12:00:00Z" });
  await screen.findByRole("region", { name: "Your subscription ends on Dec 24, 2026" });
  expect(await valueOf("Access until")).toBe("Dec 24, 2026");
  expect(screen.queryByRole("button", { name: "Cancel Subscription" })).toBeNull();
  answers.set("POST /functions/v1/check-subscription", () => Response.json(subscriber));
  await press("Resume Subscription");
  await screen.findByRole("button", { name: "Cancel Subscription" });
  expect(toasts()).toEqual([["Success", "Your subscription goes on as before."]]);
});

test("a cancelled trial does not offer the upgrade", async () => {
  open({ ...inTrial, cancelAt: "2026-11-24T12:00:00Z" });
  await screen.findByRole("region", { name: "Your free trial ends on Nov 24, 2026" });
  expect(screen.queryByRole("button", { name: "Upgrade to Premium" })).toBeNull();
});

test.each([
  ["during the grace period", { ...subscriber, graceEndsAt: "2026-12-31T12:00:00Z" }, /^You keep your access until Dec 31, 2026/],
  ["after the grace period", { ...formerSubscriber }, /^Your access has ended/],
])("a failed renewal shows %s how to pay it", async (_, status, text) => {
  answers.set("POST /functions/v1/create-checkout-session", () => Response.json({ url: PAGE, checkoutUrl: PAGE }));
  answers.set("POST /functions/v1/create-customer-portal-session", () => Response.json({ url: PAGE }));
  open({ ...status, status: "past_due" });
  const notice = within(await screen.findByRole("region", { name: "Your last payment failed" }));
  expect(notice.getByText(text)).toBeDefined();
  fireEvent.click(notice.getByRole("button", { name: "Pay now" }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(PAGE), waitOptions);
  fireEvent.click(notice.getByRole("button", { name: "Change card" }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(2), waitOptions);
  expect((await plan()).queryByRole("button", { name: "Upgrade to Premium" })).toBeNull();
});

test("an account on hold shows why and the next charge, and no offers", async () => {
  open({ ...formerSubscriber, status: "active", frozen: true });
  const notice = within(await screen.findByRole("region", { name: "Your account is on hold" }));
  expect(notice.getByRole("link", { name: "Contact support" }).getAttribute("href")).toBe("/support");
  await expect.poll(() => valueOf("Next billing date"), waitOptions).toBe("Dec 24, 2026");
  expect((await plan()).queryByRole("button", { name: "Upgrade to Premium" })).toBeNull();
});
