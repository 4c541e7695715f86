import type { Stripe } from "stripe";

/** 2026-11-21, 08:00 UTC, in Unix seconds: where the clocks of the tests begin. */
export const CLOCK_START = Date.parse("2026-11-21T08:00:00Z") / 1000;
export const DAY = 86_400;

export interface ClockSubscriber {
  clock: string;
  customer: string;
  /** The card's id; null if there is none. */
  card: string | null;
  subscription: Stripe.Subscription;
  /** Advances the clock to this many days after its start; everything due until then happens. */
  toDay(day: number): Promise<Stripe.Subscription>;
  /** Types of the events about this customer, oldest first, with those of the test clock left out. */
  events(): Promise<string[]>;
}

/** A customer of a test clock with a subscription: made by the API alone. `card`: one of Stripe's `pm_card_...`; null: none. */
export async function subscribeOnClock(
  stripe: Stripe,
  price: string,
  options: { card?: string | null; trialDays?: number; more?: Partial<Stripe.SubscriptionCreateParams> } = {},
): Promise<ClockSubscriber> {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: CLOCK_START });
  const customer = await stripe.customers.create({ email: "ada@example.com", test_clock: clock.id });
  const name = options.card === undefined ? "pm_card_visa" : options.card;
  const card = name && (await stripe.paymentMethods.attach(name, { customer: customer.id })).id;
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    ...(card ? { default_payment_method: card } : {}),
    ...(options.trialDays ? { trial_period_days: options.trialDays } : {}),
    ...options.more,
  });
  return {
    clock: clock.id,
    customer: customer.id,
    card,
    subscription,
    async toDay(day) {
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: CLOCK_START + day * DAY });
      return stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
    },
    async events() {
      const types: string[] = [];
      for await (const event of stripe.events.list({ limit: 100 })) {
        const object = event.data.object as { id?: string; customer?: unknown };
        if (object.customer === customer.id || object.id === customer.id) types.unshift(event.type);
      }
      return types;
    },
  };
}
