import type { BillingOverview, SubscriptionStatus } from "../../../shared/endpoints/billing.ts";

/** Test data: a user who has never had a plan. */
export const neverSubscribed: SubscriptionStatus = {
  subscribed: false,
  trial: { isInTrial: false, canGenerateToday: false, generationsLeft: 0 },
  trialEndsAt: null,
  trialAvailable: true,
  status: null,
  quota: null,
  cancelAt: null,
  graceEndsAt: null,
  frozen: false,
  nextSermonAt: null,
  nextChargeAt: null,
  canBuyMinutes: false,
};

export const inTrial: SubscriptionStatus = {
  ...neverSubscribed,
  trial: { isInTrial: true, canGenerateToday: true, generationsLeft: 3 },
  trialEndsAt: "2026-11-24T12:00:00Z",
  trialAvailable: false,
  status: "trialing",
  nextChargeAt: "2026-11-24T12:00:00Z",
};

export const subscriber: SubscriptionStatus = {
  ...neverSubscribed,
  subscribed: true,
  trialEndsAt: "2026-11-24T12:00:00Z",
  trialAvailable: false,
  status: "active",
  quota: { baseMinutes: 60, additionalMinutes: 0, minutesUsed: 15 },
  nextChargeAt: "2026-12-24T12:00:00Z",
  canBuyMinutes: true,
};

export const formerSubscriber: SubscriptionStatus = {
  ...neverSubscribed,
  trialEndsAt: "2026-11-24T12:00:00Z",
  trialAvailable: false,
  status: "canceled",
};

/** The billing overview of `subscriber`. */
export const overview: BillingOverview = {
  status: "active",
  plan: "premium",
  nextBillingDate: "2026-12-24T12:00:00Z",
  cancelAt: null,
  trialEndsAt: null,
  card: { brand: "visa", last4: "4242", expMonth: 4, expYear: 2040 },
  invoices: [],
  minutesUsed: [],
  priceCents: 1499,
  graceEndsAt: null,
};

export const noOverview: BillingOverview = { ...overview, status: null, plan: null, nextBillingDate: null, card: null };
