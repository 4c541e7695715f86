import type { Claims } from "@lampstand/database";
import type { TestBilling } from "./billing.ts";

export interface Subscriber {
  userId: string;
  email: string;
  caller: Claims;
  customer: string;
  subscription: string;
}

async function subscriber(
  billing: TestBilling,
  user: { userId: string; email: string },
  caller: Claims,
  url: string,
  card?: string,
): Promise<Subscriber> {
  const paid = await billing.pay(url, card ? { number: card } : {});
  const bank = paid.headers.get("location");
  if (bank?.endsWith("/authenticate"))
    await fetch(bank, { method: "POST", redirect: "manual", body: new URLSearchParams({ action: "complete" }) });
  const { customerId, subscriptionId } = (await billing.payments.retrieveCheckout(url.split("/").at(-1) ?? "")) ?? {};
  if (!customerId || !subscriptionId) throw new Error("the checkout was not completed");
  // Stores what was bought, as the dashboard does when the person returns.
  await billing.call("check-subscription", {}, caller);
  return { ...user, caller, customer: customerId, subscription: subscriptionId };
}

/** Somebody whose trial has just begun, signed in. */
export async function createTrialUser(billing: TestBilling, card?: string): Promise<Subscriber> {
  const user = await billing.signUp();
  const caller = await billing.confirm(user.userId);
  const opened = await billing.call("create-checkout-session", { email: user.email }, caller);
  return subscriber(billing, user, caller, String(opened.body["url"]), card);
}

/** Somebody who had a trial long ago and has just paid for the first month. */
export async function createPayingSubscriber(billing: TestBilling, card?: string): Promise<Subscriber> {
  const user = await billing.signUp();
  const caller = await billing.confirm(user.userId);
  await billing.query(
    "insert into billing.trial_claims (kind, key_hash, subscription_id) select kind, key_hash, 'sub_former' from billing.trial_keys($1, null)",
    [user.userId],
  );
  const opened = await billing.call("create-checkout-session", { email: user.email }, caller);
  return subscriber(billing, user, caller, String(opened.body["url"]), card);
}
