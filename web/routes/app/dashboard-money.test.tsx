import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { answers, calls, testUser, storeSession, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { inTrial, overview, subscriber } from "../../features/billing/test-plans.ts";
import { dayAndHour } from "../../lib/date.ts";
import Dashboard from "./dashboard.tsx";

const assign = vi.fn<typeof location.assign>();
const HOUR = 3_600_000;
const after = (ms: number) => new Date(Date.now() + ms).toISOString();
/** Somebody in the trial who has had today's sermon. */
const hadToday = (parts: Partial<SubscriptionStatus>): SubscriptionStatus => ({
  ...inTrial,
  trial: { isInTrial: true, canGenerateToday: false, generationsLeft: 2 },
  ...parts,
});

beforeEach(() => {
  storeSession();
  assign.mockClear();
  location.assign = assign;
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([{ stripe_customer_id: "cus_1" }]));
  answers.set("GET /rest/v1/generations", () => Response.json([]));
  answers.set("POST /functions/v1/billing-overview", () => Response.json(overview));
});

function answerPlan(status: SubscriptionStatus): void {
  answers.set("POST /functions/v1/check-subscription", () => Response.json(status));
}
function open(status: SubscriptionStatus, address = "/dashboard") {
  answerPlan(status);
  return visit(address, [{ path: "/dashboard", element: <Dashboard /> }]);
}
const plan = async () => within(await screen.findByRole("complementary", { name: "Your plan" }));
const typeTopic = () => fireEvent.change(screen.getByLabelText("Your topic or theme"), { target: { value: "rest" } });
const generate = () => screen.getByRole<HTMLButtonElement>("button", { name: "Generate Sermon" });

test.each([
  ["in the trial", inTrial, "Then $14.99 on Nov 24, 2026, and every month until you cancel."],
  ["with a cancelled trial", { ...inTrial, cancelAt: "2026-11-24T12:00:00Z", nextChargeAt: null }, "Nothing will be charged."],
  ["who pays monthly", subscriber, "Then $14.99 on Dec 24, 2026, for the next month."],
])("a person %s reads beside the plan what is charged next", async (_, status, text) => {
  open(status);
  expect((await plan()).getByText(text)).toBeDefined();
});

test("who has had today's sermon reads beside the plan from when the next one is free, and hears it with the button", async () => {
  const nextSermonAt = after(5 * HOUR);
  open(hadToday({ nextSermonAt }));
  const { day, hour } = dayAndHour(nextSermonAt, new Date());
  await plan();
  expect(screen.getAllByText(`Your next sermon is free ${day} from ${hour}.`)).toHaveLength(2);
  // The day after the next hour change can still be today; then it is not said to be tomorrow.
  const notice = day === "tomorrow" ? "Daily limit reached. Try again tomorrow." : "Daily limit reached.";
  expect(screen.getAllByText(notice)).toHaveLength(2);
});

test("when the next sermon's hour comes, the form opens without a reload", async () => {
  open(hadToday({ nextSermonAt: after(1_500) }));
  await plan();
  typeTopic();
  expect(generate().disabled).toBe(true);
  await waitFor(() => expect(generate().disabled).toBe(false), waitOptions);
  expect(screen.queryByText(/Daily limit reached/)).toBeNull();
  // The rest of the plan is asked for anew.
  await expect.poll(() => calls.filter(({ to }) => to.endsWith("/check-subscription")).length, waitOptions).toBe(2);
});

test.each([
  [
    "goes on to Premium",
    null,
    /^It was the last sermon of your trial, which ends .+\. Then Premium begins, with \$14\.99 a month\.$/,
  ],
  ["is cancelled", "2026-11-24T12:00:00Z", /^It was the last sermon of your trial, which ends .+\. Nothing will be charged\.$/],
])("on the last day of a trial that %s no next free sermon is promised", async (_, cancelAt, text) => {
  const lastDay = { isInTrial: true, canGenerateToday: false, generationsLeft: 0 };
  open(hadToday({ trial: lastDay, trialEndsAt: after(3 * HOUR), cancelAt }));
  const card = await plan();
  expect(card.getByText(text)).toBeDefined();
  expect(screen.queryByText(/Try again tomorrow/)).toBeNull();
});

test("who has just begun the trial is told the next step and when the first charge is, until the first sermon", async () => {
  open(inTrial);
  const welcome = await screen.findByText(/^Welcome\. Write what is on your heart/);
  expect(welcome.textContent).toContain("Nothing is charged before Nov 24, 2026; then it is $14.99 a month, unless you cancel.");
  cleanup();
  open(hadToday({ trial: { isInTrial: true, canGenerateToday: true, generationsLeft: 2 } }));
  await plan();
  expect(screen.queryByText(/^Welcome/)).toBeNull();
});

test("who has bought minutes is told how many there are now, and that the topic is still there", async () => {
  answers.set("POST /functions/v1/purchase-additional-minutes", () => Response.json({ url: "https://pay.example/cs" }));
  open(subscriber);
  fireEvent.click(await screen.findByRole("button", { name: "Buy more minutes" }));
  typeTopic();
  fireEvent.click(await screen.findByRole("button", { name: "Continue to payment" }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce(), waitOptions);
  cleanup();
  const arrives = Promise.withResolvers<void>();
  const richer = { ...subscriber, quota: { baseMinutes: 60, additionalMinutes: 10, minutesUsed: 15 } };
  answers.set("POST /functions/v1/check-subscription", async () => {
    await arrives.promise;
    return Response.json(richer);
  });
  visit("/dashboard?success=true", [{ path: "/dashboard", element: <Dashboard /> }]);
  expect(await screen.findByDisplayValue("rest")).toBe(screen.getByLabelText("Your topic or theme"));
  arrives.resolve();
  await screen.findByText("You have 55 minutes now. Your topic is still here.");
});

test("who has cancelled reads until when the plan lasts and what stays", async () => {
  open({ ...subscriber, cancelAt: "2026-12-24T12:00:00Z", nextChargeAt: null });
  const notice = within(await screen.findByRole("region", { name: "Your subscription ends on Dec 24, 2026" }));
  expect(notice.getByText(/nothing more is charged/)).toBeDefined();
  expect(notice.getByText(/Your sermons stay in your library, with their recordings/)).toBeDefined();
});

test("who owes the first payment is not offered minutes, and is told why no sermon can be made", async () => {
  open({
    ...subscriber,
    status: "past_due",
    graceEndsAt: "2026-12-31T12:00:00Z",
    quota: { baseMinutes: 0, additionalMinutes: 0, minutesUsed: 0 },
    nextChargeAt: null,
    canBuyMinutes: false,
  });
  await plan();
  expect(screen.queryByRole("button", { name: "Buy more minutes" })).toBeNull();
  typeTopic();
  expect(generate().disabled).toBe(true);
  expect(screen.getByText("Your last payment failed. Once it is paid, you can generate sermons again.")).toBeDefined();
});
