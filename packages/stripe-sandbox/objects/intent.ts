import { DECLINES, type DeclineCode } from "./card.ts";
import { newId } from "./id.ts";
import type { Metadata, PaymentIntent, SetupIntent } from "./wire.ts";

/** Saving a card for later charges: succeeded, or declined and waiting for another card. */
export function newSetupIntent(
  customer: string,
  paymentMethod: string | null,
  decline: DeclineCode | null,
  now: number,
): SetupIntent {
  const id = newId("seti");
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newId(`${id}_secret`),
    created: now,
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: decline && {
      type: "card_error",
      code: DECLINES[decline].code,
      decline_code: decline,
      message: DECLINES[decline].message,
    },
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: decline ? "requires_payment_method" : "succeeded",
    usage: "off_session",
  };
}

interface Payment {
  customer: string;
  amount: number;
  currency: string;
  description: string | null;
  metadata: Metadata;
  /** Whether the card is to be charged again without the person. */
  reusable: boolean;
}

/** A payment that waits for a card. */
export function newPaymentIntent(payment: Payment, now: number): PaymentIntent {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: payment.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: newId(`${id}_secret`),
    confirmation_method: "automatic",
    created: now,
    currency: payment.currency,
    customer: payment.customer,
    customer_account: null,
    description: payment.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: payment.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: payment.reusable ? "off_session" : null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
}
