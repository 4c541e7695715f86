import { DECLINES, newPaymentMethod, type CardHolder, type DeclineCode, type TestCard } from "../objects/card.ts";
import { newCharge } from "../objects/charge.ts";
import type { Customer, PaymentIntent, PaymentMethod } from "../objects/wire.ts";
import type { Hidden, Ledger } from "../store.ts";
import { openDispute } from "./disputes.ts";

/** How a payment is tried. */
export interface Attempt {
  /** Null: the customer has no card. */
  method: PaymentMethod | null;
  /** The person is present and can do 3-D Secure. */
  onSession: boolean;
  /** The person has passed 3-D Secure. */
  authenticated?: boolean;
  /** Declines with this code, whatever the card. */
  forced?: DeclineCode | undefined;
}

/** Stores a typed card. `attached`: reusable by the customer; else for one payment. */
export async function keepCard(
  ledger: Ledger,
  customer: Customer,
  card: TestCard,
  holder: CardHolder,
  attached: boolean,
): Promise<PaymentMethod> {
  const method = newPaymentMethod(card, holder, customer, ledger.now);
  const hidden: Hidden["payment_method"] = {
    // Typed for one payment, it does at once what it does at checkout.
    later: attached || card.atCheckout === "ok" ? card.later : card.atCheckout,
    challenge: card.challenge,
    disputed: card.disputed,
  };
  const kept = attached ? method : { ...method, customer: null };
  await ledger.put(kept, { hidden });
  if (attached) await ledger.emit("payment_method.attached", kept);
  return kept;
}

/** Attempts a payment. Returns the intent: succeeded, requiring 3-D Secure, or requiring another card. */
export async function attemptPayment(ledger: Ledger, from: PaymentIntent, attempt: Attempt): Promise<PaymentIntent> {
  const { method, onSession, authenticated = false } = attempt;
  if (!method) return from;
  const card = await ledger.hidden("payment_method", method.id);
  const asks = card.challenge === "always" || (card.challenge === "on_session" && onSession);
  if (asks && !authenticated && !attempt.forced) {
    const waiting: PaymentIntent = {
      ...from,
      last_payment_error: null,
      next_action: { type: "use_stripe_sdk", use_stripe_sdk: {} },
      payment_method: method.id,
      status: "requires_action",
    };
    await ledger.put(waiting);
    await ledger.emit("payment_intent.requires_action", waiting);
    return waiting;
  }
  const decline = attempt.forced ?? (card.later === "ok" ? null : card.later);
  const charge = newCharge({ intent: from, method, decline, authenticated }, ledger.now);
  await ledger.put(charge);
  const tried: PaymentIntent = { ...from, latest_charge: charge.id, next_action: null };
  if (decline) {
    const { code, message } = DECLINES[decline];
    const declined: PaymentIntent = {
      ...tried,
      last_payment_error: { type: "card_error", charge: charge.id, code, decline_code: decline, message },
      payment_method: null,
      status: "requires_payment_method",
    };
    await ledger.put(declined);
    await ledger.emit("charge.failed", charge);
    await ledger.emit("payment_intent.payment_failed", declined);
    return declined;
  }
  const succeeded: PaymentIntent = {
    ...tried,
    amount_received: from.amount,
    last_payment_error: null,
    payment_method: method.id,
    status: "succeeded",
  };
  await ledger.put(succeeded);
  await ledger.emit("charge.succeeded", charge);
  await ledger.emit("payment_intent.succeeded", succeeded);
  if (card.disputed) ledger.afterwards(() => openDispute(ledger, charge.id));
  return succeeded;
}

/** Records a failed 3-D Secure check; the intent then requires another card. */
export async function failAuthentication(ledger: Ledger, from: PaymentIntent): Promise<PaymentIntent> {
  const failed: PaymentIntent = {
    ...from,
    last_payment_error: {
      type: "invalid_request_error",
      code: "payment_intent_authentication_failure",
      message: "The provided payment method has failed authentication. Use another one.",
    },
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  };
  await ledger.put(failed);
  await ledger.emit("payment_intent.payment_failed", failed);
  return failed;
}

export async function cancelPayment(ledger: Ledger, from: PaymentIntent, reason: "void_invoice"): Promise<void> {
  const canceled: PaymentIntent = {
    ...from,
    canceled_at: ledger.now,
    cancellation_reason: reason,
    next_action: null,
    status: "canceled",
  };
  await ledger.put(canceled);
  await ledger.emit("payment_intent.canceled", canceled);
}
