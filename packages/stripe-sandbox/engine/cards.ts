import { SandboxError } from "../error.ts";
import { DECLINES, type CardHolder, type TestCard } from "../objects/card.ts";
import { newSetupIntent } from "../objects/intent.ts";
import type { Customer, PaymentMethod } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";
import { collectAutomatically } from "./collection.ts";
import { updateCustomer } from "./customers.ts";
import { keepCard } from "./payments.ts";
import type { Seller } from "./seller.ts";
import { hasEnded, keepSubscription } from "./subscriptions.ts";

/** Saves a card for later charges. Returns the payment method, or why it was declined. */
export async function setUpCard(
  ledger: Ledger,
  customer: Customer,
  card: TestCard,
  holder: CardHolder,
): Promise<{ method: PaymentMethod } | { message: string }> {
  const decline = card.atCheckout === "ok" ? null : card.atCheckout;
  const method = decline ? null : await keepCard(ledger, customer, card, holder, true);
  const setup = newSetupIntent(customer.id, method?.id ?? null, decline, ledger.now);
  await ledger.put(setup);
  await ledger.emit("setup_intent.created", setup);
  await ledger.emit(decline ? "setup_intent.setup_failed" : "setup_intent.succeeded", setup);
  return method ? { method } : { message: DECLINES[decline ?? "generic_decline"].message };
}

/** Null clears it. Throws 400 for a card that is not the customer's. */
export async function setCustomerCard(ledger: Ledger, before: Customer, paymentMethod: string | null): Promise<Customer> {
  if (paymentMethod !== null) await needAttached(ledger, before.id, paymentMethod, "invoice_settings[default_payment_method]");
  const after: Customer = {
    ...before,
    invoice_settings: { ...before.invoice_settings, default_payment_method: paymentMethod },
  };
  return updateCustomer(ledger, before, after);
}

export async function needAttached(
  ledger: Ledger,
  customer: string,
  paymentMethod: string,
  param: string,
): Promise<PaymentMethod> {
  const method = await ledger.find("payment_method", paymentMethod);
  if (!method) throw new SandboxError(400, `No such PaymentMethod: '${paymentMethod}'`, { code: "resource_missing", param });
  if (method.customer !== customer) {
    throw new SandboxError(400, "The payment method must be attached to the customer.", {
      code: "payment_method_customer_mismatch",
      param,
    });
  }
  return method;
}

/** Makes a card the default of the customer and all their subscriptions, and retries overdue invoices with it. */
export async function switchCard(ledger: Ledger, seller: Seller, customer: Customer, paymentMethod: string): Promise<void> {
  await setCustomerCard(ledger, customer, paymentMethod);
  for (const subscription of (await ledger.list("subscription", { customer: customer.id })).data) {
    if (hasEnded(subscription)) continue;
    await keepSubscription(ledger, subscription, { ...subscription, default_payment_method: paymentMethod });
    const { status, latest_invoice: latest } = subscription;
    const invoice = status === "past_due" || status === "unpaid" ? await ledger.find("invoice", latest ?? "") : null;
    if (invoice?.status === "open") await collectAutomatically(ledger, seller, invoice, true);
  }
}

/** Detaches a card from its customer; it can't be attached again. */
export async function detachCard(ledger: Ledger, method: PaymentMethod): Promise<PaymentMethod> {
  if (method.customer === null)
    throw new SandboxError(400, "The payment method you provided is not attached to a customer so detachment is impossible.");
  const customer = await ledger.find("customer", method.customer);
  const detached: PaymentMethod = { ...method, customer: null };
  await ledger.put(detached);
  await ledger.emit("payment_method.detached", detached, { customer: method.customer });
  if (customer?.invoice_settings.default_payment_method === method.id) await setCustomerCard(ledger, customer, null);
  for (const subscription of (await ledger.list("subscription", { default_payment_method: method.id })).data) {
    if (!hasEnded(subscription)) await keepSubscription(ledger, subscription, { ...subscription, default_payment_method: null });
  }
  return detached;
}
