import { DECLINES, type CardHolder, type TestCard } from "../objects/card.ts";
import { newPaymentIntent } from "../objects/intent.ts";
import type { CheckoutSession, Customer, PaymentIntent, Price } from "../objects/wire.ts";
import type { Hidden, Ledger } from "../store.ts";
import { setUpCard } from "./cards.ts";
import { invoiceSale } from "./invoices.ts";
import { attemptPayment, keepCard } from "./payments.ts";
import { createSubscription } from "./periods.ts";
import type { Seller } from "./seller.ts";
import { atClockTime } from "./time.ts";

const DAY = 86_400;
type Order = Hidden["checkout.session"]["order"];

interface Purchase {
  session: CheckoutSession;
  order: Order;
  customer: Customer;
  price: Price;
  card: TestCard;
  holder: CardHolder;
}
type Sold = Pick<CheckoutSession, "invoice" | "payment_intent" | "payment_status" | "subscription">;

async function pay(ledger: Ledger, purchase: Purchase, reusable: boolean): Promise<PaymentIntent> {
  const { session, order, customer, price, card, holder } = purchase;
  const intent = newPaymentIntent(
    {
      customer: customer.id,
      amount: session.amount_total ?? 0,
      currency: price.currency,
      description: order.paymentDescription ?? null,
      metadata: order.paymentMetadata ?? {},
      reusable,
    },
    ledger.now,
  );
  await ledger.put(intent);
  await ledger.emit("payment_intent.created", intent);
  const forced = card.atCheckout !== "ok" ? card.atCheckout : card.later === "ok" ? undefined : card.later;
  const method = await keepCard(ledger, customer, card, holder, reusable && !forced);
  return attemptPayment(ledger, intent, { method, onSession: true, authenticated: true, forced });
}

function refusalOf(intent: PaymentIntent): { message: string } {
  return { message: intent.last_payment_error?.message ?? DECLINES.generic_decline.message };
}

async function completePayment(ledger: Ledger, seller: Seller, purchase: Purchase): Promise<Sold | { message: string }> {
  const { session, order, customer, price } = purchase;
  const intent = await pay(ledger, purchase, order.saveCard ?? false);
  if (intent.status !== "succeeded") return refusalOf(intent);
  const invoice = session.invoice_creation?.enabled
    ? await invoiceSale(ledger, seller, { customer, price, quantity: order.quantity, intent })
    : null;
  return { invoice: invoice?.id ?? null, payment_intent: intent.id, payment_status: "paid", subscription: null };
}

async function sellSubscription(ledger: Ledger, seller: Seller, purchase: Purchase): Promise<Sold | { message: string }> {
  const { order, customer, price, card, holder } = purchase;
  const trial = order.trialDays !== null;
  // A declined card leaves no subscription behind. A card that can only be saved is declined only if something is due.
  if (!trial && (card.atCheckout !== "ok" || card.later !== "ok")) return refusalOf(await pay(ledger, purchase, true));
  let method;
  if (trial) {
    const setup = await setUpCard(ledger, customer, card, holder);
    if ("message" in setup) return setup;
    method = setup.method;
  } else {
    method = await keepCard(ledger, customer, card, holder, true);
  }
  const subscription = await createSubscription(
    ledger,
    seller,
    {
      customer,
      price,
      quantity: order.quantity,
      trialEnd: order.trialDays === null ? null : ledger.now + order.trialDays * DAY,
      paymentMethod: method.id,
      metadata: order.subscriptionMetadata,
    },
    { onSession: true, authenticated: true },
  );
  return {
    invoice: subscription.latest_invoice,
    payment_intent: null,
    payment_status: trial ? "no_payment_required" : "paid",
    subscription: subscription.id,
  };
}

/**
 * Completes a session after the form was submitted, and 3-D Secure passed if required. Returns why the card was declined, or null when the
 * session is complete.
 */
export async function completeCheckout(
  real: Ledger,
  seller: Seller,
  session: CheckoutSession,
  card: TestCard,
  holder: CardHolder,
): Promise<{ message: string } | null> {
  const ledger = await atClockTime(real, seller, session.customer);
  const { order } = await ledger.hidden("checkout.session", session.id);
  const purchase: Purchase = {
    session,
    order,
    customer: await ledger.get("customer", session.customer),
    price: await ledger.get("price", order.price),
    card,
    holder,
  };
  const sold =
    session.mode === "payment"
      ? await completePayment(ledger, seller, purchase)
      : await sellSubscription(ledger, seller, purchase);
  if ("message" in sold) return sold;
  const complete: CheckoutSession = {
    ...session,
    ...sold,
    customer_details: {
      address: null,
      business_name: null,
      email: purchase.customer.email,
      individual_name: null,
      name: holder.name,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    status: "complete",
    url: null,
  };
  await ledger.put(complete, { hidden: { order } });
  await ledger.emit("checkout.session.completed", complete);
  return null;
}
