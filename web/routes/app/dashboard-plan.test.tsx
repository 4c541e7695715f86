import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
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
import { formerSubscriber, inTrial, neverSubscribed, overview, subscriber } from "../../features/billing/test-plans.ts";
import { wait } from "../../lib/wait.ts";
import Dashboard from "./dashboard.tsx";

const PAGE = "https://pay.example/page";
const assign = vi.fn<typeof location.assign>();
vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

const errorResponse = (status: number, code: string, message: string) => Response.json({ code, message }, { status });
const toFunction = (name: string) => calls.filter(({ to }) => to === `POST /functions/v1/${name}`).map(({ body }) => body);
const titles = () => toasts().map(([title]) => title);

beforeEach(() => {
  vi.clearAllMocks();
  location.assign = assign;
  storeSession();
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([{ stripe_customer_id: "cus_1" }]));
  answers.set("GET /rest/v1/generations", () => Response.json([]));
  answers.set("POST /functions/v1/billing-overview", () => Response.json(overview));
  answers.set("POST /functions/v1/purchase-additional-minutes", () => Response.json({ url: PAGE }));
  answers.set("POST /functions/v1/create-checkout-session", () => Response.json({ url: PAGE, checkoutUrl: PAGE }));
});

const show = (address = "/dashboard") => visit(address, [{ path: "/dashboard", element: <Dashboard /> }]);
function open(status: SubscriptionStatus, address = "/dashboard") {
  answers.set("POST /functions/v1/check-subscription", () => Response.json(status));
  return show(address);
}
const plan = async () => within(await screen.findByRole("complementary", { name: "Your plan" }));
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const purchaseDialog = async () => within(await screen.findByRole("dialog", { name: "Purchase additional minutes" }));

test("a subscriber sees how many minutes are left", async () => {
  open({ ...subscriber, quota: { baseMinutes: 60, additionalMinutes: 20, minutesUsed: 15 } });
  const card = await plan();
  expect(card.getByText("65")).toBeDefined();
  expect(card.getByText("of 80")).toBeDefined();
  expect(card.getByText("15 used, 20 bought in addition")).toBeDefined();
});

test("the purchase dialog starts with ten minutes, shows the price and sends the referral code", async () => {
  open(subscriber);
  await press("Buy more minutes");
  const dialog = await purchaseDialog();
  expect(dialog.getByLabelText<HTMLInputElement>("Minutes").value).toBe("10");
  expect(dialog.getByText("$10.00")).toBeDefined();
  fireEvent.change(dialog.getByLabelText("Minutes"), { target: { value: "25" } });
  fireEvent.change(dialog.getByLabelText("Referral code (optional)"), { target: { value: " NAOMI " } });
  expect(dialog.getByText("$25.00")).toBeDefined();
  await press("Continue to payment");
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(PAGE), waitOptions);
  expect(toFunction("purchase-additional-minutes")).toEqual([{ minutes: 25, referralCode: "NAOMI" }]);
});

test.each(["0", "-5", "", "2.5", "601"])("the amount '%s' is rejected", async (typed) => {
  open(subscriber);
  await press("Buy more minutes");
  const dialog = await purchaseDialog();
  fireEvent.change(dialog.getByLabelText("Minutes"), { target: { value: typed } });
  fireEvent.submit(dialog.getByLabelText("Minutes"));
  expect(toasts()).toEqual([["Invalid amount", "Please enter a valid number of minutes to purchase"]]);
  expect((await screen.findByRole("alert")).textContent).toBe("Please enter a whole number from 1 to 600");
  expect(toFunction("purchase-additional-minutes")).toEqual([]);
});

test.each([
  [() => new Response("gateway", { status: 502 }), "Unable to process purchase request. Please try again."],
  [() => Response.json({}), "No checkout URL received. Please try again."],
  [() => errorResponse(403, "subscription_required", "For subscribers."), "For subscribers."],
])("a purchase that can't be started shows an error and keeps the input (%#)", async (answer, description) => {
  answers.set("POST /functions/v1/purchase-additional-minutes", answer);
  open(subscriber);
  await press("Buy more minutes");
  await press("Continue to payment");
  await expect.poll(toasts, waitOptions).toEqual([["Error", description]]);
  expect((await purchaseDialog()).getByLabelText<HTMLInputElement>("Minutes").value).toBe("10");
});

test("without a session minutes can't be bought", async () => {
  open(subscriber);
  await press("Buy more minutes");
  localStorage.removeItem(SESSION_KEY);
  await press("Continue to payment");
  await expect.poll(toasts, waitOptions).toEqual([["Not logged in", "You need to be logged in to purchase minutes."]]);
});

test("a sermon longer than the minutes left opens the purchase dialog", async () => {
  open({ ...subscriber, quota: { baseMinutes: 60, additionalMinutes: 0, minutesUsed: 52 } });
  await plan();
  fireEvent.change(screen.getByRole("combobox", { name: "Duration" }), { target: { value: "10" } });
  fireEvent.change(screen.getByLabelText("Your topic or theme"), { target: { value: "rest" } });
  fireEvent.click(screen.getByRole("button", { name: "Generate Sermon" }));
  const dialog = await purchaseDialog();
  expect(dialog.getByText(/^This sermon needs 10 minutes, and you have 8 left/)).toBeDefined();
  expect(toFunction("generate-sermon")).toEqual([]);
  fireEvent.click(dialog.getByRole("button", { name: "Not now" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your topic or theme").value).toBe("rest");
});

test("an upgrade during the trial shows the charge before it is made", async () => {
  open(inTrial);
  await press("Upgrade to Premium");
  const dialog = within(await screen.findByRole("dialog", { name: "Upgrade to Premium?" }));
  await waitFor(() =>
    expect(dialog.getByText(/will be charged now/).parentElement?.textContent).toMatch(
      /^\$14\.99 will be charged now, to Visa ending in 4242/,
    ),
  );
  expect(toFunction("create-checkout-session")).toEqual([]);
  fireEvent.click(dialog.getByRole("button", { name: "Pay $14.99 now" }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(PAGE), waitOptions);
  expect(toFunction("create-checkout-session")).toEqual([{ email: testUser.email, endTrial: true }]);
});

test("a declined card keeps the dialog open and offers to change the card", async () => {
  answers.set("POST /functions/v1/create-customer-portal-session", () => Response.json({ url: PAGE }));
  answers.set("POST /functions/v1/create-checkout-session", () => errorResponse(402, "card_declined", "Your card was declined."));
  open(inTrial);
  await press("Upgrade to Premium");
  await press("Pay $14.99 now");
  expect((await screen.findByRole("alert")).textContent).toBe("Your card was declined.");
  expect(toasts()).toEqual([]);
  await press("Update payment method");
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(PAGE), waitOptions);
});

test.each([
  ["who never had a trial", neverSubscribed, "Start your free trial to generate sermons.", "Start Free Trial"],
  ["whose plan has ended", formerSubscriber, "Upgrade to Premium to generate sermons.", "Upgrade to Premium"],
  ["whose renewal failed", { ...formerSubscriber, status: "unpaid" }, /^Your last payment failed\. Once it is paid/, "Pay now"],
  ["whose account is on hold", { ...formerSubscriber, frozen: true }, /^Your account is on hold while/, "Contact support"],
])("a user %s sees why no sermon can be generated, and what to do", async (_, status, reason, action) => {
  open(status);
  await screen.findByText(reason);
  fireEvent.change(screen.getByLabelText("Your topic or theme"), { target: { value: "rest" } });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Generate Sermon" }).disabled).toBe(true);
  const card = await plan();
  expect([...card.queryAllByRole("button"), ...card.queryAllByRole("link")].map(({ textContent }) => textContent)).toContain(
    action,
  );
});

async function startPurchase(before: SubscriptionStatus, buttons = ["Buy more minutes", "Continue to payment"]) {
  open(before);
  for (const button of buttons) await press(button);
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce(), waitOptions);
  cleanup();
  calls.length = 0;
}

test("on return from the payment, the status is polled until the minutes have arrived", async () => {
  await startPurchase(subscriber);
  // The cached status is removed, since the purchase makes it outdated.
  expect(localStorage.getItem("subscription-status")).toBeNull();
  const delay = Promise.withResolvers<void>();
  vi.mocked(wait).mockImplementation(() => delay.promise);
  open(subscriber, "/dashboard?success=true");
  await screen.findByText("Confirming your payment...");
  const updated = { ...subscriber, quota: { baseMinutes: 60, additionalMinutes: 10, minutesUsed: 15 } };
  answers.set("POST /functions/v1/check-subscription", () => Response.json(updated));
  delay.resolve();
  await screen.findByText("55");
  await waitFor(() => expect(screen.queryByText("Confirming your payment...")).toBeNull());
  expect(titles()).toEqual(["Purchase Successful"]);
  expect(sessionStorage).toHaveLength(0);
});

test("polling for a payment ends after a limit", async () => {
  await startPurchase(subscriber);
  open(subscriber, "/dashboard?success=true");
  await expect.poll(titles, waitOptions).toEqual(["Purchase Successful", "Your payment has not arrived yet"]);
  expect(screen.queryByText("Confirming your payment...")).toBeNull();
  expect(toFunction("check-subscription").length).toBeLessThan(20);
});

test("a card that has used the trial before shows a message and ends the polling", async () => {
  answers.set("POST /functions/v1/create-checkout-session", () => Response.json({ url: PAGE, checkoutUrl: PAGE }));
  await startPurchase(neverSubscribed, ["Start Free Trial"]);
  open({ ...neverSubscribed, trialAvailable: false, status: "canceled" }, "/dashboard?success=true");
  await expect.poll(titles, waitOptions).toEqual(["Purchase Successful", "The free trial has been used before"]);
  expect(screen.queryByText("Confirming your payment...")).toBeNull();
  await screen.findByRole("button", { name: "Upgrade to Premium" });
});

test("a cancelled payment is not polled for", async () => {
  await startPurchase(subscriber);
  open(subscriber, "/dashboard?success=false");
  await expect.poll(toasts, waitOptions).toEqual([["Purchase Cancelled", "Nothing was charged."]]);
  expect(screen.queryByText("Confirming your payment...")).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test("the trial card shows the sermons left, the end and the daily limit", async () => {
  open({ ...inTrial, trial: { ...inTrial.trial, canGenerateToday: false, generationsLeft: 2 } });
  await screen.findByText("2 of 3 sermons remaining");
  expect(screen.getByText("Trial ends Nov 24, 2026")).toBeDefined();
  expect(screen.getAllByText("Daily limit reached. Try again tomorrow.").length).toBeGreaterThan(0);
  expect(screen.getByRole("button", { name: "Upgrade to Premium" })).toBeDefined();
  fireEvent.change(screen.getByLabelText("Your topic or theme"), { target: { value: "rest" } });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Generate Sermon" }).disabled).toBe(true);
  expect(toFunction("check-subscription")).toEqual([{ userId: testUser.id, stripeCustomerId: "cus_1" }]);
});

test.each([
  [
    () => errorResponse(500, "internal", "no"),
    "Using cached subscription data",
    "We're having trouble connecting to the server. Using your last known subscription status.",
  ],
  [
    offline,
    "Connection issue detected",
    "Using your last known subscription status. Some features may be limited until connection is restored.",
  ],
])("if the plan can't be loaded, the cached one is used and a toast says so (%#)", async (answer, ...message) => {
  const entry = { data: inTrial, timestamp: Date.now() - 1000, userId: testUser.id };
  localStorage.setItem("subscription-status", JSON.stringify(entry));
  answers.set("POST /functions/v1/check-subscription", answer);
  show();
  await screen.findByText("Free Trial Active");
  await expect.poll(toasts, waitOptions).toEqual([message]);
  // One request and two retries.
  expect(toFunction("check-subscription")).toHaveLength(3);
});

test("a cached plan of more than an hour ago is not used", async () => {
  const entry = { data: inTrial, timestamp: Date.now() - 3_600_001, userId: testUser.id };
  localStorage.setItem("subscription-status", JSON.stringify(entry));
  answers.set("POST /functions/v1/check-subscription", offline);
  show();
  await screen.findByText("Your plan could not be loaded.");
  expect(screen.queryByText("Free Trial Active")).toBeNull();
  expect(toasts()).toEqual([]);
});

test("a user without a customer row is checked without a customer id; another error of that query is a failure", async () => {
  const missing = { code: "PGRST116", message: "The result contains 0 rows", details: null, hint: null };
  answers.set("GET /rest/v1/customers", () => Response.json(missing, { status: 406 }));
  open(inTrial);
  await screen.findByText("Free Trial Active");
  expect(toFunction("check-subscription")).toEqual([{ userId: testUser.id }]);
  cleanup();

  answers.set("GET /rest/v1/customers", () => Response.json({ ...missing, code: "42501" }, { status: 403 }));
  show();
  await screen.findByText("Free Trial Active");
  await expect.poll(() => toasts().map(([first]) => first), waitOptions).toEqual(["Using cached subscription data"]);
});

test.each([
  ["true", "Purchase Successful"],
  ["false", "Purchase Cancelled"],
])("success=%s shows one toast and is removed from the address", async (success, title) => {
  const router = open(inTrial, `/dashboard?success=${success}`);
  await expect.poll(() => toasts().map(([first]) => first), waitOptions).toEqual([title]);
  await waitFor(() => expect(router.state.location.search).toBe(""), waitOptions);
});
