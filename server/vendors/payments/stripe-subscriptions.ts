import type { Stripe } from "stripe";
import { isOver, type Payments, type ProviderSubscription } from "./payments.ts";
import { ALL, ask, orNull, PAGE, UNTIL_THE_FIRST_IS_ANSWERED, WITH_CARD } from "./stripe-client.ts";
import { voidInvoice } from "./stripe-invoices.ts";
import { idOf, readInvoice, readSubscription } from "./stripe-objects.ts";

type Subscriptions = Pick<
  Payments,
  | "retrieveSubscription"
  | "listSubscriptions"
  | "cancelSubscription"
  | "scheduleCancellation"
  | "undoCancellation"
  | "endTrialNow"
>;

export function stripeSubscriptions(stripe: Stripe): Subscriptions {
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
      // Void: another click on the same button was told of the same refusal first.
      declined: invoice.status === "void" || (typeof intent === "object" && intent.status === "requires_payment_method"),
    };
  }

  async function retrieveSubscription(id: string): Promise<ProviderSubscription | null> {
    const subscription = await ask(() => stripe.subscriptions.retrieve(id, WITH_CARD).catch(orNull));
    return subscription && readSubscription(subscription);
  }

  async function endWithItsPeriod(id: string): Promise<ProviderSubscription> {
    return readSubscription(await stripe.subscriptions.update(id, { cancel_at_period_end: true, ...WITH_CARD }));
  }

  return {
    retrieveSubscription,

    async listSubscriptions(customerId) {
      const subscriptions = await ask(() =>
        stripe.subscriptions
          .list({ customer: customerId, status: "all", ...PAGE, expand: ["data.default_payment_method"] })
          .autoPagingToArray(ALL),
      );
      return subscriptions.map(readSubscription);
    },

    async cancelSubscription(id) {
      try {
        return readSubscription(
          await ask(() => stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false, ...WITH_CARD })),
        );
      } catch (error) {
        // Stripe refuses to cancel what has ended: another process was faster.
        const subscription = await retrieveSubscription(id);
        if (!subscription || !isOver(subscription.status)) throw error;
        return subscription;
      }
    },

    // Here and in `undoCancellation` the SDK's random idempotency key is right: setting a state can be repeated.
    async scheduleCancellation(id) {
      return ask(async () => {
        const pending = await pendingInvoice(await stripe.subscriptions.retrieve(id));
        if (pending) await voidInvoice(stripe, pending.invoice.id);
        const scheduled = await stripe.subscriptions.update(id, { cancel_at_period_end: true, ...WITH_CARD });
        // An upgrade that began meanwhile.
        const late = await pendingInvoice(scheduled);
        if (late) await voidInvoice(stripe, late.invoice.id);
        return readSubscription(scheduled);
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
        if (earlier) await voidInvoice(stripe, earlier.invoice.id);

        // https://docs.stripe.com/billing/subscriptions/pending-updates: the update is applied once it is paid; until then the
        // trial continues.
        const after = await stripe.subscriptions.update(
          id,
          { trial_end: "now", payment_behavior: "pending_if_incomplete", proration_behavior: "none", ...WITH_CARD },
          // Every attempt that was charged or declined leaves an invoice, so the next attempt gets its own key.
          { idempotencyKey: `end-trial:${id}:${idOf(before.latest_invoice)}`, ...UNTIL_THE_FIRST_IS_ANSWERED },
        );
        const pending = await pendingInvoice(after);
        const subscription = readSubscription(after);
        // Whoever cancelled since `before` meant the end of the trial.
        const isCancelled = subscription.cancelAt !== null;
        if (!pending) return { outcome: "paid", subscription: isCancelled ? await endWithItsPeriod(id) : subscription };
        if (isCancelled) {
          await voidInvoice(stripe, pending.invoice.id);
          return { outcome: "cancelled" };
        }
        if (!pending.declined) return { outcome: "needs_action", invoice: readInvoice(pending.invoice) };
        await voidInvoice(stripe, pending.invoice.id);
        return { outcome: "declined" };
      });
    },
  };
}
