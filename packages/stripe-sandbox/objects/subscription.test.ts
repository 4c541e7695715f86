import { expect, test } from "vitest";
import { newCustomer } from "./customer.ts";
import { newPrice, newProduct } from "./price.ts";
import { newSubscription, periodEnd } from "./subscription.ts";

const at = (iso: string): number => Date.parse(`${iso}Z`) / 1000;
const product = newProduct({ name: "Plan" }, 0);
const monthly = newPrice({ product: product.id, unitAmount: 1499, currency: "usd", interval: "month" }, 0);

test("a subscription of the 31st renews on each month's last day and comes back to the 31st", () => {
  const anchor = at("2027-01-31T10:00:00");
  const ends: string[] = [];
  let start = anchor;
  for (let i = 0; i < 4; i++) {
    start = periodEnd(monthly, anchor, start);
    ends.push(new Date(start * 1000).toISOString().slice(0, 16));
  }
  expect(ends).toEqual(["2027-02-28T10:00", "2027-03-31T10:00", "2027-04-30T10:00", "2027-05-31T10:00"]);
});

test("a trial is the first period, and billing counts from its end", () => {
  const now = at("2026-11-21T08:00:00");
  const subscription = newSubscription(
    {
      customer: newCustomer({}, now),
      price: monthly,
      quantity: 1,
      trialEnd: now + 3 * 86_400,
      paymentMethod: "pm_1",
      metadata: {},
    },
    now,
  );
  expect(subscription).toMatchObject({
    status: "trialing",
    trial_start: now,
    trial_end: now + 3 * 86_400,
    billing_cycle_anchor: now + 3 * 86_400,
    items: { data: [{ current_period_start: now, current_period_end: now + 3 * 86_400 }] },
  });
});
