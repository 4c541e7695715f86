/** Texts of subscription, checkout, billing and purchases (docs/product.md#billing-errors). */

export const BILLING = {
  errorTitle: "Error",
  unexpected: "An unexpected error occurred. Please try again.",

  checkoutFailed: "Could not create checkout session. Please try again.",
  noCheckoutUrl: "No checkout URL received. Please try again.",
  portalFailed: "Could not access billing portal. Please try again.",
  noPortalUrl: "No portal URL received. Please try again.",
  purchaseFailed: "Unable to process purchase request. Please try again.",
  invalidAmountTitle: "Invalid amount",
  invalidAmount: "Please enter a valid number of minutes to purchase",

  cancelFailed: "Could not cancel subscription. Please try again.",
  successTitle: "Success",
  cancelled: "Your subscription has been canceled. You'll have access until the end of your billing period.",
  trialCancelled:
    "Your subscription has been canceled. You'll have access until the end of your free trial, and nothing is charged.",
  endedAtOnce: "Your subscription has been canceled, and your access has ended. Nothing more is charged.",
  cancelledOnHold: "Your subscription has been canceled. After the current billing period nothing more is charged.",
  resumeFailed: "Could not resume subscription. Please try again.",
  resumed: "Your subscription goes on as before.",

  overviewFailed: "Could not load your billing details. Please try again.",
  noHistory: "No billing history available.",
} as const;

export const NOT_LOGGED_IN = {
  title: "Not logged in",
  portal: "You need to be logged in to update your payment method.",
  cancel: "You need to be logged in to cancel your subscription.",
  resume: "You need to be logged in to resume your subscription.",
  purchase: "You need to be logged in to purchase minutes.",
} as const;

/** Shown when the subscription status could not be fetched and the cached one is used. */
export const CACHED_STATUS = {
  failed: {
    title: "Using cached subscription data",
    description: "We're having trouble connecting to the server. Using your last known subscription status.",
  },
  unreachable: {
    title: "Connection issue detected",
    description: "Using your last known subscription status. Some features may be limited until connection is restored.",
  },
} as const;

/** Beside a plan that could not be read again, and in place of one that is not known. */
export const PLAN_READING = {
  outdated: "Not up to date",
  unknown: "Your plan could not be loaded.",
  tryAgain: "Try again",
  trying: "Trying again...",
  upToDate: "Your plan is up to date.",
} as const;

/** After returning from the payment provider. */
export const PURCHASE = {
  successful: { title: "Purchase Successful", description: "Thank you. Your plan is being updated." },
  cancelled: { title: "Purchase Cancelled", description: "Nothing was charged." },
  confirming: "Confirming your payment...",
  late: {
    title: "Your payment has not arrived yet",
    description: "This can take a few minutes. There is no need to pay again: it will be here when you come back.",
  },
  trialRefused: {
    title: "The free trial has been used before",
    description:
      "With this card or address there can't be another one. Nothing was charged. You can subscribe to Premium instead.",
  },
} as const;

export const ACCESS = {
  dailyLimit: "Daily limit reached. Try again tomorrow.",
  /** Where tomorrow would be wrong: the next day of the trial begins today, or there is none. */
  dailyLimitToday: "Daily limit reached.",
  begunToday: "Today's sermon was begun, so it counts. You can try this topic again without using another day.",
  startTrial: "Start your free trial to generate sermons.",
  upgrade: "Upgrade to Premium to generate sermons.",
  frozen: "Your account is on hold while a payment is disputed.",
  unpaid: "Your last payment failed. Once it is paid, you can generate sermons again.",
} as const;
