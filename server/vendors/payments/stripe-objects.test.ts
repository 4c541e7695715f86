import { expect, test } from "vitest";
import type { Stripe } from "stripe";
import { currentSubscription, SUBSCRIPTION_STATUSES, type SubscriptionStatus, type ProviderSubscription } from "./payments.ts";
import { subjectOf } from "./stripe-events.ts";
import { readDispute, readRefund } from "./stripe-objects.ts";

// Only what is read.
const dispute = (status: string) =>
  readDispute({ id: "dp_1", object: "dispute", amount: 1, status, payment_intent: "pi_1" } as Stripe.Dispute, "cus_1");
const refund = (status: string) =>
  readRefund({ id: "re_1", object: "refund", amount: 1, status, payment_intent: "pi_1" } as Stripe.Refund);

test.for([
  ["warning_needs_response", "inquiry"],
  ["warning_under_review", "inquiry"],
  ["warning_closed", "inquiry"],
  ["prevented", "inquiry"],
  ["needs_response", "open"],
  ["under_review", "open"],
  ["lost", "lost"],
  ["won", "won"],
] as const)("Stripe's dispute %s is %s here", ([status, state]) => {
  expect(dispute(status)).toMatchObject({ id: "dp_1", customerId: "cus_1", paymentIntentId: "pi_1", state });
});

test.for([
  ["pending", false],
  ["requires_action", false],
  ["succeeded", false],
  ["failed", true],
  ["canceled", true],
] as const)("of Stripe's refund %s it is said that it failed: %s", ([status, failed]) => {
  expect(refund(status)).toMatchObject({ id: "re_1", paymentIntentId: "pi_1", amount: 1, failed });
});

test.for([
  ["checkout.session.completed", "checkout"],
  ["checkout.session.expired", "checkout"],
  ["charge.dispute.created", "dispute"],
  ["refund.failed", "refund"],
  ["charge.refund.updated", "refund"],
  ["charge.refunded", "customer"],
  ["customer.subscription.updated", "customer"],
  ["invoice.paid", "customer"],
] as const)("an event %s is about the %s", ([type, subject]) => {
  expect(subjectOf(type)).toBe(subject);
});

test("of several subscriptions the first in the list of statuses is the current one, and of two alike the newer", () => {
  const subscription = (status: SubscriptionStatus, id: string = status) => ({ id, status }) as ProviderSubscription;
  const all = SUBSCRIPTION_STATUSES.map((status) => subscription(status)).toReversed();
  const found: (string | undefined)[] = [];
  for (let rest = all; ;) {
    const current = currentSubscription(rest);
    found.push(current?.id);
    if (!current) break;
    rest = rest.filter((one) => one !== current);
  }
  expect(found).toEqual(["active", "past_due", "trialing", "unpaid", "paused", undefined]);
  expect(currentSubscription([subscription("active", "newer"), subscription("active", "older")])?.id).toBe("newer");
});
