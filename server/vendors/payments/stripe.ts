import { createHash } from "node:crypto";
import { Stripe } from "stripe";
import { PaymentsError, type Payments, type ProviderCheckout, type SubscriptionCheckoutRequest } from "./payments.ts";
import { idOf, readCheckout, readDispute, readEvent, readInvoice, readRefund, readSubscription } from "./stripe-objects.ts";

export interface StripeOptions {
  secretKey: string;
  /** `whsec_...` of the endpoint that receives our events. */
  webhookSecret: string;
  /** Lookup keys of the monthly price and of the price of one minute: amounts come from the provider, never from a request. */
  priceLookupKey: string;
  minutePriceLookupKey: string;
  /** Whether the provider calculates and adds taxes, by the address entered at the checkout. */
  automaticTax?: boolean;
  /** Address of the sandbox that implements the provider's API, instead of the provider. */
  sandbox?: { host: string; port: number };
}

function paymentsError(error: unknown): PaymentsError {
  if (error instanceof PaymentsError) return error;
  if (!(error instanceof Stripe.errors.StripeError))
    return new PaymentsError("unavailable", "stripe: unexpected failure", { cause: error });
  const unavailable =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError;
  // Without Stripe's message or `cause`, which quote request parameters, such as an e-mail address.
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

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}

const WITH_CARD = { expand: ["default_payment_method"] };
const PAGE = { limit: 100 };
const ALL = { limit: 1000 };

/** The payment provider Stripe. The sandbox is used through the same code. */
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
    const session = await ask(() => stripe.checkout.sessions.retrieve(id, { expand: ["line_items"] }).catch(orNull));
    return session && readCheckout(session);
  }

  async function priceOf(lookupKey: string): Promise<string> {
    const prices = await ask(() => stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }));
    const price = prices.data[0];
    if (!price) throw new PaymentsError("rejected", `stripe: no active price has the lookup key ${lookupKey}`);
    return price.id;
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
    return readCheckout(await ask(() => stripe.checkout.sessions.create(params, { idempotencyKey })));
  }

  /** The invoice of a pending update, with the status of its payment. */
  async function pendingInvoice(
    subscription: Stripe.Subscription,
  ): Promise<{ invoice: Stripe.Invoice; declined: boolean } | null> {
    const invoiceId = subscription.pending_update && idOf(subscription.latest_invoice);
    if (!invoiceId) return null;
    const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ["payments.data.payment.payment_intent"] });
    const intent = invoice.payments?.data.at(-1)?.payment.payment_intent;
    return {
      invoice,
      declined: typeof intent === "object" && intent.status === "requires_payment_method",
    };
  }

  /** Voiding the invoice also discards the pending update. */
  async function voidInvoice(id: string): Promise<void> {
    await stripe.invoices.voidInvoice(id, {}, { idempotencyKey: `void:${id}` });
  }

  /** The customer's charges that `which` accepts. */
  async function chargesOf(customerId: string, which: (charge: Stripe.Charge) => boolean): Promise<Stripe.Charge[]> {
    return (await stripe.charges.list({ customer: customerId, ...PAGE }).autoPagingToArray(ALL)).filter(which);
  }

  return {
    engine: options.sandbox ? "payments sandbox (no card is charged)" : live ? "Stripe" : "Stripe, test mode",
    live,

    async createCustomer({ userId, email, name, lost }) {
      const customer = await ask(() =>
        stripe.customers.create(
          { email, ...(name ? { name } : {}), metadata: { user_id: userId } },
          // The key includes the parameters: a retry with a corrected name would otherwise be an idempotency error.
          { idempotencyKey: `customer:${userId}:${digest([email, name, lost])}` },
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

    async createSubscriptionCheckout(request) {
      const price = await priceOf(options.priceLookupKey);
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
      const price = await priceOf(options.minutePriceLookupKey);
      return createCheckout(request, {
        mode: "payment",
        line_items: [{ price, quantity: request.minutes }],
        payment_intent_data: { metadata: request.metadata },
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

    async retrieveSubscription(id) {
      const subscription = await ask(() => stripe.subscriptions.retrieve(id, WITH_CARD).catch(orNull));
      return subscription && readSubscription(subscription);
    },

    async listSubscriptions(customerId) {
      const subscriptions = await ask(() =>
        stripe.subscriptions
          .list({ customer: customerId, status: "all", ...PAGE, expand: ["data.default_payment_method"] })
          .autoPagingToArray(ALL),
      );
      return subscriptions.map(readSubscription);
    },

    async cancelSubscription(id) {
      return readSubscription(
        await ask(() => stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false, ...WITH_CARD })),
      );
    },

    // Here and in `undoCancellation` the SDK's random idempotency key is right: setting a state can be repeated.
    async scheduleCancellation(id) {
      return ask(async () => {
        const pending = await pendingInvoice(await stripe.subscriptions.retrieve(id));
        if (pending) await voidInvoice(pending.invoice.id);
        return readSubscription(await stripe.subscriptions.update(id, { cancel_at_period_end: true, ...WITH_CARD }));
      });
    },

    async undoCancellation(id) {
      return ask(async () => {
        const { cancel_at_period_end } = await stripe.subscriptions.retrieve(id);
        // The portal schedules by date, and Stripe accepts only one of the two fields in a request.
        const end = cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" as const };
        return readSubscription(await stripe.subscriptions.update(id, { ...end, ...WITH_CARD }));
      });
    },

    async endTrialNow(id) {
      return ask(async () => {
        const before = await stripe.subscriptions.retrieve(id, WITH_CARD);
        // On a paid subscription this would start a new period and charge again.
        if (before.status !== "trialing") return { outcome: "paid", subscription: readSubscription(before) };
        const earlier = await pendingInvoice(before);
        if (earlier && !earlier.declined) return { outcome: "needs_action", invoice: readInvoice(earlier.invoice) };
        if (earlier) await voidInvoice(earlier.invoice.id);

        // https://docs.stripe.com/billing/subscriptions/pending-updates: the update is applied once it is paid; until then the
        // trial continues.
        const after = await stripe.subscriptions.update(
          id,
          { trial_end: "now", payment_behavior: "pending_if_incomplete", proration_behavior: "none", ...WITH_CARD },
          // Every attempt that was charged or declined leaves an invoice, so the next attempt gets its own key.
          { idempotencyKey: `end-trial:${id}:${idOf(before.latest_invoice)}` },
        );
        const pending = await pendingInvoice(after);
        if (!pending) return { outcome: "paid", subscription: readSubscription(after) };
        if (!pending.declined) return { outcome: "needs_action", invoice: readInvoice(pending.invoice) };
        await voidInvoice(pending.invoice.id);
        return { outcome: "declined" };
      });
    },

    async retrieveInvoice(id) {
      const invoice = await ask(() => stripe.invoices.retrieve(id, { expand: ["payments"] }).catch(orNull));
      return invoice && readInvoice(invoice);
    },

    async voidInvoice(id) {
      await ask(() => voidInvoice(id));
    },

    async listInvoices(customerId) {
      const invoices = await ask(() =>
        stripe.invoices.list({ customer: customerId, ...PAGE, expand: ["data.payments"] }).autoPagingToArray(ALL),
      );
      return invoices.map(readInvoice);
    },

    async listRefunds(customerId) {
      return ask(async () => {
        const charges = await chargesOf(customerId, (charge) => charge.amount_refunded > 0);
        const refunds = await Promise.all(
          charges.map((charge) => stripe.refunds.list({ charge: charge.id, ...PAGE }).autoPagingToArray(ALL)),
        );
        return refunds.flat().map(readRefund);
      });
    },

    async retrieveRefund(id) {
      const refund = await ask(() => stripe.refunds.retrieve(id).catch(orNull));
      return refund && readRefund(refund);
    },

    async listDisputes(customerId) {
      return ask(async () => {
        const charges = await chargesOf(customerId, (charge) => charge.disputed);
        const disputes = await Promise.all(
          charges.map((charge) => stripe.disputes.list({ charge: charge.id, ...PAGE }).autoPagingToArray(ALL)),
        );
        return disputes.flat().map((dispute) => readDispute(dispute, customerId));
      });
    },

    async retrieveDispute(id) {
      const dispute = await ask(() => stripe.disputes.retrieve(id, { expand: ["charge"] }).catch(orNull));
      return dispute && readDispute(dispute, typeof dispute.charge === "object" ? idOf(dispute.charge.customer) : null);
    },

    async createPortalSession(customerId, returnUrl) {
      const session = await ask(() =>
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }).catch(orNull),
      );
      return session && { url: session.url };
    },

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
