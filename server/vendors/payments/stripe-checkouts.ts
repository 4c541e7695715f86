import type { Stripe } from "stripe";
import type { Payments, ProviderCheckout, SubscriptionCheckoutRequest } from "./payments.ts";
import { ALL, ask, digest, orNull, PAGE, priceByLookupKey, UNTIL_THE_FIRST_IS_ANSWERED } from "./stripe-client.ts";
import { readCheckout } from "./stripe-objects.ts";

export interface CheckoutOptions {
  /** Lookup keys of the monthly price and of the price of one minute: amounts come from the provider, never from a request. */
  priceLookupKey: string;
  minutePriceLookupKey: string;
  /** Whether the provider calculates and adds taxes, by the address entered at the checkout. */
  automaticTax?: boolean;
}

type Checkouts = Pick<
  Payments,
  | "createSubscriptionCheckout"
  | "createPaymentCheckout"
  | "retrieveCheckout"
  | "listOpenCheckouts"
  | "listPurchases"
  | "expireCheckout"
>;

export function stripeCheckouts(stripe: Stripe, options: CheckoutOptions): Checkouts {
  async function retrieveCheckout(id: string): Promise<ProviderCheckout | null> {
    const session = await ask(() => stripe.checkout.sessions.retrieve(id, { expand: ["line_items"] }).catch(orNull));
    return session && readCheckout(session);
  }

  async function createCheckout(
    request: Omit<SubscriptionCheckoutRequest, "trialDays">,
    sale: Stripe.Checkout.SessionCreateParams,
  ): Promise<ProviderCheckout> {
    const params: Stripe.Checkout.SessionCreateParams = {
      ...sale,
      ui_mode: "hosted_page",
      customer: request.customerId,
      client_reference_id: request.userId,
      // Cards only: the trial is limited by the card's fingerprint.
      allowed_payment_method_types: ["card"],
      // The customer has no address yet: https://docs.stripe.com/tax/checkout
      ...(options.automaticTax ? { automatic_tax: { enabled: true }, customer_update: { address: "auto" } } : {}),
      metadata: request.metadata,
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
    };
    // The key includes the parameters, because Stripe rejects a repeated key with different ones.
    const idempotencyKey = `checkout:${request.userId}:${request.attempt}:${digest(params)}`;
    return readCheckout(
      await ask(() => stripe.checkout.sessions.create(params, { idempotencyKey, ...UNTIL_THE_FIRST_IS_ANSWERED })),
    );
  }

  return {
    async createSubscriptionCheckout(request) {
      const price = await priceByLookupKey(stripe, options.priceLookupKey);
      return createCheckout(request, {
        mode: "subscription",
        line_items: [{ price, quantity: 1 }],
        payment_method_collection: "always",
        subscription_data: {
          metadata: request.metadata,
          ...(request.trialDays === null ? {} : { trial_period_days: request.trialDays }),
        },
      });
    },

    async createPaymentCheckout(request) {
      const price = await priceByLookupKey(stripe, options.minutePriceLookupKey);
      return createCheckout(request, {
        mode: "payment",
        line_items: [{ price, quantity: request.minutes }],
        payment_intent_data: { metadata: request.metadata },
        // The subscription's payments have one anyway.
        invoice_creation: { enabled: true },
      });
    },

    retrieveCheckout,

    async listOpenCheckouts(customerId) {
      const sessions = await ask(() =>
        stripe.checkout.sessions.list({ customer: customerId, status: "open", ...PAGE }).autoPagingToArray(ALL),
      );
      return sessions.map(readCheckout);
    },

    async listPurchases(customerId) {
      const sessions = await ask(() =>
        stripe.checkout.sessions
          .list({ customer: customerId, status: "complete", ...PAGE, expand: ["data.line_items"] })
          .autoPagingToArray(ALL),
      );
      return sessions.filter(({ mode }) => mode === "payment").map(readCheckout);
    },

    async expireCheckout(id) {
      try {
        return readCheckout(await ask(() => stripe.checkout.sessions.expire(id)));
      } catch (error) {
        // Only an open session can be expired: this one was completed or had expired before.
        const session = await retrieveCheckout(id);
        if (!session || session.status === "open") throw error;
        return session;
      }
    },
  };
}
