import { createHash } from "node:crypto";
import { Stripe } from "stripe";
import { z } from "zod";
import { PaymentsError, type Payments, type ProviderCheckout, type ProviderSubscription } from "./payments.ts";

export interface StripeOptions {
  secretKey: string;
  /** `whsec_...` of the endpoint that receives our events. */
  webhookSecret: string;
  /** Lookup key of the monthly price: the amount is the provider's, never the request's. */
  priceLookupKey: string;
  /** Address of a sandbox that speaks the provider's API, instead of the provider. */
  sandbox?: { host: string; port: number };
}

// What the SDK types as open sets of strings ("or any other"): a value that we do not know is an error, not a guess.
const checkoutStates = z.object({
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  mode: z.enum(["subscription", "payment"]),
});
const subscriptionStates = z.object({
  status: z.enum(["incomplete", "incomplete_expired", "trialing", "active", "past_due", "canceled", "unpaid", "paused"]),
});

function known<S extends z.ZodType>(schema: S, object: { object: string }): z.output<S> {
  const states = schema.safeParse(object);
  if (!states.success) throw new PaymentsError("rejected", `stripe: a ${object.object} in a state that is not known here`);
  return states.data;
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

function paymentsError(error: unknown): PaymentsError {
  if (!(error instanceof Stripe.errors.StripeError))
    return new PaymentsError("unavailable", "stripe: unexpected failure", { cause: error });
  const unavailable =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError;
  // Without its text and without `cause`: Stripe's messages quote the parameters, an e-mail address for example.
  const facts = [error.type, error.code, error.param, error.statusCode, error.requestId].filter(
    (fact) => fact !== undefined && fact !== null,
  );
  return new PaymentsError(unavailable ? "unavailable" : "rejected", `stripe: ${facts.join(" ")}`);
}

async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw paymentsError(error);
  }
}

function orNull(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing") return null;
  throw error;
}

function readCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  const states = known(checkoutStates, session);
  return {
    id: session.id,
    status: states.status,
    paymentStatus: states.payment_status,
    mode: states.mode,
    url: session.url,
    clientReferenceId: session.client_reference_id,
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    metadata: session.metadata ?? {},
  };
}

function readSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const item = subscription.items.data[0];
  const customerId = idOf(subscription.customer);
  if (!item || !customerId) throw new PaymentsError("rejected", "stripe: a subscription without item or customer");
  const method = subscription.default_payment_method;
  const card = method && typeof method === "object" ? method.card : undefined;
  return {
    id: subscription.id,
    customerId,
    status: known(subscriptionStates, subscription).status,
    priceId: item.price.id,
    // Since API version 2025-03-31 a subscription's period stands at its items.
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    trialStart: subscription.trial_start,
    trialEnd: subscription.trial_end,
    // The customer portal sets `cancel_at` alone, the API may set only `cancel_at_period_end`: both mean a scheduled end.
    cancelAt: subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null),
    endedAt: subscription.ended_at,
    card: card ? { brand: card.brand, last4: card.last4, fingerprint: card.fingerprint ?? null } : null,
    metadata: subscription.metadata,
  };
}

const WITH_CARD = { expand: ["default_payment_method"] };

/** The payment provider Stripe; also what speaks to the sandbox, so that one code path runs with and without keys. */
export function createStripePayments(options: StripeOptions): Payments {
  const live = /^[rs]k_live_/.test(options.secretKey);
  const stripe = new Stripe(options.secretKey, {
    apiVersion: "2026-10-28.endive",
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    ...(options.sandbox ? { ...options.sandbox, protocol: "http" as const } : {}),
  });

  async function retrieveCheckout(id: string): Promise<ProviderCheckout | null> {
    const session = await ask(() => stripe.checkout.sessions.retrieve(id).catch(orNull));
    return session && readCheckout(session);
  }

  async function monthlyPrice(): Promise<string> {
    const prices = await ask(() => stripe.prices.list({ lookup_keys: [options.priceLookupKey], active: true, limit: 1 }));
    const price = prices.data[0];
    if (!price) throw new PaymentsError("rejected", `stripe: no active price has the lookup key ${options.priceLookupKey}`);
    return price.id;
  }

  return {
    engine: options.sandbox ? "payments sandbox (no card is charged)" : live ? "Stripe" : "Stripe, test mode",
    live,

    async createCustomer({ userId, email, name }) {
      // The key must change with the parameters, or a second try under a corrected name is an idempotency error.
      const parameters = createHash("sha256")
        .update(JSON.stringify([email, name]))
        .digest("hex")
        .slice(0, 16);
      const customer = await ask(() =>
        stripe.customers.create(
          { email, ...(name ? { name } : {}), metadata: { user_id: userId } },
          { idempotencyKey: `customer:${userId}:${parameters}` },
        ),
      );
      return { id: customer.id };
    },

    async createSubscriptionCheckout(request) {
      const price = await monthlyPrice();
      const session = await ask(() =>
        stripe.checkout.sessions.create({
          mode: "subscription",
          ui_mode: "hosted_page",
          customer: request.customerId,
          client_reference_id: request.userId,
          line_items: [{ price, quantity: 1 }],
          // Cards alone: the trial is claimed by the card's fingerprint.
          allowed_payment_method_types: ["card"],
          payment_method_collection: "always",
          subscription_data: {
            metadata: request.metadata,
            ...(request.trialDays === null ? {} : { trial_period_days: request.trialDays }),
          },
          metadata: request.metadata,
          success_url: request.successUrl,
          cancel_url: request.cancelUrl,
        }),
      );
      return readCheckout(session);
    },

    retrieveCheckout,

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

    async retrieveSubscription(id) {
      const subscription = await ask(() => stripe.subscriptions.retrieve(id, WITH_CARD).catch(orNull));
      return subscription && readSubscription(subscription);
    },

    async listSubscriptions(customerId) {
      const subscriptions = await ask(() =>
        stripe.subscriptions
          .list({ customer: customerId, status: "all", limit: 100, expand: ["data.default_payment_method"] })
          .autoPagingToArray({ limit: 1000 }),
      );
      return subscriptions.map(readSubscription);
    },

    async cancelSubscription(id) {
      return readSubscription(
        await ask(() => stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false, ...WITH_CARD })),
      );
    },

    readWebhook(rawBody, signature) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(rawBody, signature, options.webhookSecret);
      } catch {
        throw new PaymentsError("bad_signature", "stripe: the webhook's signature does not verify");
      }
      const object = event.data.object as { id?: string; object: string; customer?: string | { id: string } | null };
      const objectId = object.id ?? event.id;
      return {
        id: event.id,
        type: event.type,
        created: event.created,
        objectId,
        customerId: object.object === "customer" ? objectId : idOf(object.customer),
      };
    },
  };
}
