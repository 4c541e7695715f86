import { DECLINES, type DeclineCode } from "./card.ts";
import { newId } from "./id.ts";
import type { Charge, PaymentIntent, PaymentMethod } from "./wire.ts";

interface ChargeFacts {
  intent: PaymentIntent;
  method: PaymentMethod;
  decline: DeclineCode | null;
  /** The person has passed 3-D Secure. */
  authenticated: boolean;
}

/** One payment attempt on one card, succeeded or declined. */
export function newCharge({ intent, method, decline, authenticated }: ChargeFacts, now: number): Charge {
  const { card } = method;
  return {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: !decline,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline && DECLINES[decline].code,
    failure_message: decline && DECLINES[decline].message,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? "declined_by_network" : "approved_by_network",
      reason: decline,
      risk_level: "normal",
      seller_message: decline ? "The bank did not return any further details with this decline." : "Payment complete.",
      type: decline ? "issuer_declined" : "authorized",
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: card
      ? {
          card: {
            amount_authorized: decline ? null : intent.amount,
            authorization_code: null,
            brand: card.brand,
            checks: card.checks,
            country: card.country,
            electronic_commerce_indicator: null,
            exp_month: card.exp_month,
            exp_year: card.exp_year,
            fingerprint: card.fingerprint ?? null,
            funding: card.funding,
            installments: null,
            last4: card.last4,
            mandate: null,
            network: card.brand,
            network_transaction_id: null,
            regulated_status: card.regulated_status,
            three_d_secure: authenticated
              ? {
                  authentication_flow: "challenge",
                  electronic_commerce_indicator: "05",
                  exemption_indicator: null,
                  result: "authenticated",
                  result_reason: null,
                  transaction_id: null,
                  version: "2.2.0",
                }
              : null,
            transaction_link_id: null,
            wallet: null,
          },
          type: "card",
        }
      : null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}
