import type { TestBilling } from "./billing.ts";

/** An account with a customer at the provider, and nothing bought yet. */
export interface Customer {
  userId: string;
  /** `cus_...` */
  id: string;
  urls: { successUrl: string; cancelUrl: string };
}

export async function signUpWithCustomer(billing: TestBilling): Promise<Customer> {
  const { userId, email } = await billing.signUp();
  const { id } = await billing.payments.createCustomer({ userId, email });
  await billing.query("insert into public.customers (id, stripe_customer_id) values ($1, $2)", [userId, id]);
  return { userId, id, urls: { successUrl: "https://shop.example/", cancelUrl: "https://shop.example/" } };
}

/** Opens the subscription's checkout and pays it; `trialDays` null is charged at once. */
export async function openSubscription(
  billing: TestBilling,
  customer: Customer,
  terms: { trialDays: number | null; referralCode?: string },
  card: Parameters<TestBilling["pay"]>[1] = {},
): Promise<void> {
  const checkout = await billing.payments.createSubscriptionCheckout({
    ...customer.urls,
    userId: customer.userId,
    customerId: customer.id,
    attempt: "1",
    trialDays: terms.trialDays,
    metadata: terms.referralCode ? { referral_code: terms.referralCode } : {},
  });
  await billing.pay(checkout.url ?? "", card);
}
