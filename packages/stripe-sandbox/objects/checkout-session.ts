import { newId } from "./id.ts";
import type { CheckoutSession, Metadata } from "./wire.ts";

/** Parameters of the session that its object does not contain. */
export interface CheckoutOrder {
  price: string;
  quantity: number;
  trialDays: number | null;
  subscriptionMetadata: Metadata;
  /** For a single payment. */
  paymentMetadata?: Metadata;
  paymentDescription?: string | null;
  /** Whether a single payment's card is kept for later ones. */
  saveCard?: boolean;
}

interface CheckoutFacts {
  mode: "subscription" | "payment";
  customer: string;
  clientReferenceId: string | null;
  metadata: Metadata;
  successUrl: string;
  cancelUrl: string | null;
  expiresAt: number;
  currency: string;
  /** Due today, in the currency's smallest unit. */
  amount: number;
  /** Whether a single payment gets an invoice once it is paid. */
  invoice: boolean;
  /** Address of the page, without the id. */
  pageUrl: string;
}

export function newCheckoutSession(facts: CheckoutFacts, now: number): CheckoutSession {
  const id = newId("cs_test", 58);
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: ["card"],
    amount_subtotal: facts.amount,
    amount_total: facts.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: facts.cancelUrl,
    client_reference_id: facts.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: facts.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: facts.customer,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: facts.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: facts.invoice
      ? {
          enabled: true,
          invoice_data: {
            account_tax_ids: null,
            custom_fields: null,
            description: null,
            footer: null,
            issuer: null,
            metadata: null,
            rendering_options: null,
          },
        }
      : null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: facts.metadata,
    mode: facts.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: facts.mode === "subscription" ? "always" : "if_required",
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: facts.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${facts.pageUrl}/${id}`,
    wallet_options: null,
  };
}
