import { PaymentsError, type Payments } from "./payments.ts";
import { stripeCheckouts, type CheckoutOptions } from "./stripe-checkouts.ts";
import {
  ALL,
  ask,
  connectStripe,
  digest,
  orNull,
  PAGE,
  type StripeAddress,
  UNTIL_THE_FIRST_IS_ANSWERED,
} from "./stripe-client.ts";
import { readEvent, subjectOf } from "./stripe-events.ts";
import { stripeInvoices } from "./stripe-invoices.ts";
import { stripeSubscriptions } from "./stripe-subscriptions.ts";

export interface StripeOptions extends CheckoutOptions, StripeAddress {
  secretKey: string;
  /** `whsec_...` of the endpoint that receives our events. */
  webhookSecret: string;
}

/** The payment provider Stripe. The sandbox is used through the same code. */
export function createStripePayments(options: StripeOptions): Payments {
  const live = /^[rs]k_live_/.test(options.secretKey);
  const stripe = connectStripe(options);

  return {
    ...stripeCheckouts(stripe, options),
    ...stripeSubscriptions(stripe),
    ...stripeInvoices(stripe),
    engine: options.sandbox ? "payments sandbox (no card is charged)" : live ? "Stripe" : "Stripe, test mode",
    live,

    async createCustomer({ userId, email, name, lost }) {
      const customer = await ask(() =>
        stripe.customers.create(
          { email, ...(name ? { name } : {}), metadata: { user_id: userId } },
          // The key includes the parameters: a retry with a corrected name would otherwise be an idempotency error.
          { idempotencyKey: `customer:${userId}:${digest([email, name, lost])}`, ...UNTIL_THE_FIRST_IS_ANSWERED },
        ),
      );
      return { id: customer.id };
    },

    async isCustomerDeleted(id) {
      // An unknown customer does not count as deleted: the API keys may belong to another account.
      return (await ask(() => stripe.customers.retrieve(id))).deleted === true;
    },

    async forgetCards(customerId) {
      await ask(async () => {
        const cards = stripe.paymentMethods.list({ customer: customerId, type: "card", ...PAGE }).autoPagingToArray(ALL);
        // Deleted customers have no portal.
        for (const { id } of (await cards.catch(orNull)) ?? []) await stripe.paymentMethods.detach(id);
      });
    },

    async createPortalSession(customerId, returnUrl) {
      const session = await ask(() =>
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }).catch(orNull),
      );
      return session && { url: session.url };
    },

    subjectOf,
    signatureHeader: "stripe-signature",

    readWebhook(rawBody, signature) {
      let event: unknown;
      try {
        event = stripe.webhooks.constructEvent(rawBody, signature, options.webhookSecret);
      } catch {
        throw new PaymentsError("bad_signature", "stripe: the webhook's signature does not verify");
      }
      return readEvent(event);
    },
  };
}
