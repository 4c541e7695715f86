import { afterAll, beforeAll, expect, test } from "vitest";
import { startBilling, type TestBilling } from "../../tests/support/billing.ts";
import { createTrialUser } from "../../tests/support/subscribers.ts";
import { PaymentsError } from "../vendors/payments/payments.ts";

let billing: TestBilling;

beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.close());

test("a customer is sent to their own portal, which leads back to the billing page", async () => {
  const { caller, customer } = await createTrialUser(billing);
  const asked: string[] = [];
  const { payments } = billing;
  billing.context.payments = {
    ...payments,
    createPortalSession: (customerId, returnUrl) => {
      asked.push(customerId, returnUrl);
      return payments.createPortalSession(customerId, returnUrl);
    },
  };
  const { status, body } = await billing.call("create-customer-portal-session", { stripeCustomerId: "cus_other" }, caller);
  billing.context.payments = payments;
  expect(status).toBe(200);
  expect(asked).toEqual([customer, `${billing.siteUrl}/subscription-billing`]);
  expect((await fetch(String(body["url"]))).status).toBe(200);
});

test("who has no customer, is not signed in, or finds the provider away is told so", async () => {
  const { userId } = await billing.signUp();
  expect(await billing.call("create-customer-portal-session", {})).toMatchObject({ status: 401 });
  expect(await billing.call("create-customer-portal-session", {}, await billing.confirm(userId))).toMatchObject({
    status: 409,
    body: { code: "no_customer" },
  });
  const { caller } = await createTrialUser(billing);
  const { payments } = billing;
  billing.context.payments = { ...payments, createPortalSession: () => Promise.reject(new PaymentsError("unavailable", "down")) };
  expect(await billing.call("create-customer-portal-session", {}, caller)).toMatchObject({
    status: 503,
    body: { message: "Could not access billing portal. Please try again." },
  });
  billing.context.payments = payments;
});
